import { mkdirSync, realpathSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { makePrivateFolder } from './make-private-folder.ts'

/** The folder that holds the slots of all repositories, made and checked: the given one, or one of this user's. */
export const slotsRoot = (slots: string | undefined): string => {
  if (slots !== undefined) {
    mkdirSync(resolve(slots), { recursive: true, mode: 0o700 })
    return realpathSync(resolve(slots))
  }
  const root = join(realpathSync(tmpdir()), `amelia-${process.getuid?.() ?? userInfo().username}`)
  makePrivateFolder(root)
  return root
}
