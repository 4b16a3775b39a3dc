import type { Host } from '../../contract/host.ts'
import type { RunLease } from '../../contract/run-store.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import type { Report } from '../../event/report.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { fenceGit } from '../../perform/guard/fence-git.ts'
import { whenUnlocked } from '../../perform/guard/when-unlocked.ts'
import { endCommands } from '../../perform/command/end-commands.ts'
import { isOver } from '../journal/is-over.ts'
import type { ReportingHub } from '../journal/reporting-hub.ts'
import { keepRecords } from '../journal/keep-records.ts'
import { releaseReservations } from '../journal/release-reservations.ts'

export interface CleanUpOptions {
  state: RunState
  hub: ReportingHub
  /** The report of `state`. Absent: an error ended this process's part of the run. */
  report: Report | undefined
  host: Host
  lease: RunLease
  secrets: readonly string[]
  /** The error that ended this process's part of the run. */
  broken: { error: unknown } | undefined
  onError(error: unknown): void
}

/**
 * Ends the processes that commands left in the workspaces of a process that stops running a run, closes the
 * hub, removes the workspaces, and stores the run's records unless an error
 * ended it. Trees that a later process may have to rescue stay: those that were open when an error ended this
 * process's part, and those of dead processes while the run can be resumed. A process that lost the lease
 * removes nothing.
 *
 * Never rejects: the journal defines the run's result, so a failed clean-up is only reported.
 */
export const cleanUp = async (options: CleanUpOptions): Promise<void> => {
  const { state, hub, report, host, lease, secrets, broken, onError } = options
  const isOwner = !AmeliaError.is(broken?.error, 'LEASE_LOST')
  if (isOwner) await endCommands({ state, host, secrets, broken, warn: hub.warn, onError })
  hub.close()
  const isEnd = !broken && isOver(state)
  // Nothing resumes a run that has ended, so a lock of git is waited for.
  const attempt = (task: () => Promise<void>): Promise<void> =>
    (isEnd ? whenUnlocked(host.clock, task) : task()).catch(onError)
  if (isOwner)
    await attempt(async () =>
      host.git.removeWorkspaces?.(state.runId, broken ? { rescuable: true } : { over: isEnd }),
    )
  if (!report) return
  await keepRecords({ state, report, lease, secrets }).catch(onError)
  if (isEnd) await attempt(() => releaseReservations(host.git, state))
}

/**
 * Repeats the clean-up of a run that has ended, because the process that ended it may have died before. A
 * process that still owns the run does it itself. Never rejects.
 */
export const cleanEnded = async (
  options: Pick<CleanUpOptions, 'state' | 'hub' | 'host' | 'secrets' | 'onError'> & { report: Report },
): Promise<void> => {
  const { state, host, onError } = options
  const lease = await host.store.acquire(state.runId).catch((error: unknown) => {
    if (!AmeliaError.is(error, 'RUN_LOCKED')) onError(error)
  })
  if (!lease) return
  const git = fenceGit(host.git, lease)
  await cleanUp({ ...options, host: { ...host, git }, lease, broken: undefined })
  await lease.release().catch(onError)
}
