import type { WorkspaceFileSystem } from '../contract/workspace.ts'
import { AmeliaError } from '../error/amelia-error.ts'

/** The files of a workspace for somebody who may only look: what would change one rejects with `PATH_DENIED`. */
export const readOnlyFiles = (files: WorkspaceFileSystem): WorkspaceFileSystem => {
  const deny = (path: string): Promise<never> =>
    Promise.reject(
      new AmeliaError(
        'PATH_DENIED',
        `${JSON.stringify(path)} can only be read here: this session changes nothing.`,
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
