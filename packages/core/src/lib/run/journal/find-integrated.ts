import type { Integrated } from '../../machine/state/git-comparison.ts'
import type { GitBackendV1 } from '../../contract/git-backend.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { findStatements } from './find-statements.ts'
import { type OwnCommit, ownTrailer } from '../../perform/message/trailers.ts'

/**
 * Finds commits on the run's head that the journal does not contain, because a disk reported writes as safe
 * too early and lost its end.
 *
 * Commits are recognised by their trailers: the run's id, and the phase or the kind of commit. Returns
 * undefined if the head is in the journal, or is the result of an intent, which the resume finishes anyway.
 */
export const findIntegrated = async (git: GitBackendV1, state: RunState): Promise<Integrated | undefined> => {
  const {
    runId,
    prepared,
    headRef,
    phases,
    ending: { closing, recording },
  } = state
  const ref = refNames(runId).head
  const head = await git.readRef(ref)
  if (head === null || (prepared && head === headRef)) return undefined
  const intents = [
    ...phases.map(({ intent }) => intent?.updates ?? []),
    closing?.updates ?? [],
    recording?.updates ?? [],
  ].flat()
  if (intents.some((update) => update.ref === ref && update.new === head)) return undefined
  const own = await git.findCommits({ from: head, trailer: 'Amelia-Run', value: runId })
  const found: Integrated['phases'] = []
  for (const { id: phaseId, status, former } of phases) {
    if (status === 'completed') continue
    const commits = await git.findCommits({ from: head, trailer: 'Amelia-Phase', value: phaseId })
    const commit = commits.find((id) => own.includes(id))
    if (commit !== undefined && commit !== former) found.push({ phaseId, commit })
  }
  const report = own.includes(head) && (await isOwn(git, head, 'report'))
  if (found.length === 0 && !report) return undefined
  found.sort((one, other) => own.indexOf(other.commit) - own.indexOf(one.commit))
  const published = await findPublished(git, state, head)
  const statements = await findStatements(git, state, found)
  return { head, ...statements, report, ...(published !== undefined && { published }) }
}

/** Returns the target's commit if it is the run's head or its squash. */
const findPublished = async (
  git: GitBackendV1,
  { runId, target: { ref: target } }: RunState,
  head: string,
): Promise<string | undefined> => {
  const value = await git.readRef(target)
  if (value === null || value === head) return value ?? undefined
  const own = await git.findCommits({ from: value, trailer: 'Amelia-Run', value: runId })
  return own.includes(value) && (await isOwn(git, value, 'squash')) ? value : undefined
}

const isOwn = async (git: GitBackendV1, commit: string, what: OwnCommit): Promise<boolean> =>
  (await git.findCommits({ from: commit, trailer: ownTrailer, value: what })).includes(commit)
