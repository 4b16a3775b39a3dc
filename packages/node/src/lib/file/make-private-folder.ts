import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { AmeliaError } from '@amelia/core/plugin'

/**
 * Creates a folder that only this user can enter, or checks the existing one.
 *
 * Throws `PATH_DENIED` for a link, or a folder of another user, who may have created it in a shared parent
 * folder.
 */
export const makePrivateFolder = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const found = lstatSync(path)
  const deny = (why: string): AmeliaError =>
    new AmeliaError('PATH_DENIED', `${path} ${why}. Remove it, or choose another folder with \`slots\`.`, {
      path,
    })
  if (!found.isDirectory()) throw deny('is a link or a file, not a folder')
  const user = process.getuid?.()
  if (user !== undefined && found.uid !== user) throw deny('belongs to another user')
  if ((found.mode & 0o077) !== 0 && user !== undefined) chmodSync(path, 0o700)
}
