import type { JournalFileHandle, JournalFiles } from './journal-files.ts'

/** Uses an open file and closes it, whatever comes. `flags` are those of `node:fs`. */
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
