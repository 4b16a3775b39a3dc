import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** The content at a report's path: its text, nothing, or something that is not read. */
export type ReportFile = { text: string } | 'absent' | 'refused'

/** The size limit of a report, in bytes. */
const largest = 64 * 1024 * 1024

/** Reads a regular file of at most 64 MiB. Does not follow links, and does not block on a pipe. */
export const readReportFile = async (file: string, limit = largest): Promise<ReportFile> => {
  let handle
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'absent' : 'refused'
  }
  try {
    const found = await handle.stat()
    if (!found.isFile() || found.size > limit) return 'refused'
    const bytes = Buffer.alloc(found.size)
    const { bytesRead } = await handle.read(bytes, 0, found.size, 0)
    return { text: bytes.toString('utf8', 0, bytesRead) }
  } catch {
    return 'refused'
  } finally {
    await handle.close()
  }
}
