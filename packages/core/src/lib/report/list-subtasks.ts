import type { PhaseReport, SubtaskReport } from '../event/report.ts'
import type { FrozenPhase } from '../machine/state/frozen-run.ts'
import { partStatus } from '../machine/progress/part-status.ts'
import { isoTime } from './iso-time.ts'

/** Lists the subtasks of a phase for its report. `status`: that of the phase, as reported. */
export const listSubtasks = (phase: FrozenPhase, status: PhaseReport['status']): SubtaskReport[] =>
  phase.planned.subtasks.map(({ id, title, type, status: planned }) => {
    const run = phase.subtaskRuns.get(id)
    const own = planned === 'done' ? 'completed' : partStatus(phase, id)
    return {
      id,
      title,
      type,
      status: endWith(own, status),
      attempt: run?.attempt ?? phase.attempt.number,
      ...(run?.startedAt === undefined ? {} : { startedAt: isoTime(run.startedAt) }),
      ...(run?.endedAt === undefined ? {} : { completedAt: isoTime(run.endedAt) }),
      ...(run?.error === undefined ? {} : { error: run.error }),
      ...(run?.claimed && { claimed: true as const }),
    }
  })

const ended: ReadonlySet<string> = new Set(['completed', 'failed', 'skipped', 'cancelled'])

/**
 * Returns the status of a part. A part that has not ended takes the status of its phase once the phase has
 * ended.
 */
export const endWith = (
  own: SubtaskReport['status'],
  phase: PhaseReport['status'],
): SubtaskReport['status'] => {
  if (ended.has(own)) return own
  switch (phase) {
    case 'completed':
    case 'external':
    case 'skipped':
    case 'blocked':
    case 'cancelled':
      return phase
    case 'failed':
      return 'cancelled'
    default:
      return own
  }
}
