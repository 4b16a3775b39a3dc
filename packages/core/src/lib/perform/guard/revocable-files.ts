import type { WorkspaceFileSystem } from '../../contract/workspace.ts'
import { AmeliaError } from '../../error/amelia-error.ts'

/** Wraps a workspace's files. After `revoke()`, every call rejects with `PATH_DENIED`. */
export const revocableFiles = (files: WorkspaceFileSystem): { fs: WorkspaceFileSystem; revoke(): void } => {
  let revoked = false
  const guard =
    <Rest extends unknown[], Result>(call: (path: string, ...rest: Rest) => Promise<Result>) =>
    (path: string, ...rest: Rest): Promise<Result> =>
      revoked ? Promise.reject(denied(path)) : call(path, ...rest)
  return {
    fs: {
      readFile: guard((path) => files.readFile(path)),
      writeFile: guard((path, content: Uint8Array | string) => files.writeFile(path, content)),
      mkdir: guard((path, options?: { recursive?: boolean }) => files.mkdir(path, options)),
      readdir: guard((path) => files.readdir(path)),
      stat: guard((path) => files.stat(path)),
      lstat: guard((path) => files.lstat(path)),
      readlink: guard((path) => files.readlink(path)),
      rm: guard((path, options?: { recursive?: boolean; force?: boolean }) => files.rm(path, options)),
    },
    revoke() {
      revoked = true
    },
  }
}

const denied = (path: string): AmeliaError =>
  new AmeliaError(
    'PATH_DENIED',
    `${JSON.stringify(path)} can no longer be accessed: the call did not stop in time and was abandoned.`,
    { path },
  )
