import type { RunView } from '@amelia/core'
import type { RunCondition } from '@amelia/core/view'

/** The stages of a run, in order. */
export const stageNames = ['plan', 'develop', 'review', 'done'] as const

/** A stage of a run. */
export interface RunStage {
  name: (typeof stageNames)[number]
  /** `stopped`: a person ended the run here, or reverted it. */
  state: 'over' | 'current' | 'waiting' | 'failed' | 'stopped' | 'open'
}

type StageView = Pick<RunView, 'phases'> & { report: Pick<RunView['report'], 'gates'> }

/**
 * Lists the stages of a run: the one that it is at, those before it, and those to come. While phases are
 * reviewed and others developed, both stages are current.
 */
export const listStages = (
  { report: { gates }, phases }: StageView,
  { status }: Pick<RunCondition, 'status'>,
): RunStage[] => {
  const at = indexOf(
    status,
    gates.some(({ kind }) => kind === 'plan'),
    [...phases.values()],
  )
  const current = stateOf(status)
  const reviews = [...phases.values()].some((phase) => phase.status === 'reviewing')
  return stageNames.map((name, index) => ({
    name,
    state: index < at ? 'over' : index === at || (index === 2 && at === 1 && reviews) ? current : 'open',
  }))
}

const indexOf = (
  status: RunCondition['status'],
  isPlanAsked: boolean,
  phases: readonly { status: string; attempt: number }[],
): number => {
  if (status === 'completed' || status === 'partial') return 3
  if (isPlanAsked || (phases.length > 0 && phases.every((phase) => phase.attempt === 0 && isOpen(phase))))
    return 0
  const open = phases.filter(isOpen)
  if (status === 'reverted' && open.length === 0) return 3
  // Work that failed was never reviewed.
  if (phases.some((phase) => phase.status === 'failed' || phase.status === 'cancelled')) return 1
  return open.every((phase) => phase.status === 'reviewing') ? 2 : 1
}

const isOpen = ({ status }: { status: string }): boolean =>
  !['completed', 'external', 'failed', 'blocked', 'skipped', 'cancelled'].includes(status)

const stateOf = (status: RunCondition['status']): RunStage['state'] => {
  switch (status) {
    case 'completed':
    case 'partial':
      return 'over'
    case 'failed':
      return 'failed'
    case 'aborted':
    case 'cancelled':
    case 'reverted':
      return 'stopped'
    case 'unknown':
      return 'open'
    // A person has to resume it.
    case 'interrupted':
    case 'waiting':
      return 'waiting'
    case 'running':
    case 'draining':
      return 'current'
  }
}
