import { checkPlan, splitBatches } from '@amelia/core'
import { words } from '@amelia/core/view'
import { exitCode } from '../../terminal/exit-code.ts'
import { planJson } from '../../document/plan-json.ts'
import { noteUnreadParsers } from '../../document/note-unread-parsers.ts'
import { printIssues } from '../../document/print-issues.ts'
import { type PlanFile, type PlanReading, readPlanFile } from '../../document/read-plan-file.ts'
import { readingFlags } from '../../document/reading-flags.ts'
import { renderCheck } from '../../document/render-check.ts'
import { printNote } from '../../terminal/print-note.ts'
import { quoteArgument } from '../../setting/quote-argument.ts'
import { planParsers } from '../../document/plan-parsers.ts'
import { fixPlan } from './fix-plan.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** Options of `amelia check`. */
export interface CheckOptions extends PlanReading {
  json?: boolean
  format?: 'github'
  suggest?: boolean
}

/** Checks a plan and lists its phases. */
export const checkCommand = async (
  terminal: Terminal,
  paths: readonly string[],
  options: CheckOptions,
): Promise<number> => {
  const file = await readPlanFile(paths, options, splitBatches)
  noteUnreadParsers(terminal, options)
  if (options.json === true) {
    terminal.out(`${JSON.stringify(planJson(file, options.suggest), null, 2)}\n`)
  } else {
    const github = options.format === 'github' ? await import('../github/report-check.ts') : undefined
    await github?.reportCheck(terminal, file)
    const resumeCommands = github?.pauseCommands(terminal)
    const { columns, ascii, paint } = terminal
    const suggest = options.suggest === true
    if (file.check.ok) terminal.out(renderCheck(file, { columns, ascii, paint, suggest }))
    const flags = readingFlags(options)
    printIssues(terminal, file, { reads: true, flags })
    if (file.check.issues.length > 0 && hasFixes(file, options))
      printNote(
        terminal,
        `To fix what can be fixed mechanically: amelia fix ${quoteArgument(words.plainLabel(file.only!.path))}${flags}\n`,
      )
    if (file.check.ok && file.origin !== undefined)
      terminal.out(
        `\nTo preview a run:\n  amelia run ${quoteArgument(words.plainLabel(file.path))} --dry-run${flags}\n`,
      )
    resumeCommands?.()
  }
  return file.check.ok ? exitCode.completed : exitCode.usage
}

const hasFixes = (file: PlanFile, options: CheckOptions): boolean => {
  try {
    const fix = fixPlan(file, options)
    if (fix === undefined || fix.after === fix.before) return false
    const fixed = checkPlan(fix.after, {
      parsers: planParsers(options),
      split: splitBatches,
      ...(file.check.format && { format: file.check.format }),
    })
    const left = new Set(fixed.issues.map(({ code, message }) => `${code} ${message}`))
    return file.check.issues.some(({ code, message }) => !left.has(`${code} ${message}`))
  } catch {
    // `amelia fix` reports a parser that fails.
    return false
  }
}
