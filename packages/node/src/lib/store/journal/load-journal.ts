import { constants } from 'node:fs'
import { join } from 'node:path'
import { AmeliaError } from '@amelia/core/plugin'
import { isMissing } from '../../file/is-missing.ts'
import type { JournalFiles } from '../disk/journal-files.ts'
import { type Journal, type JournalDamage, readJournal } from './read-journal.ts'
import { journalName, scanRunFolder } from '../disk/scan-run-folder.ts'
import { withHandle } from '../disk/with-handle.ts'

/** A run's journal as it stands on the disk. */
export interface StoredJournal extends Journal {
  path: string
  /** The token of the one who writes it. */
  token: number
  /** Milliseconds since 1970 of the last write. */
  mtimeMs: number
}

/**
 * Reads the newest journal of a run's folder, and changes nothing. Null where there is none.
 *
 * What it gives is safe on the medium: a dead process may have written a record and not synced it, and what people are told once
 * must not be gone after a loss of power.
 */
export const loadJournal = async (
  files: JournalFiles,
  folder: string,
  runId: string,
): Promise<StoredJournal | null> => {
  for (;;) {
    const { journal: token } = await scanRunFolder(files, folder)
    if (token === null) return null
    const path = join(folder, journalName(token))
    try {
      const { bytes, mtimeMs } = await withHandle(files, path, constants.O_RDONLY, async (handle) => {
        const bytes = await handle.readFile()
        await handle.datasync().catch(orUnneeded)
        return { bytes, mtimeMs: (await handle.stat()).mtimeMs }
      })
      return { path, token, mtimeMs, ...readJournal(bytes, runId) }
    } catch (error) {
      // Newer ones were made meanwhile.
      if (!isMissing(error)) throw error
    }
  }
}

/** A medium that is only read, or one that syncs nothing for who only reads, as Windows has them. */
const orUnneeded = (error: NodeJS.ErrnoException): void => {
  if (!['EROFS', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM'].includes(error.code ?? '')) throw error
}

/** What somebody who wants all of a damaged journal is told. */
export const runDamaged = (
  { path, records }: StoredJournal,
  { line, record }: JournalDamage,
  runId: string,
): AmeliaError => {
  const count = records.length
  const rest =
    count === 0
      ? 'No record before it can be read. Restore the file, or start a new run: what the run committed is on its branch.'
      : `${count === 1 ? 'The record' : `The ${count} records`} before it can be read. Restore the file, or go on from there: amelia resume ${runId} --repair. The damaged file is kept then.`
  const message = `Line ${line} of ${path} is damaged. ${rest}`
  return new AmeliaError('RUN_DAMAGED', message, { runId, line: record })
}
