import { dirname } from 'node:path'
import type { JournalFiles } from './journal-files.ts'
import { syncFolder } from './sync-folder.ts'

/**
 * Syncs a run's folder and the folders above it, because a file is safe only if its folders are.
 *
 * These are the run's folder, the folder of all runs, and the two above that, which may have been created
 * with it.
 */
export const syncRunFolder = async (files: JournalFiles, folder: string): Promise<void> => {
  const runs = dirname(folder)
  await syncFolder(files, folder)
  await syncFolder(files, runs)
  for (const parent of [dirname(runs), dirname(dirname(runs))]) {
    await syncFolder(files, parent).catch((error: NodeJS.ErrnoException) => {
      // This user did not create a folder that they may not read.
      if (error.code !== 'EACCES' && error.code !== 'EPERM') throw error
    })
  }
}
