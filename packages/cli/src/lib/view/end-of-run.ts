import type { Plan, Report } from '@amelia/core'
import { renderReport, type ReportOptions } from '@amelia/core/view'
import { type GateNumbers, withNumbers } from '../stored/gate-numbers.ts'
import { renderOutcome } from './render-outcome.ts'
import { nextStepLines } from './next-step-lines.ts'
import { nextSteps, type RunFlags } from '../stored/next-steps.ts'
import { linkPlaces } from '../terminal/link-places.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The most commands on the last screen of a terminal. */
const mostCommands = 3

/** Options of {@link endOfRun}. */
export interface EndOptions extends RunFlags {
  plan: Plan
  numbers?: GateNumbers
  condition?: ReportOptions['condition']
}

/**
 * Renders the end of a run: on a terminal the last screen, with what a person has to know and to type next;
 * elsewhere the full report, in lines that are not cut.
 */
export const endOfRun = (terminal: Terminal, report: Report, options: EndOptions): string => {
  const { plan, numbers = new Map<string, number>(), condition, repo } = options
  const { columns, ascii, paint, stdout, attended, live } = terminal
  const numbered = withNumbers(report, numbers)
  const steps = nextSteps(report, { ...options, attended: attended && live && stdout.isTTY }, numbers)
  const shown = { width: columns, ascii, paint, ...(condition && { condition }) }
  const text = stdout.isTTY
    ? renderOutcome(numbered, {
        ...shown,
        next: nextStepLines(steps.slice(0, mostCommands), columns),
        ...(plan.title === '' ? {} : { title: plan.title }),
      })
    : renderReport(numbered, { ...shown, next: nextStepLines(steps, columns) })
  return linkPlaces(terminal, text, repo)
}
