import type { JournalFileHandle, JournalFiles } from './journal-files.ts'

/** Opens a file for a task and closes it afterwards. `flags` are those of `node:fs`. */
export const withHandle = async <Result>(
  files: JournalFiles,
  path: string,
  flags: number,
  use: (handle: JournalFileHandle) => Promise<Result>,
): Promise<Result> => {
  const handle = await files.open(path, flags, 0o600)
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}
