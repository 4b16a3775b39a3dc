import type { RevertScope } from '../../event/gate-view.ts'
import type { RunState } from '../state/run-state.ts'

/**
 * The part that `abort-revert` reverts: the batch in question, if a person names none (seed:
 * intelligent-execution, Blocker Resolution Flow). Batches that are published together are the run.
 */
export const revertScope = (
  { settings: { publish } }: Pick<RunState, 'settings'>,
  scope: RevertScope | undefined,
): RevertScope => scope ?? (publish === 'phase' ? 'batch' : 'run')
