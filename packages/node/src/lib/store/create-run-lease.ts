import { join } from 'node:path'
import { AmeliaError, type JournalRecord, type RunLease, storeParts } from '@amelia/core/plugin'
import { createAppendFile } from './disk/append-file.ts'
import { removeArtifact, writeArtifact } from './write-artifact.ts'
import type { JournalFiles } from './disk/journal-files.ts'
import { encodeJournalLine } from './journal/journal-line.ts'
import type { TakenLease } from './take-lease.ts'
import type { CommandFiles } from './command-files.ts'
import { orStoreFailed } from './rules/or-store-failed.ts'
import { journalName } from './disk/scan-run-folder.ts'
import { beatMs } from './rules/run-locked.ts'
import { removeRunFolder } from './disk/remove-run-folder.ts'

export interface RunLeaseOptions {
  files: JournalFiles
  /** The run's folder. */
  folder: string
  runId: string
  lease: TakenLease
  commands: CommandFiles
  /** The number of records in the journal. */
  length: number
  /** The size of the journal in bytes. */
  size: number
  /** Calls a task every `ms` milliseconds until the returned function is called. */
  every: (ms: number, task: () => void) => () => void
}

/**
 * Creates the lease to write a run whose journal exists.
 *
 * Each write checks the lease before and after: a write that did not resolve may be in the journal or not,
 * and a write that resolved is in every later journal. A write that fails is reverted and ends the lease: its
 * extent is unknown, and the system may report lost data as written, so that readers would see data that is
 * not safe.
 */
export const createRunLease = (options: RunLeaseOptions): RunLease => {
  const { files, folder, runId, lease, commands } = options
  const name = journalName(lease.token)
  const journal = createAppendFile(files, join(folder, name), options.size)
  let next = options.length + 1
  let usable = true
  // A late or lost heartbeat is found by the next write.
  const stop = options.every(beatMs, () => void lease.beat().catch(() => {}))
  /** Runs a task that only the owner may run, and resolves only if the lease was valid all the time. */
  const write = async (task: () => Promise<void>, check = (): void => {}): Promise<void> => {
    if (!usable || !(await lease.isLocked())) throw storeParts.leaseLost(runId, 'nothing was written')
    check()
    usable = false
    await task()
    const { locked, hasJournal } = await lease.inspect()
    if (!locked) throw storeParts.leaseLost(runId, 'what was written counts only if the new owner found it')
    // An open file can be written after its name was removed.
    if (!hasJournal) throw new Error(`ENOENT: the file ${name} was removed`)
    usable = true
  }
  const mustFollow = (records: readonly JournalRecord[]): void => {
    if (records.every(({ seq }, index) => seq === next + index)) return
    const message = `Records of the run ${runId} must continue at ${next}: nothing was written.`
    throw new AmeliaError('INTERNAL', message, { where: 'file-store' })
  }
  const append = async (records: readonly JournalRecord[], lines: string): Promise<void> => {
    if (records.length === 0) return
    const bytes = Buffer.from(lines)
    await write(
      () => journal.append(bytes),
      () => mustFollow(records),
    )
    next += records.length
  }
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(() => orStoreFailed(runId, task, folder))
    queue = result.catch(() => {})
    return result
  }
  return {
    runId,
    token: String(lease.token),
    ...(lease.alone && { alone: true }),
    check: () =>
      orStoreFailed(runId, async () => {
        if (!(await lease.isLocked())) throw storeParts.leaseLost(runId, 'nothing was changed')
      }),
    async append(records) {
      // Encoded now, because the caller may change the values later.
      const [{ seq: group = 0 } = {}] = records
      const lines = records.map((record) => encodeJournalLine({ token: lease.token, group, ...record }))
      return inTurn(() => append([...records], lines.join('')))
    },
    sent: () => orStoreFailed(runId, () => commands.read()),
    async acknowledge(commandId, outcome) {
      const text = JSON.stringify(outcome ?? null)
      return inTurn(() => write(() => commands.writeOutcome(commandId, text)))
    },
    keep: (name, text) =>
      inTurn(async () => {
        if (!usable || !(await lease.isLocked())) throw storeParts.leaseLost(runId, 'nothing was written')
        return writeArtifact(files, folder, name, text)
      }),
    discard: (name) =>
      inTurn(async () => {
        if (!usable || !(await lease.isLocked())) throw storeParts.leaseLost(runId, 'nothing was deleted')
        return removeArtifact(files, folder, name)
      }),
    remove: () =>
      inTurn(async () => {
        if (!usable || !(await lease.isLocked())) throw storeParts.leaseLost(runId, 'nothing was deleted')
        stop()
        usable = false
        await journal.close()
        await removeRunFolder(files, folder)
      }),
    release: () =>
      inTurn(async () => {
        stop()
        usable = false
        await journal.close().finally(() => lease.release())
      }),
  }
}
