import { constants } from 'node:fs'
import type { JournalFileHandle, JournalFiles } from './journal-files.ts'
import { writeAll } from './write-draft.ts'

/** An existing file that only this process writes. */
export interface AppendFile {
  /** Resolves once the bytes are synced. If that fails, shortens and closes the file. */
  append(bytes: Buffer): Promise<void>
  /** Closes the file. Nothing can be appended afterwards. */
  close(): Promise<void>
}

/**
 * Appends to a file of `size` bytes. The first append opens it, and it stays open, because opening and
 * closing cost more than writing. So a removed file accepts bytes: the caller checks that its name exists.
 */
export const createAppendFile = (files: JournalFiles, path: string, size: number): AppendFile => {
  let handle: JournalFileHandle | undefined
  let length = size
  const close = async (): Promise<void> => {
    const open = handle
    handle = undefined
    await open?.close()
  }
  return {
    async append(bytes) {
      handle ??= await files.open(path, constants.O_WRONLY | constants.O_APPEND, 0o600)
      try {
        await writeAll(handle, bytes)
        await handle.datasync()
      } catch (error) {
        await handle.truncate(length).catch(() => {})
        await close().catch(() => {})
        throw error
      }
      length += bytes.length
    },
    close,
  }
}
