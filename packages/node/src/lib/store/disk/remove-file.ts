import { isMissing } from '../../file/is-missing.ts'
import type { JournalFiles } from './journal-files.ts'

/** Takes a name away. One that is not there is nothing. */
export const removeFile = async (files: JournalFiles, path: string): Promise<void> => {
  try {
    await files.unlink(path)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
