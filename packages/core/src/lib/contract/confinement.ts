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
