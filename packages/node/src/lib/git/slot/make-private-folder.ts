import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { AmeliaError } from '@amelia/core/plugin'

/**
 * Makes a folder that only this user can enter, or checks that the existing one is.
 *
 * In a folder that all users share somebody may have put a link or a folder of theirs in its place: `PATH_DENIED`.
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
