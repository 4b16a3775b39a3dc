/** What is asked of a file without reading it: the part of `fs.Stats` that git needs. */
export interface FileSystemStat {
  readonly size: number | bigint
  readonly mode: number | bigint
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

/**
 * A file system by promises, as `node:fs`, memfs, LightningFS and shims of OPFS have it. Paths are POSIX.
 *
 * Errors carry Node's `code` (`ENOENT`, `ENOTDIR`, `EEXIST`, ...). `rename` replaces what is there; without it a write that is
 * cut off leaves half a file. Links are needed only where the repository has a checkout with links.
 */
export interface PromiseFileSystem {
  readFile(path: string): Promise<Uint8Array | string>
  writeFile(path: string, content: Uint8Array | string): Promise<unknown>
  mkdir(path: string): Promise<unknown>
  /** Names, as text. */
  readdir(path: string): Promise<readonly unknown[]>
  stat(path: string): Promise<FileSystemStat>
  lstat(path: string): Promise<FileSystemStat>
  unlink(path: string): Promise<unknown>
  rmdir(path: string): Promise<unknown>
  rename?(from: string, to: string): Promise<unknown>
  readlink?(path: string): Promise<string | Uint8Array>
  symlink?(target: string, path: string): Promise<unknown>
}

/** A file system, or an object that has one as its `promises`. */
export type AnyFileSystem = PromiseFileSystem | { readonly promises: PromiseFileSystem }

/** The calls by promises of a file system that is given in either form. */
export const promisesOf = (fs: AnyFileSystem): PromiseFileSystem => ('promises' in fs ? fs.promises : fs)
