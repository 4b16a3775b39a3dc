import type { PhaseReport } from '@amelia/core'

/** The statuses in which a phase is being worked on. */
const working: readonly PhaseReport['status'][] = [
  'running',
  'retrying',
  'verifying',
  'reviewing',
  'integrating',
]

/** Whether a phase is being worked on, so that its time grows. */
export const isWorking = (phase: Pick<PhaseReport, 'status' | 'active'>): boolean =>
  phase.active ?? working.includes(phase.status)

/**
 * Returns the milliseconds in which a phase was worked on until `now`. `at`: the time of the change that
 * delivered the phase. The clocks of page and run may differ, so that the time never runs backwards.
 */
export const workedTime = (
  phase: Pick<PhaseReport, 'status' | 'active' | 'durationMs'>,
  { at, now }: { at: number; now: number },
): number | undefined => {
  const grown = isWorking(phase) && at > 0 ? Math.max(0, now - at) : 0
  return phase.durationMs === undefined && !isWorking(phase) ? undefined : (phase.durationMs ?? 0) + grown
}
