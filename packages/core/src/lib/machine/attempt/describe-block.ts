import type { Failure } from '../../contract/failure.ts'
import { describeSpend, findExhausted } from '../../policy/dispatch/find-exhausted.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'
import { providerOf } from '../waiting/back-off.ts'
import type { Block } from './list-choices.ts'

/** Describes the question about a phase that a failure stopped. */
export const describeBlock = (
  turn: Turn,
  { id, spent, allowed }: PhaseState,
  failure: Failure,
): Pick<Block, 'message' | 'details'> => {
  const { message } = failure
  const details = failureDetails(failure)
  if (failure.class === 'auth')
    return {
      message: `The login to ${providerOf(turn, failure)} failed in phase ${id}: ${message.replace(/\.$/, '')}. Log in or set another key, then continue.`,
      details,
    }
  if (failure.class !== 'budget_exceeded' || findExhausted(spent, allowed).length === 0)
    return { message, details }
  return {
    message: `Phase ${id} has used up its budget. Allow the same amount again?`,
    details: [...describeSpend(spent, allowed), ...details],
  }
}

/** Describes a failure for people, in lines. */
export const failureDetails = ({ command, exitCode, output, outputFile, tried = [] }: Failure): string[] => [
  ...tried.map((line) => `tried: ${line}`),
  ...(command === undefined ? [] : [`ran: ${command}`]),
  ...(exitCode === undefined ? [] : [`exit code: ${exitCode ?? 'none, a signal ended it'}`]),
  ...(output ? output.split('\n') : []),
  ...(outputFile === undefined ? [] : [`full output: ${outputFile}`]),
]
