import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { userFolderIn } from '../../range/shared-folder.ts'
import { makePrivateFolder } from '../../file/make-private-folder.ts'

/** Creates or checks the folder of a repository's slots, below the given folder or a folder of this user. */
export const slotsFolder = (commonDir: string, slots: string | undefined): string => {
  const folder = slotsPath(commonDir, slotsRoot(slots))
  makePrivateFolder(folder)
  return folder
}

/** The path of the folder of a repository's slots, which may not exist. */
export const slotsPath = (commonDir: string, root = userFolderIn(tmpdir())): string =>
  join(root, createHash('sha256').update(commonDir).digest('hex').slice(0, 16))

const slotsRoot = (slots: string | undefined): string => {
  if (slots !== undefined) {
    mkdirSync(resolve(slots), { recursive: true, mode: 0o700 })
    return realpathSync(resolve(slots))
  }
  const root = userFolderIn(tmpdir())
  makePrivateFolder(root)
  return root
}
