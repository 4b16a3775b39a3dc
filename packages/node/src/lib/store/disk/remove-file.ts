import { isMissing } from '../../file/is-missing.ts'
import type { JournalFiles } from './journal-files.ts'

/** Removes a file; does nothing if it does not exist. */
export const removeFile = async (files: JournalFiles, path: string): Promise<void> => {
  try {
    await files.unlink(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
