import { constants } from 'node:fs'
import type { JournalFiles } from './journal-files.ts'
import { withHandle } from './with-handle.ts'

/** Syncs a folder: created and removed names in it are safe once this resolves. */
export const syncFolder = (files: JournalFiles, folder: string): Promise<void> =>
  withHandle(files, folder, constants.O_RDONLY, (handle) => handle.sync())
