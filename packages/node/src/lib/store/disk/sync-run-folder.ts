import { dirname } from 'node:path'
import type { JournalFiles } from './journal-files.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Resolves when the names in a run's folder are safe, and the folder with them: a file is when its folders are.
 *
 * The folders are the run's, that of all runs, and the two above it that may have been made with it.
 */
export const syncRunFolder = async (files: JournalFiles, folder: string): Promise<void> => {
  const runs = dirname(folder)
  await syncFolder(files, folder)
  await syncFolder(files, runs)
  for (const parent of [dirname(runs), dirname(dirname(runs))]) {
    await syncFolder(files, parent).catch((error: NodeJS.ErrnoException) => {
      // One that this user may not read was not made by this user.
      if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
    })
  }
}
