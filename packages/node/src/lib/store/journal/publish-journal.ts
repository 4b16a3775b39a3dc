import { join } from 'node:path'
import type { JournalFiles } from '../disk/journal-files.ts'
import { encodeJournalHead } from './journal-line.ts'
import type { TakenLease } from '../lease-file.ts'
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
  /** The run's. */
  folder: string
  lease: TakenLease
  /** What was read since the lease was taken; null for a new run. */
  before: StoredJournal | null
}

/**
 * Makes the journal of the one who has just taken the run: a file with its token that holds what was promised so far, and that
 * nobody else ever writes. Gives its size in bytes, or null when somebody took the run over meanwhile.
 *
 * Copied rather than gone on with: what the holder before still writes goes into a file that nobody reads any more, a torn tail
 * stays behind, what a failed sync took for kept is written anew, and an older format is migrated. The file that was read stays
 * until the run has been taken once more, one of the first format for ever.
 */
export const publishJournal = async (options: PublishJournalOptions): Promise<number | null> => {
  const { files, uniqueId, folder, lease, before } = options
  const content = Buffer.concat([Buffer.from(encodeJournalHead(lease.token)), ...(before?.lines ?? [])])
  const path = join(folder, journalName(lease.token))
  // Nothing was added: the time of the last write stays.
  const mtimeMs = before?.mtimeMs
  const file = { files, uniqueId, path, content, mtimeMs }
  while (!(await makeOnce(file))) {
    if (!(await lease.isHeld()) || (await scanRunFolder(files, folder)).journal === lease.token) return null
  }
  await syncRunFolder(files, folder)
  if (!(await lease.isHeld())) return null
  await clearUp(options)
  return content.length
}

/** Takes away what holders before left, the oldest first: while one of them is named, so is whoever took over from it. */
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
