import { AmeliaError } from '../../error/amelia-error.ts'
import type { Failure } from '../../contract/failure.ts'
import { describeError } from '../../policy/describe-error.ts'
import { isEndedByDrain } from './is-ended-by-drain.ts'
import type { Performer } from '../performer.ts'

/**
 * Converts the error of an effect to a failure: `interrupted` if a command, or a process of git, was ended by
 * the signal that drains the run; otherwise `environment`.
 */
export const effectFailure = async (performer: Performer, error: unknown): Promise<Failure> => ({
  class: (await isInterrupted(performer, error)) ? 'interrupted' : 'environment',
  ...describeError(error, performer.redact),
})

const isInterrupted = async (performer: Performer, error: unknown): Promise<boolean> => {
  if (AmeliaError.is(error, 'DRIVER_FAILED')) return error.details.class === 'interrupted'
  return AmeliaError.is(error, 'GIT_FAILED') && isEndedByDrain(performer, error.details)
}
