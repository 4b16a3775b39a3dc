import type { PhaseReport, RunView } from '@amelia/core'
import type { TimelineBar } from './list-bars.ts'

/** Lists one bar for each phase that has begun, from the view alone: without its attempts and waits. */
export const barsOfView = (view: RunView): TimelineBar[] =>
  [...view.phases.values()].flatMap((phase: PhaseReport): TimelineBar[] => {
    const { id, status, startedAt, completedAt } = phase
    if (startedAt === undefined) return []
    const outcome =
      status === 'completed' || status === 'failed' || status === 'cancelled' ? status : 'paused'
    return [
      {
        ...{ phaseId: id, kind: 'attempt', from: Date.parse(startedAt), label: 'Phase' },
        ...(completedAt !== undefined && { to: Date.parse(completedAt), outcome }),
        ...(status === 'interrupted' && { to: Date.parse(view.at), outcome: 'broken' as const }),
      },
    ]
  })
