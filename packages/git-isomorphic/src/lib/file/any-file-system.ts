/** The part of `fs.Stats` that git needs. */
export interface FileSystemStat {
  /** Bytes of the file. */
  readonly size: number | bigint
  /** The type and permission bits. */
  readonly mode: number | bigint
  /** Whether it is a regular file. */
  isFile(): boolean
  /** Whether it is a folder. */
  isDirectory(): boolean
  /** Whether it is a symbolic link. Only `lstat` reports one. */
  isSymbolicLink(): boolean
}

/**
 * A promise-based file system, such as `node:fs`, memfs, LightningFS and OPFS shims. Paths are POSIX.
 *
 * Errors have Node's `code` (`ENOENT`, `ENOTDIR`, `EEXIST`, ...). `rename` replaces an existing file; without
 * it an interrupted write leaves an incomplete file. Links are needed only for a checkout with links.
 */
export interface PromiseFileSystem {
  /** Reads a file, following symbolic links. */
  readFile(path: string): Promise<Uint8Array | string>
  /** Creates a file, or replaces its contents. Its folder exists. */
  writeFile(path: string, content: Uint8Array | string): Promise<unknown>
  /** Creates a folder. Its parent exists. Fails with `EEXIST` if the path exists. */
  mkdir(path: string): Promise<unknown>
  /** Returns names as strings. */
  readdir(path: string): Promise<readonly unknown[]>
  /** Describes a file or a folder, following symbolic links. */
  stat(path: string): Promise<FileSystemStat>
  /** Describes a path itself: a symbolic link is not followed. */
  lstat(path: string): Promise<FileSystemStat>
  /** Deletes a file or a symbolic link. */
  unlink(path: string): Promise<unknown>
  /** Deletes an empty folder. */
  rmdir(path: string): Promise<unknown>
  /** Renames a file or folder. An existing file of the new name is replaced. */
  rename?(from: string, to: string): Promise<unknown>
  /** Returns the target of a symbolic link, as it is stored. */
  readlink?(path: string): Promise<string | Uint8Array>
  /** Creates a symbolic link at `path`. */
  symlink?(target: string, path: string): Promise<unknown>
}

/** A file system, or an object with one as its `promises`. */
export type AnyFileSystem = PromiseFileSystem | { readonly promises: PromiseFileSystem }

/** Returns the promise-based calls of a file system in either form. */
export const promisesOf = (fs: AnyFileSystem): PromiseFileSystem => ('promises' in fs ? fs.promises : fs)
