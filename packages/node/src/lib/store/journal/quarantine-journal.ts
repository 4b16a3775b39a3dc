import { join } from 'node:path'
import type { JournalFiles } from '../disk/journal-files.ts'
import { syncFolder } from '../disk/sync-folder.ts'

/**
 * Links a damaged journal to a name under which it stays forever. Returns that path once it is synced.
 *
 * `now`: milliseconds since 1970.
 */
export const quarantineJournal = async (
  files: JournalFiles,
  folder: string,
  journal: string,
  now: number,
): Promise<string> => {
  const time = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  for (let copy = 1; ; copy++) {
    const path = join(folder, `journal.damaged-${time}${copy === 1 ? '' : `-${copy}`}.jsonl`)
    try {
      await files.link(journal, path)
      await syncFolder(files, folder)
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
