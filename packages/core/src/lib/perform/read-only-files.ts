import type { WorkspaceFileSystem } from '../contract/workspace.ts'
import { AmeliaError } from '../error/amelia-error.ts'

/** Wraps a workspace's files so that every change rejects with `PATH_DENIED`. */
export const readOnlyFiles = (files: WorkspaceFileSystem): WorkspaceFileSystem => {
  const deny = (path: string): Promise<never> =>
    Promise.reject(
      new AmeliaError(
        'PATH_DENIED',
        `${JSON.stringify(path)} cannot be changed: this session is read-only.`,
        {
          path,
        },
      ),
    )
  return {
    readFile: (path) => files.readFile(path),
    readdir: (path) => files.readdir(path),
    stat: (path) => files.stat(path),
    lstat: (path) => files.lstat(path),
    readlink: (path) => files.readlink(path),
    writeFile: deny,
    mkdir: deny,
    rm: deny,
  }
}
