import { words } from '@amelia/core/view'
import { printNote } from '../../terminal/print-note.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import { fixPlan } from './fix-plan.ts'
import { lineDiff } from '../../document/line-diff.ts'
import { noteUnreadParsers } from '../../document/note-unread-parsers.ts'
import { printIssues } from '../../document/print-issues.ts'
import { type PlanReading, readPlanFile } from '../../document/read-plan-file.ts'
import { readingFlags } from '../../document/reading-flags.ts'
import { replaceFile } from '../../document/replace-file.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'

/** Options of `amelia fix`. */
export interface FixOptions extends PlanReading {
  write?: boolean
}

/** Fixes what can be fixed mechanically in a plan: shows a diff, and writes the file only with `--write`. */
export const fixCommand = async (terminal: Terminal, path: string, options: FixOptions): Promise<number> => {
  if (path === '-' && options.write === true)
    throw usageError(
      '--write replaces a file, and - is the standard input.',
      'Leave out --write, or name the file: amelia fix FILE --write.',
    )
  const file = await readPlanFile(path, options)
  noteUnreadParsers(terminal, options)
  const { format } = file.check
  if (format === 'unknown') {
    printIssues(terminal, file, { flags: readingFlags(options) })
    return exitCode.usage
  }
  if (!file.only) throw usageError(`${path} contains several files.`, 'Fix them one by one: amelia fix FILE.')
  const { path: own } = file.only
  const name = words.plainLabel(own)
  const fix = fixPlan(file, options)
  if (!fix) {
    printNote(terminal, `The format ${format} has no mechanical fixes: ${name}\n`)
    return exitCode.completed
  }
  const { before, after } = fix
  if (after === before) {
    printNote(terminal, `Nothing to fix: ${name}\n`)
    return exitCode.completed
  }
  terminal.out(lineDiff(name, before, after, terminal.paint))
  if (options.write === true) {
    await replaceFile(own, after)
    printNote(terminal, `Written: ${name}\n`)
  } else {
    const given = quoteArgument(name) + readingFlags(options)
    printNote(terminal, `Nothing was written. To apply the fixes: amelia fix ${given} --write\n`)
  }
  return exitCode.completed
}
