import { constants } from 'node:fs'
import type { JournalFileHandle, JournalFiles } from './journal-files.ts'
import { withHandle } from './with-handle.ts'

/**
 * Writes a whole new file and waits until its content is safe. Its name is not, and is nobody's yet: what is to be read gets its
 * name by a link or a rename afterwards.
 *
 * `mtimeMs`: the time of the last write that it is to tell, in milliseconds since 1970. Default: now.
 */
export const writeDraft = (
  files: JournalFiles,
  path: string,
  content: string | Buffer,
  mtimeMs?: number,
): Promise<void> =>
  withHandle(files, path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, async (handle) => {
    await writeAll(handle, Buffer.from(content))
    if (mtimeMs !== undefined) await handle.utimes(mtimeMs / 1000, mtimeMs / 1000)
    await handle.sync()
  })

/** Writes all of it: a system may take it in pieces. */
export const writeAll = async (handle: JournalFileHandle, bytes: Buffer): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes.subarray(done))
    if (bytesWritten === 0) throw new Error('ENOSPC: nothing more was written')
    done += bytesWritten
  }
}
