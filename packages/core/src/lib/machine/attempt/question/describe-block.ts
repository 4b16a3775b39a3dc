import type { Failure } from '../../../contract/failure.ts'
import { failureDetails } from '../../../policy/failure/failure-details.ts'
import { describeSpend, findExhausted } from '../../../policy/dispatch/find-exhausted.ts'
import { neighbours } from '../../../graph/graph.ts'
import { isTerminal } from '../../state/move-to.ts'
import type { EarlierFailure } from '../../state/effort.ts'
import type { PhaseState } from '../../state/phase-state.ts'
import type { RunState } from '../../state/run-state.ts'
import type { Turn } from '../../state/turn.ts'
import { providerOf } from '../../waiting/back-off.ts'
import type { Block } from './list-choices.ts'

/**
 * Describes the question about a phase that a failure stopped. `same`: the failure that it repeats, if that
 * is why.
 */
export const describeBlock = (
  turn: Turn,
  { id, spent, allowed }: PhaseState,
  failure: Failure,
  same?: EarlierFailure,
): Pick<Block, 'message' | 'details' | 'exhausted'> => {
  const { message: said } = failure
  const message = same ? `${said.replace(/\.?$/, '.')} It is the same failure as in ${same.where}.` : said
  const details = failureDetails(failure)
  if (failure.class === 'auth')
    return {
      message: `The login to ${providerOf(turn, failure)} failed in phase ${id}: ${message.replace(/\.$/, '')}. Continue when the login works.`,
      details,
    }
  const exhausted = failure.class === 'budget_exceeded' ? findExhausted(spent, allowed) : []
  if (exhausted.length === 0) return { message, details }
  return {
    exhausted,
    message: `Phase ${id} has used up its budget. Allow the same amount again?`,
    details: [...describeSpend(spent, allowed), ...details],
  }
}

/**
 * The question about a failed phase that only added tests, which fail: the plan may want a later phase to
 * make them pass. Undefined if it is not such a phase, or no phase that is open depends on it.
 */
export const redQuestion = (
  state: RunState,
  { id, index, attempt }: PhaseState,
  failure: Failure,
): Block | undefined => {
  const later = [...neighbours(state.graph.dependents, index)]
    .map((each) => state.phases[each]!)
    .filter((phase) => !isTerminal(phase))
  if (failure.class !== 'verification_failed' || !attempt.evidence?.late || later.length === 0)
    return undefined
  return {
    blocker: 'red_unclear',
    message: `The tests that phase ${id} added fail, and nothing else does. Approve them as red, for ${later.map((phase) => phase.id).join(', ')} to make them pass?`,
    details: failureDetails(failure),
  }
}
