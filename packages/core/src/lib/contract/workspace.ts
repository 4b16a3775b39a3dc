import type { OpenWorkspaceRequest } from './open-workspace-request.ts'

/** A file's metadata: the part of `fs.Stats` that is used. */
export interface FileStat {
  /** Bytes of the file. */
  size: number
  /** The type and permission bits, as in `fs.Stats.mode`. */
  mode: number
  /** Whether it is a regular file. */
  isFile(): boolean
  /** Whether it is a folder. */
  isDirectory(): boolean
  /** Whether it is a symbolic link. Only `lstat` reports one. */
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
  /** Reads a file, following symbolic links. */
  readFile(path: string): Promise<Uint8Array>
  /** Missing folders are made. */
  writeFile(path: string, content: Uint8Array | string): Promise<void>
  /** Makes a folder. With `recursive` also its missing parents, and an existing folder is not an error. */
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>
  /** Lists the names in a folder, without `.` and `..`, in any order. */
  readdir(path: string): Promise<string[]>
  /** Describes a file or a folder, following symbolic links. */
  stat(path: string): Promise<FileStat>
  /** Describes a path itself: a symbolic link is not followed. */
  lstat(path: string): Promise<FileStat>
  /** Returns the target of a symbolic link, as it is stored. */
  readlink(path: string): Promise<string>
  /**
   * Deletes a file or a symbolic link, and with `recursive` a folder with its contents. With `force` a
   * missing path is not an error.
   */
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>
}

/** The files of the commit with the project's rules. Nothing that an agent does changes them. */
export interface BaseFiles {
  /** Lists the paths of all files below a folder such as `.claude/skills`, sorted. */
  list(folder: string): Promise<string[]>
  /** Reads a file; null if the path is not a file. */
  read(path: string): Promise<Uint8Array | null>
}

/**
 * How the processes that work in a workspace are confined: they read the file system, and write only to the
 * workspace and the folders that are named here.
 *
 * A host that can confine processes adds it to the workspaces that it opens. Its command runner and the
 * drivers of agent programs apply it. Paths are absolute; those that do not exist have no effect.
 */
export interface Confinement {
  /** The folder for temporary files of the workspace, which processes also see as `/tmp`. */
  temporary: string
  /** The folder for caches of package managers, which the workspaces of a repository share. */
  caches: string
  /** An empty file, which processes see in place of a hidden file. */
  blank: string
  /** More files and folders that processes may write to. */
  write: readonly string[]
  /** Files and folders below a folder for temporary files that processes see, and cannot write to. */
  read: readonly string[]
  /** Files and folders that processes see empty. */
  hide: readonly string[]
  /** `host`: the network of the machine. `none`: a separate loopback and nothing else. */
  network: 'host' | 'none'
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
  /**
   * Variables of the workspace: commands, checks, hooks, set-ups and agents that work in it get them.
   * `AMELIA_RUN` and `AMELIA_PHASE` name the work, and `AMELIA_SLOT` is unique among the open workspaces of
   * the run. Native workspaces also have `AMELIA_WORKSPACE`, their root folder, `AMELIA_PORT`, the first of
   * 20 ports that no other workspace has, and a private folder for temporary files, `TMPDIR`. Default: none.
   */
  env?: Readonly<Record<string, string>>
  /** How the processes that work here are confined. Default: they have the permissions of this process. */
  confinement?: Confinement
  /** The files of the tree. */
  fs: WorkspaceFileSystem
  /**
   * The files of the commit that the workspace was opened with as `rules`: an agent must not change them for
   * itself. Native workspaces have them.
   */
  baseFiles?: BaseFiles
}

/** Returns a workspace with other files. The given one may be an instance of a class, so it is not spread. */
export const withFiles = (workspace: Workspace, fs: WorkspaceFileSystem): Workspace => {
  const { id, base, slot, dir, env, confinement, baseFiles } = workspace
  return {
    id,
    base,
    ...(slot !== undefined && { slot }),
    ...(dir !== undefined && { dir }),
    ...(env && { env }),
    ...(confinement && { confinement }),
    fs,
    ...(baseFiles && { baseFiles }),
  }
}

/** Returns the variables that name a workspace and its work: a part of its `env`. */
export const workspaceVariables = (
  { runId, phase }: Pick<OpenWorkspaceRequest, 'runId' | 'phase'>,
  slot: string,
): Record<string, string> => ({
  AMELIA_RUN: runId,
  ...(phase !== undefined && { AMELIA_PHASE: phase }),
  AMELIA_SLOT: slot,
})
