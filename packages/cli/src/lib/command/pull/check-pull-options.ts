import { usageError } from '../../terminal/usage-error.ts'
import { findPush } from './find-push.ts'

/** The flags about pull requests. */
export interface PullFlags {
  /** Whether to push the branch of a completed run, and to open a pull request. */
  pr?: boolean
  /** Whether to push the statements of a completed run, also without a pull request. */
  pushProof?: boolean
  /** The remote to push to, unless the run has an engine. */
  remote?: string
  /** With an engine, `remote` is the repository that all machines share. */
  engine?: 'dbos'
}

/** Throws a usage error for flags that contradict `--pr`, before a run begins. */
export const checkPullOptions = async ({
  pr,
  pushProof,
  remote: named,
  engine,
  repo,
  inPlace,
  commit,
}: PullFlags & { repo: string; inPlace?: boolean; commit?: string }): Promise<void> => {
  const remote = engine === undefined ? named : undefined
  if (pr !== true) {
    if (remote !== undefined && pushProof !== true)
      throw usageError('--remote needs --pr or --push-proof.', 'Add one of them, or leave out --remote.')
    if (remote !== undefined) await findPush({ repo, remote })
    return
  }
  if (inPlace === true || commit === 'message-only')
    throw usageError(
      `--pr needs a branch of the run, and ${inPlace === true ? '--in-place' : '--commit message-only'} creates none.`,
      'Leave out one of the two.',
    )
  if (remote !== undefined) await findPush({ repo, remote })
}
