import { detectTestCommand } from './detect-test-command.ts'
import { readProjectFiles } from '../document/stack/read-project-files.ts'
import { usageError } from '../terminal/usage-error.ts'
import { readCommand } from '../setting/read-command.ts'

const checkNames = ['test', 'lint', 'typecheck', 'build'] as const

/** The flags that configure checks. `--test auto` is the detected test command. */
export type CheckFlags = Partial<Record<(typeof checkNames)[number], string>>

/** Reads the checks of a run. `auto` throws a usage error if no test command is detected in the folder. */
export const readChecks = async (
  options: CheckFlags & { repo: string; tdd?: string },
): Promise<Record<string, string[]>> => {
  const checks: Record<string, string[]> = {}
  for (const name of checkNames) {
    const command = options[name]
    if (command === undefined) continue
    const isAuto = name === 'test' && command === 'auto'
    checks[name] = isAuto ? await readDetected(options.repo) : readCommand(name, command)
  }
  if (options.tdd === 'full' && checks['test'] === undefined)
    throw usageError('--tdd full needs a test command.', 'Add --test, such as --test "npm test".')
  return checks
}

/** Detects the test command of a project, or returns undefined. */
export const findTestCommand = async (folder: string): Promise<string[] | undefined> => {
  const { names, texts } = await readProjectFiles(folder)
  return detectTestCommand(names, texts)
}

const readDetected = async (folder: string): Promise<string[]> => {
  const command = await findTestCommand(folder)
  if (command !== undefined) return command
  throw usageError(
    '--test auto: no test command was detected in the root of the repository.',
    'Give the command, such as --test "npm test".',
  )
}
