import { randomInt } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AmeliaError, type JournalRecord, type RunLease, type RunStoreV1 } from '@amelia/core/plugin'
import { encodeJournalLine } from './journal-line.ts'
import { createLeaseFile, findHolder, type LeaseFile } from './lease-file.ts'
import { maxOfferBytes, offerFiles } from './offer-files.ts'
import { isProcessAlive } from './process-identity.ts'
import { readJournal } from './read-journal.ts'

export interface FileStoreOptions {
  /** The folder that holds one folder per run, or how to find it: asked when it is needed. */
  dir: string | (() => Promise<string>)
  /** Milliseconds since 1970: what is offered is put in order by it. Default: this machine's clock. */
  now?: () => number
  /** Text of `[a-z0-9]` that no other process gives. Default: eight of them by chance. */
  uniqueId?: () => string
}

/**
 * Keeps each run's journal in `<dir>/<run>/journal.jsonl`: one line of JSON per record, with a checksum.
 *
 * An append is one write and an fsync. The lease is held by this process until it ends or releases it; that of a dead
 * process is taken over. Offers are files of their own in `<dir>/<run>/offers/`, of 64 KiB at most. What the medium
 * refuses is `STORE_FAILED`.
 */
export const fileStore = ({ dir, now = Date.now, uniqueId = byChance }: FileStoreOptions): RunStoreV1 => {
  let latest = 0
  /** Sorts by time, and in this process by the order of the calls. */
  const offerId = (): string => {
    latest = Math.max(latest + 1, now())
    return `${latest.toString(36).padStart(9, '0')}-${uniqueId()}`
  }
  const runFolder = async (runId: string): Promise<string> => {
    // Before it touches a path.
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId)) {
      const message = `${JSON.stringify(runId)} is no id of a run: letters, digits, dots, hyphens and underscores only.`
      throw new AmeliaError('OPTION_INVALID', message, { option: 'runId' })
    }
    return join(typeof dir === 'string' ? dir : await dir(), runId)
  }
  /** The folder of a run that is there. */
  const knownFolder = async (runId: string): Promise<string> => {
    const folder = await runFolder(runId)
    if ((await stat(journalOf(folder)).catch(() => null)) !== null) return folder
    throw new AmeliaError('RUN_NOT_FOUND', `There is no run ${runId}: ${folder} holds no journal.`, { runId })
  }
  return {
    contract: 'run-store-v1',
    acquire: (runId) => guard(runId, async () => acquire(await runFolder(runId), runId)),
    load: (runId) =>
      guard(runId, async () => (await readJournal(journalOf(await runFolder(runId)), runId)).records),
    list: () =>
      guard('', async () => {
        const root = typeof dir === 'string' ? dir : await dir()
        const names = await readdir(root).catch(() => [])
        const found = await Promise.all(names.map((runId) => summarise(join(root, runId), runId)))
        return found.filter((one) => one !== null).sort((a, b) => b.updatedAt - a.updatedAt)
      }),
    offer: (runId, value) =>
      guard(runId, async () => {
        const files = offerFiles(await knownFolder(runId))
        const text = encodeOffer(value)
        const id = offerId()
        await files.write(id, text)
        return id
      }),
    outcome: (runId, id) =>
      guard(runId, async () => {
        const text = await offerFiles(await knownFolder(runId)).outcome(id)
        return text === undefined ? undefined : (JSON.parse(text) as unknown)
      }),
  }
}

const byChance = (): string => Array.from({ length: 8 }, () => randomInt(36).toString(36)).join('')

const encodeOffer = (value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined
  if (text !== undefined && Buffer.byteLength(text) <= maxOfferBytes) return text
  const why = text === undefined ? 'it is no value of JSON' : `it is larger than ${maxOfferBytes} bytes`
  throw new AmeliaError('OPTION_INVALID', `This cannot be offered to a run: ${why}.`, { option: 'value' })
}

const journalOf = (folder: string): string => join(folder, 'journal.jsonl')

const acquire = async (folder: string, runId: string): Promise<RunLease> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lease = createLeaseFile(folder)
  const holder = await lease.take()
  if (holder !== null) {
    const who = `process ${holder.pid} on ${holder.host}, since ${new Date(holder.since).toISOString()}`
    const message = `The run ${runId} is held by ${who}. Wait for it or stop it; if that machine is gone, remove ${join(folder, 'lease')}.`
    throw new AmeliaError('RUN_HELD', message, { runId, holder: who })
  }
  try {
    return await openJournal(folder, runId, lease)
  } catch (error) {
    await lease.release()
    throw error
  }
}

const openJournal = async (folder: string, runId: string, lease: LeaseFile): Promise<RunLease> => {
  const file = journalOf(folder)
  const offers = offerFiles(folder)
  let next = 1
  await useFile(file, constants.O_RDWR | constants.O_CREAT, async (handle) => {
    const { records, length, torn } = await readJournal(file, runId)
    next = records.length + 1
    if (torn) await handle.truncate(length)
    await handle.sync()
  })
  // A new file is safe when its folders are.
  for (const parent of [folder, dirname(folder), dirname(dirname(folder))]) {
    await useFile(parent, constants.O_RDONLY, (handle) => handle.sync())
  }
  let usable = true
  const mustHold = async (): Promise<void> => {
    if (usable && (await lease.isHeld())) return
    const message = `This process does not hold the run ${runId} any more: nothing was written.`
    throw new AmeliaError('LEASE_LOST', message, { runId })
  }
  const append = async (records: JournalRecord[]): Promise<void> => {
    if (records.length === 0) return
    await mustHold()
    if (records.some(({ seq }, index) => seq !== next + index)) {
      const message = `Records of the run ${runId} must go on at ${next}: nothing was written.`
      throw new AmeliaError('INTERNAL', message, { where: 'file-store' })
    }
    // When a write fails, how much arrived is unknown: only a new lease, which reads the journal again, can go on.
    usable = false
    await useFile(file, constants.O_WRONLY | constants.O_APPEND, async (handle) => {
      await writeAll(handle, Buffer.from(records.map(encodeJournalLine).join('')))
      await handle.datasync()
    })
    usable = true
    next += records.length
  }
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = queue.then(task)
    queue = result.catch(() => {})
    return result
  }
  return {
    runId,
    append: (records) => guard(runId, () => inTurn(() => append(records))),
    offers: () => guard(runId, () => offers.read()),
    settle: (offerId, outcome) =>
      guard(runId, () =>
        inTurn(async () => {
          await mustHold()
          await offers.settle(offerId, JSON.stringify(outcome ?? null))
        }),
      ),
    release: () =>
      guard(runId, () =>
        inTurn(async () => {
          usable = false
          await lease.release()
        }),
      ),
  }
}

const writeAll = async (handle: FileHandle, bytes: Buffer): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten
  }
}

const useFile = async (
  file: string,
  flags: number,
  use: (handle: FileHandle) => Promise<void>,
): Promise<void> => {
  const handle = await open(file, flags, 0o600)
  try {
    await use(handle)
  } finally {
    await handle.close()
  }
}

const summarise = async (folder: string, runId: string) => {
  const journal = await stat(journalOf(folder)).catch(() => null)
  if (journal === null) return null
  const holder = await findHolder(folder)
  return { runId, updatedAt: journal.mtimeMs, held: holder !== null && isProcessAlive(holder) }
}

/** What the file system refuses becomes an `AmeliaError`. */
const guard = async <Result>(runId: string, task: () => Promise<Result>): Promise<Result> => {
  try {
    return await task()
  } catch (cause) {
    if (AmeliaError.is(cause)) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    const message = `The journal of the run ${runId} could not be used: ${why}. Nothing counts as stored that was not before.`
    throw new AmeliaError('STORE_FAILED', message, { runId }, { cause })
  }
}
