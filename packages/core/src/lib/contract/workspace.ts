/** A file's metadata: the part of `fs.Stats` that is used. */
export interface FileStat {
  size: number
  mode: number
  isFile(): boolean
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

/**
 * The files of a workspace: the subset of `fs.promises` that a step, a tool and an in-memory git need.
 *
 * Paths are POSIX and start at `/`, the workspace's root. Every path is checked against the root when it is
 * used, symbolic links included: `PATH_DENIED` for what leaves it and for what is git's own. Errors carry
 * Node's `code` (`ENOENT`, `EEXIST`, ...).
 */
export interface WorkspaceFileSystem {
  readFile(path: string): Promise<Uint8Array>
  /** Missing folders are made. */
  writeFile(path: string, content: Uint8Array | string): Promise<void>
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>
  readdir(path: string): Promise<string[]>
  stat(path: string): Promise<FileStat>
  lstat(path: string): Promise<FileStat>
  readlink(path: string): Promise<string>
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>
}

/** The files of a workspace's base commit. Nothing that an agent does changes them. */
export interface BaseFiles {
  /** Lists the paths of all files below a folder such as `.claude/skills`, sorted. */
  list(folder: string): Promise<string[]>
  /** Reads a file; null if the path is not a file. */
  read(path: string): Promise<Uint8Array | null>
}

/** The tree that one attempt works in. */
export interface Workspace {
  /** Unique among the open workspaces of a run. */
  id: string
  /** The commit that the attempt builds on. */
  base: string
  /** Names the place of the tree, where the backend has places that outlast the workspace. */
  slot?: string
  /** The folder on disk. Only native workspaces have one. */
  dir?: string
  fs: WorkspaceFileSystem
  /** The files of `base`, for rules that an agent must not change for itself. Native workspaces have them. */
  baseFiles?: BaseFiles
}

/** Returns a workspace with other files. The given one may be an instance of a class, so it is not spread. */
export const withFiles = (workspace: Workspace, fs: WorkspaceFileSystem): Workspace => {
  const { id, base, slot, dir, baseFiles } = workspace
  return {
    id,
    base,
    ...(slot !== undefined && { slot }),
    ...(dir !== undefined && { dir }),
    fs,
    ...(baseFiles && { baseFiles }),
  }
}
