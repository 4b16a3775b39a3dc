import type { PhaseReport, SubtaskReport } from '../../event/report.ts'
import type { StepReport } from '../../contract/step-report.ts'
import { reasonOf } from '../../machine/attempt/skip-part.ts'
import type { FrozenPhase, FrozenRun } from '../../machine/state/frozen-run.ts'
import type { Part } from '../../policy/dispatch/cascade-skips.ts'
import { partStatus } from '../../machine/progress/part-status.ts'
import { isoTime } from '../iso-time.ts'

/** Lists the subtasks of a phase for its report. `status`: that of the phase, as reported. */
export const listSubtasks = (
  phase: FrozenPhase,
  status: PhaseReport['status'],
  skipped: FrozenRun['skippedParts'],
): SubtaskReport[] =>
  phase.planned.subtasks.map(({ id, title, type, status: planned, steps }) => {
    const run = phase.subtaskRuns.get(id)
    const isDone = planned === 'done'
    const own = isDone ? 'completed' : partStatus(phase, id)
    return {
      id,
      title,
      type,
      status: endWith(own, status),
      attempt: run?.attempt ?? phase.attempt.number,
      ...(run?.startedAt === undefined ? {} : { startedAt: isoTime(run.startedAt) }),
      ...(run?.endedAt === undefined ? {} : { completedAt: isoTime(run.endedAt) }),
      ...(run?.error === undefined ? {} : { error: run.error }),
      ...(own === 'skipped' && skipReason('subtask', skipped.subtasks.get(id))),
      ...(run?.claimed && { claimed: true as const }),
      ...(steps.length > 0 && {
        steps: steps.map((step) => listStep(phase, step.id, isDone ? 'completed' : status, skipped)),
      }),
    }
  })

/** Empty for a part that is not skipped for its own sake, but with its phase. */
const skipReason = (kind: Part['kind'], because: Part | null | undefined): { skipReason?: string } =>
  because === undefined ? {} : { skipReason: reasonOf(kind, because).reason }

const listStep = (
  phase: FrozenPhase,
  id: string,
  status: PhaseReport['status'],
  skipped: FrozenRun['skippedParts'],
): StepReport => {
  const own = phase.stepStatus.get(id)
  const run = own === undefined || own === 'skipped' ? undefined : phase.stepRuns.get(id)
  return {
    id,
    status: endWith(own ?? 'pending', status),
    ...(run && { startedAt: isoTime(run.startedAt) }),
    ...(run?.endedAt === undefined ? {} : { completedAt: isoTime(run.endedAt) }),
    ...(run?.durationMs === undefined ? {} : { durationMs: run.durationMs }),
    ...(run?.command === undefined ? {} : { command: run.command }),
    ...(run?.result === undefined ? {} : { result: run.result }),
    ...(own === 'skipped' && skipReason('step', skipped.steps.get(id))),
  }
}

const ended: ReadonlySet<string> = new Set(['completed', 'failed', 'skipped', 'cancelled'])

/**
 * Returns the status of a part. A part that has not ended takes the status of its phase once the phase has
 * ended; only a running part is interrupted.
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
    case 'interrupted':
      return own === 'running' ? phase : own
    default:
      return own
  }
}
