import type { Failure } from '../../../contract/failure.ts'
import type { BlockerType } from '../../../event/blocker-type.ts'
import type { SpendKind } from '../../../event/budget.ts'
import type { GateChoice } from '../../../event/gate-view.ts'
import type { PhaseState } from '../../state/phase-state.ts'

/** A question about a phase that cannot continue. */
export interface Block {
  blocker: BlockerType
  message: string
  details: string[]
  /** Shared by phases that join one gate: see `GateView`. */
  cause?: string
  stepId?: string
  suggestions?: string[]
  /** See `GateView`. */
  retries?: 'review'
  /** See `GateView`. */
  exhausted?: SpendKind[]
  /** Whether a person may approve running it: nothing has run yet. */
  passable?: boolean
  /** The failure that ended the session before the question was found. */
  interruption?: Failure
  /** The fingerprints of everything that must not be committed, if a person may approve it. */
  findings?: readonly string[]
}

/**
 * Lists the answers to a blocker. `done-by-hand` means that a person did a step by hand; `skip` is for the
 * step if there is one, else for the phase. Questions before a step, or about a budget, cannot be retried.
 */
export const listChoices = (
  { blocker, stepId, passable = false, findings }: Block,
  { attempt: { keptAt, interruption } }: PhaseState,
): GateChoice[] => {
  const stop: GateChoice[] = ['skip', 'abort', 'abort-revert']
  if (blocker === 'needs_judgment' && stepId !== undefined)
    return [...(passable ? (['approve'] as const) : []), 'done-by-hand', ...stop]
  if (blocker === 'budget_exceeded') return ['approve', ...stop]
  // No answer undoes a skip, so another attempt would end at the same question.
  if (blocker === 'dependency_skipped') return ['approve', ...stop]
  const isStopped = blocker === 'user_cancelled' && keptAt !== 'review'
  const continues = isStopped || interruption ? (['continue'] as const) : []
  const isReview = keptAt === 'review' && blocker !== 'repository_tampered'
  const isReport = keptAt === 'report'
  const isTakenAsItIs =
    blocker === 'already_done' ||
    blocker === 'evidence_changed' ||
    blocker === 'red_unclear' ||
    blocker === 'user_changes' ||
    findings !== undefined
  const more: GateChoice[] = [
    ...(passable || isReview || isReport || isTakenAsItIs ? (['approve'] as const) : []),
    ...(stepId === undefined ? [] : (['done-by-hand'] as const)),
  ]
  return [...continues, 'retry', ...more, ...stop]
}
