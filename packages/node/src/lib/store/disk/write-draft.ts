import { constants } from 'node:fs'
import type { JournalFileHandle, JournalFiles } from './journal-files.ts'
import { withHandle } from './with-handle.ts'

/**
 * Writes a new file and syncs its content. Its name is not safe yet: a link or a rename then gives the file
 * its final name.
 *
 * `mtimeMs`: the file's modification time, in milliseconds since 1970. Default: now.
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

/** Writes all bytes, in several writes if the system accepts only a part. */
export const writeAll = async (handle: JournalFileHandle, bytes: Buffer): Promise<void> => {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes.subarray(done))
    if (bytesWritten === 0) {
      const message = 'ENOSPC: the system accepted no more bytes'
      throw Object.assign(new Error(message), { code: 'ENOSPC' })
    }
    done += bytesWritten
  }
}
