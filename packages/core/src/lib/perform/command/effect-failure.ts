import { AmeliaError } from '../../error/amelia-error.ts'
import type { Failure } from '../../contract/failure.ts'
import { describeError } from '../../policy/describe-error.ts'
import { isEndedByDrain } from './is-ended-by-drain.ts'
import type { Workspace } from '../../contract/workspace.ts'
import type { Performer } from '../performer.ts'

/**
 * Converts the error of an effect to a failure: `interrupted` if a command, or a process of git, was ended by
 * the signal that drains the run, or if the workspace was lost; otherwise `environment`.
 */
export const effectFailure = async (
  performer: Performer,
  error: unknown,
  workspace?: Workspace,
): Promise<Failure> => {
  const cause = (workspace && (await findLoss(performer, workspace))) ?? error
  return {
    class: (await isInterrupted(performer, cause)) ? 'interrupted' : 'environment',
    ...describeError(cause, performer.redact),
  }
}

/** Returns the error of a workspace whose folder was deleted; undefined if it exists. */
export const findLoss = (
  { host }: Pick<Performer, 'host'>,
  workspace: Workspace,
): Promise<AmeliaError | undefined> =>
  host.git.changedPaths(workspace).then(
    () => undefined,
    (error: unknown) => (AmeliaError.is(error, 'DRIVER_FAILED') ? error : undefined),
  )

const isInterrupted = async (performer: Performer, error: unknown): Promise<boolean> => {
  if (AmeliaError.is(error, 'DRIVER_FAILED')) return error.details.class === 'interrupted'
  return AmeliaError.is(error, 'GIT_FAILED') && isEndedByDrain(performer, error.details)
}
