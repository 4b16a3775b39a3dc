import * as nodeFiles from 'node:fs/promises'

/**
 * The part of a file system that {@link fileStore} uses: a slice of `node:fs/promises`, which is the default.
 *
 * Written bytes are safe once `datasync` or `sync` of their file has resolved. A change of a name (create,
 * link, rename, remove) is safe once `sync` of its folder has resolved. Errors have the system's `code`.
 */
export interface JournalFiles {
  /** `flags` are those of `node:fs`. A folder can be opened for reading, to be synced. */
  open(path: string, flags: number, mode?: number): Promise<JournalFileHandle>
  mkdir(path: string, options: { recursive: true; mode: number }): Promise<unknown>
  readdir(path: string): Promise<string[]>
  stat(path: string): Promise<{ size: number; mtimeMs: number }>
  /**
   * Creates a hard link. Fails with `EEXIST` if the name exists: one of several concurrent calls succeeds.
   */
  link(existing: string, path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** Times are in seconds since 1970, as in `node:fs`. */
  utimes(path: string, atime: number, mtime: number): Promise<void>
}

export interface JournalFileHandle {
  /**
   * Writes at the end of the file with `O_APPEND`, else after this handle's last write. May write fewer bytes
   * than given.
   */
  write(bytes: Uint8Array): Promise<{ bytesWritten: number }>
  readFile(): Promise<Buffer>
  /** Reads up to `length` bytes at `position`. If absent, followers read the complete file. */
  read?(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  stat(): Promise<{ size: number; mtimeMs: number }>
  utimes(atime: number, mtime: number): Promise<void>
  truncate(length: number): Promise<void>
  datasync(): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** The files of this machine. */
export const machineFiles: JournalFiles = nodeFiles
