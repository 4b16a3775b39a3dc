import type { PhaseStatus, RunEvent } from '@amelia/core'

interface Worked {
  workedMs: number
}

interface WorkedPhase extends Worked {
  readonly status: PhaseStatus
}

interface WorkedRun extends Worked {
  readonly phases: readonly WorkedPhase[]
  readonly openGates: ReadonlySet<string>
  readonly endedAt?: number
  lastAt?: number
}

/** Whether a phase is being worked on, and does not wait. */
const isActive = ({ status }: WorkedPhase): boolean =>
  status === 'running' || status === 'verifying' || status === 'reviewing' || status === 'integrating'

/**
 * Returns the milliseconds in which a phase, or without one the run, was worked on until `now`, as the report
 * counts them: without interruptions, and without waits only for people.
 */
export const workedUntil = (progress: WorkedRun, now: number, phase?: WorkedPhase): number =>
  (phase ?? progress).workedMs +
  (progress.endedAt === undefined && isWorking(progress, phase)
    ? Math.max(0, now - (progress.lastAt ?? now))
    : 0)

const isWorking = ({ phases, openGates }: WorkedRun, phase?: WorkedPhase): boolean =>
  phase ? isActive(phase) : openGates.size === 0 || phases.some(isActive)

/** Adds the time since the last event. A resumed run did not work before. */
export const passTime = (progress: WorkedRun, { type }: RunEvent, at: number): void => {
  if (type !== 'run_resumed') {
    for (const phase of progress.phases) phase.workedMs = workedUntil(progress, at, phase)
    progress.workedMs = workedUntil(progress, at)
  }
  progress.lastAt = at
}
