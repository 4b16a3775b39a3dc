import { join } from 'node:path'
import type { JournalFiles } from '../disk/journal-files.ts'
import { encodeJournalHead } from './journal-line.ts'
import type { TakenLease } from '../take-lease.ts'
import type { StoredJournal } from './load-journal.ts'
import { makeOnce } from '../disk/make-once.ts'
import { removeFile } from '../disk/remove-file.ts'
import {
  journalName,
  journalTokenOf,
  leaseName,
  leaseTokenOf,
  scanRunFolder,
} from '../disk/scan-run-folder.ts'
import { syncRunFolder } from '../disk/sync-run-folder.ts'

export interface PublishJournalOptions {
  files: JournalFiles
  uniqueId: () => string
  /** The run's folder. */
  folder: string
  lease: TakenLease
  /** The journal as read after the lease was taken; null for a new run. */
  before: StoredJournal | null
}

/**
 * Creates the journal of a lease that was just taken: a file with the lease's token that contains all records
 * so far, and that no other process writes. Returns its size in bytes, or null if another process has taken
 * the run.
 *
 * The records are copied to a new file, so that late writes of the previous owner go to a file that no one
 * reads, a torn tail is dropped, data that a failed sync lost is written again, and an older format is
 * migrated. The file that was read stays until the run is taken once more; a file of the first format stays
 * forever.
 */
export const publishJournal = async (options: PublishJournalOptions): Promise<number | null> => {
  const { files, uniqueId, folder, lease, before } = options
  const content = Buffer.concat([Buffer.from(encodeJournalHead(lease.token)), ...(before?.lines ?? [])])
  const path = join(folder, journalName(lease.token))
  // No record was added, so the time of the last write stays.
  const mtimeMs = before?.mtimeMs
  const file = { files, uniqueId, path, content, mtimeMs }
  while (!(await makeOnce(file))) {
    if (!(await lease.isLocked()) || (await scanRunFolder(files, folder)).journal === lease.token) return null
  }
  await syncRunFolder(files, folder)
  if (!(await lease.isLocked())) return null
  await clearUp(options)
  return content.length
}

/**
 * Removes the files of previous owners, oldest first, so that each remaining one is followed by its
 * successor.
 */
const clearUp = async ({ files, folder, lease, before }: PublishJournalOptions): Promise<void> => {
  const { names } = await scanRunFolder(files, folder)
  const leases = names.flatMap(leaseTokenOf).filter((token) => token < lease.token)
  for (const token of leases.sort((a, b) => a - b)) await removeFile(files, join(folder, leaseName(token)))
  const journals = names.flatMap(journalTokenOf).filter((token) => token > 0 && token < (before?.token ?? 0))
  for (const token of journals.sort((a, b) => a - b))
    await removeFile(files, join(folder, journalName(token)))
  for (const name of names.filter((one) => one.startsWith('draft.')))
    await removeFile(files, join(folder, name))
}
