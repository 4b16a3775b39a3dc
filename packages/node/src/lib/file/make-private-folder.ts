import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { AmeliaError } from '@amelia/core/plugin'

/**
 * Creates a folder that only this user can enter, or checks the existing one.
 *
 * Throws `PATH_DENIED` for a link, or a folder of another user, who may have created it in a shared parent
 * folder.
 */
export const makePrivateFolder = (path: string): void => {
  checkPrivate(path)
  mkdirSync(path, { recursive: true, mode: 0o700 })
  checkPrivate(path)
  if (process.getuid && (lstatSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700)
}

const checkPrivate = (path: string): void => {
  const problem = whyNotPrivate(path)
  if (problem !== undefined) throw new AmeliaError('PATH_DENIED', problem, { path })
}

/** Explains why a folder cannot be private, and what to do; undefined if it can, or does not exist. */
export const whyNotPrivate = (path: string): string | undefined => {
  const found = lstatSync(path, { throwIfNoEntry: false })
  const user = process.getuid?.()
  if (!found || (found.isDirectory() && (user === undefined || found.uid === user))) return undefined
  const why = found.isDirectory() ? 'belongs to another user' : 'is a link or a file, not a folder'
  return `${path} ${why}. Remove it, or choose another folder with TMPDIR; a program can use \`slots\`.`
}
