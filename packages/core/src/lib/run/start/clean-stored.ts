import type { RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames } from '../../machine/state/ref-names.ts'
import type { Host } from '../../contract/host.ts'
import { foldRun } from '../journal/fold-run.ts'
import { isOver } from '../journal/is-over.ts'
import { releaseReservations } from '../journal/release-reservations.ts'
import { buildReport } from '../../report/build-report.ts'
import { whenUnlocked } from '../../perform/guard/when-unlocked.ts'

export interface CleanRunOptions {
  host: Host
  runId: string
  /**
   * Whether to delete the refs of attempts too. Git may then discard commits that only they reach. Default:
   * false.
   */
  attempts?: boolean
}

export interface CleanedRun {
  /** Deleted refs. */
  removed: string[]
  /**
   * Refs that were kept: nothing else reaches their commits, or they belong to attempts and `attempts` was
   * false.
   */
  kept: string[]
}

/** Implements `cleanRun`. */
export const cleanStored = async ({
  host,
  runId,
  attempts = false,
}: CleanRunOptions): Promise<CleanedRun> => {
  const { git, store, clock } = host
  // Acquiring the lease of a run that does not exist would create it.
  await store.load(runId)
  const lease = await store.acquire(runId)
  try {
    const { state } = foldRun(runId, await store.load(runId))
    const report = buildReport(state, clock.now())
    if (!isOver(state))
      throw new AmeliaError(
        'RUN_NOT_ENDED',
        `Run ${runId} can be resumed: it is ${report.status}. Resume it, or end it first: amelia revert, or abort at a gate.`,
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
