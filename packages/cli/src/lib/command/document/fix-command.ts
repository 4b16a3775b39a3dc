import { plainLabel } from '@amelia/core'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { callParser } from './call-parser.ts'
import { lineDiff } from '../../document/line-diff.ts'
import { planParsers } from '../../document/plan-parsers.ts'
import { noteUnreadParsers } from '../../document/note-unread-parsers.ts'
import { printIssues } from '../../document/print-issues.ts'
import { type PlanReading, readPlanFile } from '../../document/read-plan-file.ts'
import { replaceFile } from '../../document/replace-file.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'

/** Options of `amelia fix`. */
export interface FixOptions extends PlanReading {
  write?: boolean
}

/** Fixes what can be fixed mechanically in a plan: shows a diff, and writes the file only with `--write`. */
export const fixCommand = async (terminal: Terminal, path: string, options: FixOptions): Promise<number> => {
  const file = await readPlanFile(path, options)
  noteUnreadParsers(terminal, options)
  const { format } = file.check
  if (format === 'unknown') {
    printIssues(terminal, file)
    return exitCode.usage
  }
  if (!file.only) throw usageError(`${path} contains several files.`, 'Fix them one by one: amelia fix FILE.')
  const { path: own, bytes } = file.only
  const name = plainLabel(own)
  const parser = planParsers(options).find(({ id }) => id === format)
  if (!parser?.fix) {
    printNote(terminal, `The format ${format} has no mechanical fixes: ${name}\n`)
    return exitCode.completed
  }
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const after = callParser<string>(parser, options, {
    name: 'fix',
    expected: 'a text',
    isValid: (fixed) => typeof fixed === 'string',
    // The parser may be an instance of a class.
    call: () => parser.fix!(before),
  })
  if (after === before) {
    printNote(terminal, `Nothing to fix: ${name}\n`)
    return exitCode.completed
  }
  terminal.out(lineDiff(name, before, after, terminal.paint))
  if (options.write === true) {
    await replaceFile(own, after)
    printNote(terminal, `Written: ${name}\n`)
  } else {
    printNote(
      terminal,
      'Nothing was written. Apply the fixes with amelia fix --write; amelia check lists the remaining issues.\n',
    )
  }
  return exitCode.completed
}
