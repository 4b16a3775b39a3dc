import type { RevertScope } from '../../event/gate-view.ts'
import type { RunState } from '../state/run-state.ts'
import { findBefore } from './find-before.ts'

/**
 * Whether a finished revert has restored everything that another one with this scope would restore. False for
 * a revert that was interrupted, and for the rest of a run of which one batch was reverted.
 */
export const isReverted = (state: RunState, scope: RevertScope): boolean => {
  const { endedAt, revert, target } = state
  if (endedAt === undefined || revert.done === undefined || target.inCheckout) return false
  const found = findBefore(state, { scope })
  return 'before' in found && found.before === target.commit
}
