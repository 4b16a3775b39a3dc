/** The part of `fs.Stats` that git needs. */
export interface FileSystemStat {
  readonly size: number | bigint
  readonly mode: number | bigint
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

/**
 * A promise-based file system, such as `node:fs`, memfs, LightningFS and OPFS shims. Paths are POSIX.
 *
 * Errors have Node's `code` (`ENOENT`, `ENOTDIR`, `EEXIST`, ...). `rename` replaces an existing file; without
 * it an interrupted write leaves an incomplete file. Links are needed only for a checkout with links.
 */
export interface PromiseFileSystem {
  readFile(path: string): Promise<Uint8Array | string>
  writeFile(path: string, content: Uint8Array | string): Promise<unknown>
  mkdir(path: string): Promise<unknown>
  /** Returns names as strings. */
  readdir(path: string): Promise<readonly unknown[]>
  stat(path: string): Promise<FileSystemStat>
  lstat(path: string): Promise<FileSystemStat>
  unlink(path: string): Promise<unknown>
  rmdir(path: string): Promise<unknown>
  rename?(from: string, to: string): Promise<unknown>
  readlink?(path: string): Promise<string | Uint8Array>
  symlink?(target: string, path: string): Promise<unknown>
}

/** A file system, or an object with one as its `promises`. */
export type AnyFileSystem = PromiseFileSystem | { readonly promises: PromiseFileSystem }

/** Returns the promise-based calls of a file system in either form. */
export const promisesOf = (fs: AnyFileSystem): PromiseFileSystem => ('promises' in fs ? fs.promises : fs)
