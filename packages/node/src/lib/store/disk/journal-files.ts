import { readdirSync } from 'node:fs'
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
  /** Creates a folder and its missing parents with this mode. An existing folder is not an error. */
  mkdir(path: string, options: { recursive: true; mode: number }): Promise<unknown>
  /** Lists the names in a folder, without `.` and `..`, in any order. */
  readdir(path: string): Promise<string[]>
  /**
   * Lists the names as `readdir` does, on this thread. The lease is checked twice for each append in a folder
   * of some names, which takes a third of the time that another thread takes. If absent, `readdir` is used.
   */
  readdirSync?(path: string): string[]
  /** Returns the size in bytes, and the time of the last change in milliseconds since 1970. */
  stat(path: string): Promise<{ size: number; mtimeMs: number }>
  /**
   * Creates a hard link. Fails with `EEXIST` if the name exists: one of several concurrent calls succeeds.
   */
  link(existing: string, path: string): Promise<void>
  /** Renames a file or folder atomically. An existing file of the new name is replaced. */
  rename(from: string, to: string): Promise<void>
  /** Removes a name of a file. */
  unlink(path: string): Promise<void>
  /** Removes an empty folder. If absent, the empty folders of removed runs stay. */
  rmdir?(path: string): Promise<void>
  /** Times are in seconds since 1970, as in `node:fs`. */
  utimes(path: string, atime: number, mtime: number): Promise<void>
}

/** An open file or folder of {@link JournalFiles}. */
export interface JournalFileHandle {
  /**
   * Writes at the end of the file with `O_APPEND`, else after this handle's last write. May write fewer bytes
   * than given.
   */
  write(bytes: Uint8Array): Promise<{ bytesWritten: number }>
  /** Reads the complete file. */
  readFile(): Promise<Buffer>
  /** Reads up to `length` bytes at `position`. If absent, followers read the complete file. */
  read?(buffer: Uint8Array, offset: number, length: number, position: number): Promise<{ bytesRead: number }>
  /** Returns the size in bytes, and the time of the last change in milliseconds since 1970. */
  stat(): Promise<{ size: number; mtimeMs: number }>
  /** Sets the times of access and change, in seconds since 1970. */
  utimes(atime: number, mtime: number): Promise<void>
  /** Shortens the file to this many bytes. */
  truncate(length: number): Promise<void>
  /** Writes the file's contents to the medium. */
  datasync(): Promise<void>
  /** Writes the file's contents and metadata, or the names in a folder, to the medium. */
  sync(): Promise<void>
  /** Closes the handle. It cannot be used afterwards. */
  close(): Promise<void>
}

/** The files of this machine. */
export const machineFiles: JournalFiles = { ...nodeFiles, readdirSync }
