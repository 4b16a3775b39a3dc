import type { RefUpdate } from '../../contract/git-backend.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { refNames, reservationOf } from '../../machine/state/ref-names.ts'
import type { Host } from '../../contract/host.ts'
import type { RunLease } from '../../contract/run-store.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { checkCall } from '../boundary/check-call.ts'
import { checkedHost } from '../boundary/checked-host.ts'
import { foldRun } from '../journal/fold-run.ts'
import { isOver } from '../journal/is-over.ts'
import { releaseReservations, reservedBy } from '../journal/release-reservations.ts'
import { refuseOwnClone } from '../settings/refuse-own-clone.ts'
import { buildReport } from '../../report/build-report.ts'
import { runCondition } from '../../report/words/run-condition.ts'
import { fenceGit } from '../../perform/guard/fence-git.ts'
import { whenUnlocked } from '../../perform/guard/when-unlocked.ts'

/** Options of `cleanRun`. */
export interface CleanRunOptions {
  /** The host with the run's repository and store. */
  host: Host
  /** The id of the run, which must have ended or never have started; with `journal`, it may be resumable. */
  runId: string
  /**
   * Whether to delete the refs of attempts too. Git may then discard commits that only they reach. Default:
   * false.
   */
  attempts?: boolean | undefined
  /** Whether to delete the transcripts of its sessions. Default: false. */
  transcripts?: boolean | undefined
  /**
   * Whether to delete the run itself: its journal, its transcripts and all its refs. It can then be neither
   * read nor resumed. Refused while the run waits for an answer. A store that cannot delete keeps the
   * journal. Default: false.
   */
  journal?: boolean | undefined
  /**
   * Whether to delete the target branch too. Only a branch that the run created, that contains no commits of
   * others, and that is not checked out, is deleted. Default: false.
   */
  branch?: boolean | undefined
}

/** The result of `cleanRun`. */
export interface CleanedRun {
  /** Deleted refs. */
  removed: string[]
  /**
   * Refs that were kept: nothing else reaches their commits, or they belong to attempts and `attempts` was
   * false.
   */
  kept: string[]
  /** The number of files of transcripts that were deleted, and of those that were kept. */
  transcripts: { removed: number; kept: number }
  /** Set if the run itself was deleted: on request, or because it had never started. */
  deleted?: true
}

/** Implements `cleanRun`. */
export const cleanStored = async (options: CleanRunOptions): Promise<CleanedRun> => {
  checkCall('cleanRun', options)
  const { runId, journal = false, branch = false } = options
  const { attempts = journal, transcripts = journal } = options
  const host = checkedHost(options.host)
  const { store, clock } = host
  // Acquiring the lease of a run that does not exist would create it.
  await store.load(runId)
  const lease = await store.acquire(runId)
  const git = fenceGit(host.git, lease)
  try {
    const records = await store.load(runId)
    let state: RunState
    try {
      state = foldRun(runId, records).state
    } catch (error) {
      if (!AmeliaError.is(error, 'RUN_NOT_FOUND')) throw error
      return await cleanUnstarted({ ...host, git }, lease)
    }
    refuseOwnClone(state, git)
    const report = buildReport(state, clock.now())
    // This process has taken the lock: no other one runs it.
    const { status } = runCondition({ report, lock: { locked: false } })
    const isAsking = status === 'waiting' || report.gates.length > 0
    if (!isOver(state) && (!journal || isAsking))
      throw new AmeliaError(
        'RUN_NOT_ENDED',
        `Run ${runId} can be resumed: it is ${status}. Resume it, or end it first: amelia revert ${runId}, or abort at a gate.`,
        { runId, status: report.status },
      )
    await host.commands?.endCommands?.(runId, { servers: true })
    await git.removeWorkspaces?.(runId, { all: true })
    const prefix = refNames(runId).head.replace(/head$/, '')
    const target = await git.readRef(report.target)
    const updates: RefUpdate[] = []
    const kept: string[] = []
    for (const [ref, commit] of await git.listRefs(prefix)) {
      const isAttempt = /^(?:attempt|part|step|left|merged|kept|composed)\//.test(ref.slice(prefix.length))
      const isLocked = target !== null && (await git.isAncestor(commit, target))
      if (journal || (isAttempt ? attempts : isLocked)) updates.push({ ref, new: null, old: commit })
      else kept.push(ref)
    }
    if (branch && target !== null && (await canDelete(git, state, target)))
      updates.push({ ref: report.target, new: null, old: target })
    if (updates.length > 0) await whenUnlocked(clock, () => git.updateRefs(updates))
    await whenUnlocked(clock, () => releaseReservations(git, state, { cleaned: true }))
    const files = await cleanTranscripts(host, lease, { state, remove: transcripts })
    // The last step: until then the run can be cleaned again.
    if (journal) await lease.remove?.()
    const deleted = journal && lease.remove !== undefined
    return {
      removed: updates.map(({ ref }) => ref),
      kept,
      transcripts: files,
      ...(deleted && { deleted }),
    }
  } finally {
    await lease.release()
  }
}

/**
 * Deletes a run that never started: its process died between its creation and its first input, so that
 * nothing was executed. Only its reservations of names exist.
 */
const cleanUnstarted = async ({ git, clock }: Host, lease: RunLease): Promise<CleanedRun> => {
  const { runId } = lease
  const updates: RefUpdate[] = []
  const names = refNames(runId)
  const own = names.own('reservation')
  const other = [...(await git.listRefs(names.head.replace(/head$/, ''))).keys()].find((ref) => ref !== own)
  if (other !== undefined)
    throw new AmeliaError(
      'RUN_DAMAGED',
      `The journal of run ${runId} has no records, but ${other} shows that it has started: records are lost. Nothing was deleted.`,
      { runId, line: 1 },
    )
  for (const prefix of [reservationOf('target', ''), reservationOf('folder', ''), own])
    for (const [ref, commit] of await git.listRefs(prefix))
      if ((await reservedBy(git, commit)) === runId) updates.push({ ref, new: null, old: commit })
  if (updates.length > 0) await whenUnlocked(clock, () => git.updateRefs(updates))
  await lease.remove?.()
  const removed = updates.map(({ ref }) => ref)
  return { removed, kept: [], transcripts: { removed: 0, kept: 0 }, ...(lease.remove && { deleted: true }) }
}

/** Whether the target is a branch that the run created, that nobody uses, and that has only its commits. */
const canDelete = async (git: Host['git'], { target, head }: RunState, commit: string): Promise<boolean> =>
  target.before === null && (await git.isAncestor(commit, head)) && (await git.whyLocked(target.ref)) === null

/** Deletes or counts the transcripts that the store has. A store that cannot delete keeps them. */
const cleanTranscripts = async (
  { store }: Host,
  lease: RunLease,
  { state, remove }: { state: RunState; remove: boolean },
): Promise<CleanedRun['transcripts']> => {
  const files = { removed: 0, kept: 0 }
  for (const { transcript } of state.budget.charges.values())
    for (const file of transcript ? [transcript.page, transcript.vendor] : []) {
      if (!file || (await store.kept(state.runId, file.name)) === undefined) continue
      if (remove && lease.discard) {
        await lease.discard(file.name)
        files.removed++
      } else files.kept++
    }
  return files
}
