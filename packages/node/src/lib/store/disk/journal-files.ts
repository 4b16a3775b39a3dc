import * as nodeFiles from 'node:fs/promises'

/**
 * The part of a file system that {@link fileStore} uses: a slice of `node:fs/promises`, which is the default.
 *
 * What a call has written is safe when `datasync` or `sync` of its file has resolved; a name (made, linked, renamed, removed) is
 * safe when `sync` of its folder has. Errors carry the system's `code`.
 */
export interface JournalFiles {
  /** `flags` are those of `node:fs`. A folder can be opened for reading, to be synced. */
  open(path: string, flags: number, mode?: number): Promise<JournalFileHandle>
  mkdir(path: string, options: { recursive: true; mode: number }): Promise<unknown>
  readdir(path: string): Promise<string[]>
  stat(path: string): Promise<{ size: number; mtimeMs: number }>
  /** A second name of a file. Fails with `EEXIST` when the name is taken: of many that try, one succeeds. */
  link(existing: string, path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  unlink(path: string): Promise<void>
  /** In seconds since 1970, as `node:fs` has them. */
  utimes(path: string, atime: number, mtime: number): Promise<void>
}

export interface JournalFileHandle {
  /** At the file's end when it was opened with `O_APPEND`, else behind what this handle wrote. May write less than it is given. */
  write(bytes: Uint8Array): Promise<{ bytesWritten: number }>
  readFile(): Promise<Buffer>
  stat(): Promise<{ size: number; mtimeMs: number }>
  utimes(atime: number, mtime: number): Promise<void>
  truncate(length: number): Promise<void>
  datasync(): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

/** The files of this machine. */
export const machineFiles: JournalFiles = nodeFiles
