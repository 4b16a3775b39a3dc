import { constants } from 'node:fs'
import type { JournalFiles } from './journal-files.ts'
import { withHandle } from './with-handle.ts'

/** Resolves when the names in a folder are safe: those that were given, and those that were taken away. */
export const syncFolder = (files: JournalFiles, folder: string): Promise<void> =>
  withHandle(files, folder, constants.O_RDONLY, (handle) => handle.sync())
