import type { GitBackendV1 } from '../../../contract/git-backend.ts'
import { AmeliaError } from '../../../error/amelia-error.ts'
import type { DiffRange } from './phase-range.ts'

/**
 * Checks that a repository has both commits of a change: those of a run on several machines may only be in
 * the repository that these share.
 *
 * Throws `COMMIT_MISSING`, which says how to fetch them.
 */
export const checkCommits = async (
  git: Pick<GitBackendV1, 'readRef'>,
  runId: string,
  { from, to }: DiffRange,
): Promise<void> => {
  const commits: string[] = []
  for (const commit of [from, to]) if ((await git.readRef(commit)) === null) commits.push(commit)
  if (commits.length === 0) return
  const refs = `refs/amelia/${runId}/*`
  const message = `This repository does not have ${commits.join(', ')} of run ${runId}. Fetch the run from the shared one, such as with git fetch origin '${refs}:${refs}'.`
  throw new AmeliaError('COMMIT_MISSING', message, { runId, commits })
}
