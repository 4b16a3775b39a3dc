import type { RefUpdate } from '../contract/git-backend.ts'
import { AmeliaError } from '../error/amelia-error.ts'
import { refNames } from '../machine/ref-names.ts'
import type { CleanedRun, CleanRunOptions } from './clean-run.ts'
import { readStored } from './read-stored.ts'

/** What `cleanRun` does. */
export const cleanStored = async ({
  host,
  runId,
  attempts = false,
}: CleanRunOptions): Promise<CleanedRun> => {
  const { git, store, clock } = host
  // Taking a run that is not there would make it.
  await store.load(runId)
  const lease = await store.acquire(runId)
  try {
    const { report, canGoOn } = await readStored({ store, runId, now: clock.now() })
    if (canGoOn)
      throw new AmeliaError(
        'RUN_NOT_ENDED',
        `Run ${runId} can go on: it is ${report.status}. Resume it, or give it up first: amelia revert, or abort at a question.`,
        { runId, status: report.status },
      )
    await git.removeWorkspaces?.(runId)
    const prefix = refNames(runId).head.replace(/head$/, '')
    const target = await git.readRef(report.target)
    const updates: RefUpdate[] = []
    const kept: string[] = []
    for (const [ref, commit] of await git.listRefs(prefix)) {
      const isAttempt = /^(?:attempt|part|left)\//.test(ref.slice(prefix.length))
      const isHeld = target !== null && (await git.isAncestor(commit, target))
      if (isAttempt ? attempts : isHeld) updates.push({ ref, new: null, old: commit })
      else kept.push(ref)
    }
    if (updates.length > 0) await git.updateRefs(updates)
    return { removed: updates.map(({ ref }) => ref), kept }
  } finally {
    await lease.release()
  }
}
