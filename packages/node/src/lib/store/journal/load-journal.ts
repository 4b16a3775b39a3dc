import { constants } from 'node:fs'
import { join } from 'node:path'
import { AmeliaError, storeParts } from '@amelia/core/plugin'
import { isMissing } from '../../file/is-missing.ts'
import type { JournalFiles } from '../disk/journal-files.ts'
import { type Journal, type JournalDamage, readJournal } from './read-journal.ts'
import { journalName, scanRunFolder } from '../disk/scan-run-folder.ts'
import { withHandle } from '../disk/with-handle.ts'

/** A run's journal on disk. */
export interface StoredJournal extends Journal {
  path: string
  /** The token of the lease that writes it. */
  token: number
  /** The size of the file in bytes, as read. */
  size: number
  /** The time of the last write, in milliseconds since 1970. */
  mtimeMs: number
}

/**
 * Reads the newest journal in a run's folder, and changes nothing; null if none exists.
 *
 * Syncs it before returning: a dead process may have written a record without syncing it, and a record that
 * people have seen must survive a loss of power.
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
      return { path, token, mtimeMs, size: bytes.length, ...readJournal(bytes, runId) }
    } catch (error) {
      // A newer journal has replaced it.
      if (!isMissing(error)) throw error
    }
  }
}

/**
 * Ignores errors of a read-only medium, and of a system that does not sync files opened for reading, such as
 * Windows.
 */
const orUnneeded = (error: NodeJS.ErrnoException): void => {
  if (!['EROFS', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EPERM'].includes(error.code ?? '')) throw error
}

/** Creates the error for a damaged journal. */
export const runDamaged = (
  { path, records }: StoredJournal,
  { line, record }: JournalDamage,
  runId: string,
): AmeliaError => {
  const rest = storeParts.describeReadable(
    records.length,
    'Restore the file',
    `resume from there: amelia resume ${runId} --repair. That keeps a copy of the damaged file`,
  )
  const message = `Line ${line} of ${path} is damaged. ${rest}`
  return new AmeliaError('RUN_DAMAGED', message, { runId, line: record })
}
