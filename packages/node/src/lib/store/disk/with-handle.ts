import { isFull } from '../../file/explain-space.ts'
import type { JournalFileHandle, JournalFiles } from './journal-files.ts'

/**
 * Opens a file for a task and closes it afterwards. `flags` are those of `node:fs`. An error about a full
 * file system gets the path, which Node leaves out of errors of a handle.
 */
export const withHandle = async <Result>(
  files: JournalFiles,
  path: string,
  flags: number,
  use: (handle: JournalFileHandle) => Promise<Result>,
): Promise<Result> => {
  const handle = await files.open(path, flags, 0o600)
  try {
    return await use(handle)
  } catch (error) {
    throw isFull(error) ? Object.assign(error as Error, { path }) : error
  } finally {
    await handle.close()
  }
}
