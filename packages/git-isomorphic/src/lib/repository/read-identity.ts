import type { GitFiles } from '../file/git-files.ts'
import { readSetting } from './repository-check.ts'

/** Characters that git trims from names. */
const crud = '[\\u0000-\\u0020.,:;<>"\\\\\']'
const atStart = new RegExp(`^${crud}+`)
const atEnd = new RegExp(`${crud}+$`)

/** Reads `Name <address>` from the repository's own configuration; null if it is not set. */
export const readIdentity = async (files: GitFiles): Promise<string | null> =>
  joinIdentity(await readSetting(files, 'user.name'), await readSetting(files, 'user.email'))

/** Formats `Name <address>` as git writes it to a commit; null if either is empty. */
export const joinIdentity = (name: string, email: string): string | null => {
  const [person, address] = [name, email].map(clean)
  return person && address ? `${person} <${address}>` : null
}

const clean = (text: string): string =>
  text
    .replace(/[<>\n]/g, '')
    .replace(atStart, '')
    .replace(atEnd, '')
