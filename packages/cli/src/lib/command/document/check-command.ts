import { splitBatches } from '@amelia/core'
import { exitCode } from '../../terminal/exit-code.ts'
import { planJson } from '../../document/plan-json.ts'
import { noteUnreadParsers } from '../../document/note-unread-parsers.ts'
import { printIssues } from '../../document/print-issues.ts'
import { type PlanReading, readPlanFile } from '../../document/read-plan-file.ts'
import { renderCheck } from '../../document/render-check.ts'
import type { Terminal } from '../../terminal/terminal.ts'

/** Options of `amelia check`. */
export interface CheckOptions extends PlanReading {
  json?: boolean
  format?: 'github'
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
    terminal.out(`${JSON.stringify(planJson(file), null, 2)}\n`)
  } else {
    const github = options.format === 'github' ? await import('../github/report-check.ts') : undefined
    await github?.reportCheck(terminal, file)
    const resumeCommands = github?.pauseCommands(terminal)
    if (file.check.ok) terminal.out(renderCheck(file, terminal))
    printIssues(terminal, file, { reads: true })
    resumeCommands?.()
  }
  return file.check.ok ? exitCode.completed : exitCode.usage
}
