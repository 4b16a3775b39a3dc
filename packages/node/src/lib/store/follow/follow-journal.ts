import { constants } from 'node:fs'
import { join } from 'node:path'
import { type JournalRecord, storeParts } from '@amelia/core/plugin'
import { isMissing } from '../../file/is-missing.ts'
import { findHolder, type LeaseFileOptions } from '../take-lease.ts'
import type { JournalFileHandle } from '../disk/journal-files.ts'
import { journalName, scanRunFolder } from '../disk/scan-run-folder.ts'
import { withHandle } from '../disk/with-handle.ts'
import { createFolderWatch } from './folder-watch.ts'
import { loadJournal, runDamaged } from '../journal/load-journal.ts'
import { readOn } from './read-on.ts'

export interface FollowJournalOptions extends LeaseFileOptions {
  runId: string
  signal: AbortSignal
}

/** The part of a journal that a follower has read. */
interface Position {
  token: number
  /** The size of the file when it was last read. */
  size: number
  /** The end of the last record, in bytes. */
  end: number
  /** The token of the last record's line. */
  writer: number
  /** The number of records. */
  count: number
}

/**
 * Follows a run's journal through all its owners. The folder is watched, and polled twice per second.
 *
 * A record counts once it is synced and no process has taken the run before it was read: the next owner then
 * finds it too. While a new owner has not published its journal, nothing is read.
 */
export async function* followJournal(
  options: FollowJournalOptions,
): AsyncGenerator<JournalRecord[], void, undefined> {
  const { folder, signal } = options
  const changes = createFolderWatch(folder, signal)
  let position: Position = { token: -1, size: 0, end: 0, writer: 0, count: 0 }
  try {
    while (!signal.aborted) {
      changes.arm()
      const found = await readNext(options, position)
      if (found) position = found.position
      if (found && found.records.length > 0) yield found.records
      else await changes.next()
    }
  } finally {
    changes.close()
  }
}

/** Returns the records after the position; null if nothing can be read now. */
const readNext = async (
  options: FollowJournalOptions,
  position: Position,
): Promise<{ position: Position; records: JournalRecord[] } | null> => {
  const { files, folder } = options
  for (;;) {
    const { journal, lease } = await scanRunFolder(files, folder)
    if (journal === null) return null
    if (lease > journal && (await findHolder(options))?.alive) return null
    const found = await readFrom(options, position, journal)
    const after = await scanRunFolder(files, folder)
    // Otherwise the run was taken while it was read.
    if (after.journal === journal && after.lease <= lease) return found
  }
}

const readFrom = async (
  options: FollowJournalOptions,
  position: Position,
  token: number,
): Promise<{ position: Position; records: JournalRecord[] } | null> => {
  if (token > 0 && token === position.token) {
    const found = await readAppended(options, position)
    if (found !== 'changed') return found
  }
  return readAll(options, position)
}

/** Reads the bytes after the position; `changed` if they do not continue the records. */
const readAppended = async (
  { files, folder }: FollowJournalOptions,
  position: Position,
): Promise<{ position: Position; records: JournalRecord[] } | 'changed' | null> => {
  const { token, size, end, writer, count } = position
  try {
    const path = join(folder, journalName(token))
    const { size: now } = await files.stat(path)
    if (now === size) return null
    if (now < end) return 'changed'
    const bytes = await withHandle(files, path, constants.O_RDONLY, async (handle) => {
      const read = handle.read ? await readToEnd(handle, end) : (await handle.readFile()).subarray(end)
      await handle.datasync().catch(() => {})
      return read
    })
    const found = readOn(bytes, { token, writer, count })
    if (found === null) return 'changed'
    const { records, length, writer: last } = found
    return {
      records,
      position: {
        token,
        size: end + bytes.length,
        end: end + length,
        writer: last,
        count: count + records.length,
      },
    }
  } catch (error) {
    if (isMissing(error)) return 'changed'
    throw error
  }
}

const readToEnd = async (handle: JournalFileHandle, from: number): Promise<Buffer> => {
  const { size } = await handle.stat()
  const bytes = Buffer.alloc(Math.max(0, size - from))
  let length = 0
  while (length < bytes.length) {
    const { bytesRead } = await handle.read!(bytes, length, bytes.length - length, from + length)
    if (bytesRead === 0) break
    length += bytesRead
  }
  return bytes.subarray(0, length)
}

/** Reads a journal that a new owner has published, or whose end does not continue the records. */
const readAll = async ({ files, folder, runId }: FollowJournalOptions, position: Position) => {
  const journal = await loadJournal(files, folder, runId)
  if (journal === null) return null
  const { token, records, size, end, writer, damage } = journal
  if (damage !== null) throw runDamaged(journal, damage, runId)
  const { count } = position
  if (records.length < count) throw storeParts.recordsLost(runId, records.length + 1)
  const next: Position = { token, size, end, writer, count: records.length }
  return { position: next, records: records.slice(count) }
}
