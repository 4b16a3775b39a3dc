import { join } from 'node:path'
import { printNote } from '../../terminal/print-note.ts'
import { askYesNo } from '../../terminal/ask-yes-no.ts'
import { detectCommands } from '../../check/detect-commands.ts'
import { readProjectFiles } from '../../document/stack/read-project-files.ts'
import { writeNewFile } from '../../document/write-new-file.ts'
import { configFileIn } from '../../setting/config/find-config-file.ts'
import { checkFolder } from '../../stored/check-folder.ts'
import { commonFolder } from '../../stored/common-folder.ts'
import { howToPrintConfig } from '../../stored/next-steps.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { writeConfig } from './write-config.ts'

/** Options of `amelia init`. */
export interface InitOptions {
  repo: string
  yes?: boolean
}

/** Writes a commented config file with the detected commands of the project. Never replaces one. */
export const initCommand = async (terminal: Terminal, { repo, yes }: InitOptions): Promise<number> => {
  await checkFolder(repo)
  // No run reads a config file elsewhere.
  await commonFolder(repo)
  const existing = configFileIn(repo)
  if (existing !== undefined)
    throw usageError(`${existing} already exists.`, `Edit it; ${howToPrintConfig(repo)} shows its effect.`)
  const { names, texts } = await readProjectFiles(repo)
  const isModule = /"type"\s*:\s*"module"/.test(texts.get('package.json') ?? '')
  const { name, text } = writeConfig(names, detectCommands(names, texts), isModule)
  const path = join(repo, name)
  if (terminal.attended && yes !== true) {
    terminal.error(`${text}\n`)
    if (!(await askYesNo(terminal, `Write ${path}?`, 'yes'))) {
      printNote(terminal, 'Nothing was written.\n')
      return exitCode.cancelled
    }
  }
  await writeNewFile(path, text)
  printNote(terminal, `Written: ${path}. To see its effect: ${howToPrintConfig(repo)}\n`)
  if (name.endsWith('.ts') && !(texts.get('package.json') ?? '').includes('"@amelia/cli"'))
    printNote(terminal, 'Its types are in the package: npm install --save-dev @amelia/cli\n')
  return exitCode.completed
}
