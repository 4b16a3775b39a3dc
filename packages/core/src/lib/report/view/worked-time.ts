import type { PhaseReport } from '../../event/report.ts'
import { runCondition } from '../words/run-condition.ts'
import type { RunView } from './run-change.ts'

/**
 * Returns the milliseconds in which a phase, or without one the run, was worked on until `now`, as the report
 * counts them: without waits that only people can end, and without times in which no process ran it.
 */
export const workedTime = (view: RunView, now: number, phase?: PhaseReport): number => {
  const { report, phases, at } = view
  const { state } = runCondition(view)
  const grows = phase
    ? phase.active === true
    : (state === 'running' || state === 'draining') &&
      (report.gates.length === 0 || [...phases.values()].some(({ active }) => active))
  const known = (phase ?? report).durationMs ?? 0
  return grows ? known + Math.max(0, now - Date.parse(at)) : known
}
