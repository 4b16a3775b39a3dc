import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AmeliaError, type JournalRecord, type RunLease, type RunStoreV1 } from '@amelia/core/plugin'
import { encodeJournalLine } from './journal-line.ts'
import { createLeaseFile, findHolder, type LeaseFile } from './lease-file.ts'
import { isProcessAlive } from './process-identity.ts'
import { readJournal } from './read-journal.ts'

export interface FileStoreOptions {
  /** The folder that holds one folder per run, or how to find it: asked when it is needed. */
  dir: string | (() => Promise<string>)
}

/**
 * Keeps each run's journal in `<dir>/<run>/journal.jsonl`: one line of JSON per record, with a checksum.
 *
 * An append is one write and an fsync. The lease is held by this process until it ends or releases it; that of a dead
 * process is taken over. What the medium refuses is `STORE_FAILED`.
 */
export const fileStore = ({ dir }: FileStoreOptions): RunStoreV1 => {
  const runFolder = async (runId: string): Promise<string> => {
    // Before it touches a path.
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(runId)) {
      const message = `${JSON.stringify(runId)} is no id of a run: letters, digits, dots, hyphens and underscores only.`
      throw new AmeliaError('OPTION_INVALID', message, { option: 'runId' })
    }
    return join(typeof dir === 'string' ? dir : await dir(), runId)
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
  }
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
  const append = async (records: JournalRecord[]): Promise<void> => {
    if (records.length === 0) return
    if (!usable || !(await lease.isHeld())) {
      const message = `This process does not hold the run ${runId} any more: nothing was written.`
      throw new AmeliaError('LEASE_LOST', message, { runId })
    }
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
