import type { RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { CleanedRun, CleanRunOptions } from '../door/clean-run.ts'
import { foldRun } from '../journal/fold-run.ts'
import { isOver } from '../journal/is-over.ts'
import { releaseReservations } from './reservation.ts'
import { buildReport } from '../../report/build-report.ts'
import { whenUnlocked } from '../../perform/guard/when-unlocked.ts'

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
    const { state } = foldRun(runId, await store.load(runId))
    const report = buildReport(state, clock.now())
    if (!isOver(state))
      throw new AmeliaError(
        'RUN_NOT_ENDED',
        `Run ${runId} can go on: it is ${report.status}. Resume it, or give it up first: amelia revert, or abort at a question.`,
        { runId, status: report.status },
      )
    await git.removeWorkspaces?.(runId, { lease: lease.token, all: true })
    const prefix = refNames(runId).head.replace(/head$/, '')
    const target = await git.readRef(report.target)
    const updates: RefUpdate[] = []
    const kept: string[] = []
    for (const [ref, commit] of await git.listRefs(prefix)) {
      const isAttempt = /^(?:attempt|part|step|left)\//.test(ref.slice(prefix.length))
      const isHeld = target !== null && (await git.isAncestor(commit, target))
      if (isAttempt ? attempts : isHeld) updates.push({ ref, new: null, old: commit })
      else kept.push(ref)
    }
    if (updates.length > 0) await whenUnlocked(clock, () => git.updateRefs(updates))
    await whenUnlocked(clock, () => releaseReservations(git, state, { cleaned: true }))
    return { removed: updates.map(({ ref }) => ref), kept }
  } finally {
    await lease.release()
  }
}
