import { constants } from 'node:fs'
import { join } from 'node:path'
import { AmeliaError, type JournalRecord, type RunLease } from '@amelia/core/plugin'
import { writeArtefact } from './artefact-files.ts'
import type { JournalFiles } from './disk/journal-files.ts'
import { encodeJournalLine } from './journal/journal-line.ts'
import type { TakenLease } from './lease-file.ts'
import type { OfferFiles } from './offer-files.ts'
import { orStoreFailed } from './disk/or-store-failed.ts'
import { journalName } from './disk/scan-run-folder.ts'
import { withHandle } from './disk/with-handle.ts'
import { writeAll } from './disk/write-draft.ts'

export interface HoldRunOptions {
  files: JournalFiles
  /** The run's. */
  folder: string
  runId: string
  lease: TakenLease
  offers: OfferFiles
  /** How many records the journal holds. */
  length: number
  /** How many bytes. */
  size: number
  /** Calls a task every so many milliseconds until what it gives is called. */
  every: (ms: number, task: () => void) => () => void
}

/** How often a holder gives a sign of life. A few may fail before it is taken for dead. */
const beatMs = 15_000

/**
 * The right to write a run whose journal is made.
 *
 * Whether the run is still held is looked at before a write and after it: what nobody was promised may be in the journal or not,
 * what was promised is in every journal that comes after. A write that failed ends the right, and is taken back: how much of it
 * arrived is unknown, and the system may take what it lost for written, so that somebody would read and tell what is not safe.
 */
export const holdRun = (options: HoldRunOptions): RunLease => {
  const { files, folder, runId, lease, offers } = options
  const path = join(folder, journalName(lease.token))
  let next = options.length + 1
  let { size } = options
  let usable = true
  // One that is late or lost is found by whoever writes.
  const stop = options.every(beatMs, () => void lease.beat().catch(() => {}))
  /** Does something that only the holder may, and says so only when it was the holder all the time. */
  const write = async (task: () => Promise<void>, check = (): void => {}): Promise<void> => {
    if (!usable || !(await lease.isHeld())) throw leaseLost(runId, 'nothing was written')
    check()
    usable = false
    await task()
    if (!(await lease.isHeld()))
      throw leaseLost(runId, 'what was written counts only if the new holder found it')
    usable = true
  }
  const mustFollow = (records: readonly JournalRecord[]): void => {
    if (records.every(({ seq }, index) => seq === next + index)) return
    const message = `Records of the run ${runId} must go on at ${next}: nothing was written.`
    throw new AmeliaError('INTERNAL', message, { where: 'file-store' })
  }
  const append = async (records: readonly JournalRecord[], lines: string): Promise<void> => {
    if (records.length === 0) return
    const bytes = Buffer.from(lines)
    await write(
      () => appendTo(files, path, size, bytes),
      () => mustFollow(records),
    )
    next += records.length
    size += bytes.length
  }
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(() => orStoreFailed(runId, task))
    queue = result.catch(() => {})
    return result
  }
  return {
    runId,
    token: String(lease.token),
    check: () =>
      orStoreFailed(runId, async () => {
        if (!(await lease.isHeld())) throw leaseLost(runId, 'nothing was changed')
      }),
    async append(records) {
      // As text at once: the caller may change the values.
      const [{ seq: group = 0 } = {}] = records
      const lines = records.map((record) => encodeJournalLine({ token: lease.token, group, ...record }))
      return inTurn(() => append([...records], lines.join('')))
    },
    offers: () => orStoreFailed(runId, () => offers.read()),
    async settle(offerId, outcome) {
      const text = JSON.stringify(outcome ?? null)
      return inTurn(() => write(() => offers.settle(offerId, text)))
    },
    keep: (name, text) =>
      inTurn(async () => {
        if (!usable || !(await lease.isHeld())) throw leaseLost(runId, 'nothing was written')
        return writeArtefact(files, folder, name, text)
      }),
    release: () =>
      inTurn(async () => {
        stop()
        usable = false
        await lease.release()
      }),
  }
}

/** Adds to a file of so many bytes, and resolves when that is safe; where it fails, what was added is taken away again. */
const appendTo = async (files: JournalFiles, path: string, size: number, bytes: Buffer): Promise<void> => {
  await withHandle(files, path, constants.O_WRONLY | constants.O_APPEND, async (handle) => {
    try {
      await writeAll(handle, bytes)
      await handle.datasync()
    } catch (error) {
      await handle.truncate(size).catch(() => {})
      throw error
    }
  })
}

const leaseLost = (runId: string, otherwise: string): AmeliaError =>
  new AmeliaError('LEASE_LOST', `This process does not hold the run ${runId} any more: ${otherwise}.`, {
    runId,
  })
