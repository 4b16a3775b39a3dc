import { join } from 'node:path'
import type { JournalFiles } from './journal-files.ts'
import { removeFile } from './remove-file.ts'
import { journalTokenOf, leaseTokenOf } from './scan-run-folder.ts'

/**
 * Deletes the folder of a run. The journal goes first, so that a crash leaves no half of a run, and the lease
 * last, so that nobody else takes the run before.
 */
export const removeRunFolder = async (files: JournalFiles, folder: string): Promise<void> => {
  const rank = (name: string): number =>
    journalTokenOf(name).length > 0 ? 0 : leaseTokenOf(name).length > 0 ? 2 : 1
  const names = (await files.readdir(folder)).sort((a, b) => rank(a) - rank(b))
  for (const name of names) await removeTree(files, join(folder, name))
  await files.rmdir?.(folder).catch(() => {})
}

const removeTree = async (files: JournalFiles, path: string): Promise<void> => {
  // Links are removed, and not followed: the name of a folder is all that `readdir` may open.
  try {
    await removeFile(files, path)
  } catch (error) {
    const names = await files.readdir(path).catch(() => {
      throw error
    })
    for (const name of names) await removeTree(files, join(path, name))
    await files.rmdir?.(path).catch(() => {})
  }
}
