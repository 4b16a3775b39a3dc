import type { PhaseReport, Plan, RunView, TrustLevel } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { RunStore } from '../state/create-run-store.ts'

/**
 * Makes the store of a run that has not started, so that the graph shows its plan: phases that the plan calls
 * done, and those in `adopted`, are completed. It never changes.
 */
export const stillStore = (
  plan: Plan,
  {
    batches,
    trust,
    adopted = [],
  }: { batches: readonly { phases: string[] }[]; trust: TrustLevel; adopted?: readonly string[] },
): RunStore => {
  const statusOf = ({ id, status }: Plan['phases'][number]): PhaseReport['status'] =>
    adopted.includes(id) ? 'completed' : words.plannedStatus[status]
  const phases = plan.phases.map(
    (phase): PhaseReport => ({
      ...{ id: phase.id, title: phase.title },
      ...{ attempt: 0, checks: [] },
      status: statusOf(phase),
    }),
  )
  const at = '1970-01-01T00:00:00.000Z'
  const view: RunView = {
    ...{ runId: '', through: 0, at, plan },
    report: {
      ...{ runId: '', goal: plan.goal, status: 'waiting', base: '', head: '', publish: 'phase', target: '' },
      ...{ targetPublished: false, checks: [], debts: [], gates: [], startedAt: at, durationMs: 0 },
      spent: { tokens: 0, usd: null, wallMs: 0, sessions: 0, ...unspent },
      batches: batches.map(({ phases: ids }, index) => ({
        ...{ batch: index + 1, phases: ids, completedSteps: [] },
        status: ids.every((id) => adopted.includes(id)) ? 'completed' : 'pending',
        ...(trust === 'standard' && { checkpoint: 'batch' as const }),
        ...(trust === 'paranoid' && { checkpoint: 'phase' as const }),
      })),
    },
    phases: new Map(phases.map((phase) => [phase.id, phase])),
    ...{ waits: new Map(), activities: new Map() },
  }
  const nothing = (): void => {}
  return {
    runId: '',
    view: () => view,
    connection: () => connection,
    releasedAt: () => undefined,
    lostAt: () => undefined,
    events: () => [],
    progress: () => [],
    subscribe: () => nothing,
    open: () => nothing,
    retry: nothing,
  }
}

const unspent = {
  ...{ sessionMs: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
  ...{ estimatedUsd: 0, unknownTokens: 0, unknownUsd: 0 },
}

const connection = { state: 'over' } as const
