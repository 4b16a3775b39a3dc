import type { PhaseReport } from '../event/report.ts'

/** Counts the phases of a run and those that are done, without those that the run leaves out. */
export const countPhases = (
  phases: readonly Pick<PhaseReport, 'status' | 'excluded'>[],
): { done: number; all: number } => {
  const included = phases.filter(({ excluded }) => excluded !== true)
  const done = included.filter(({ status }) => status === 'completed' || status === 'external')
  return { done: done.length, all: included.length }
}
