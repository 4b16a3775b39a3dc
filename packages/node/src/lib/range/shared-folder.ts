import { realpathSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { makePrivateFolder } from '../file/make-private-folder.ts'

/** Returns the path of this user's folder below a folder for temporary files. */
export const userFolderIn = (parent: string): string =>
  join(realpathSync(parent), `amelia-${process.getuid?.() ?? userInfo().username}`)

/**
 * Creates or checks the folder that all processes of this user on this machine share. It does not depend on
 * `TMPDIR`, which differs between processes, unless `/tmp` cannot be used.
 */
export const sharedFolder = (): string => {
  try {
    const folder = userFolderIn('/tmp')
    makePrivateFolder(folder)
    return folder
  } catch {
    const folder = userFolderIn(tmpdir())
    makePrivateFolder(folder)
    return folder
  }
}
