import type { GitFiles } from './git-files.ts'
import { readSetting } from './locate-repository.ts'

/** Characters that git takes off the ends of names. */
const crud = '[\\u0000-\\u0020.,:;<>"\\\\\']'
const atStart = new RegExp(`^${crud}+`)
const atEnd = new RegExp(`${crud}+$`)

/** `Name <address>` of the repository's own configuration; null where it has none. */
export const readIdentity = async (files: GitFiles): Promise<string | null> =>
  joinIdentity(await readSetting(files, 'user.name'), await readSetting(files, 'user.email'))

/** `Name <address>` as git writes it into a commit; null where one of them is empty. */
export const joinIdentity = (name: string, email: string): string | null => {
  const [person, address] = [name, email].map(clean)
  return person && address ? `${person} <${address}>` : null
}

const clean = (text: string): string =>
  text
    .replace(/[<>\n]/g, '')
    .replace(atStart, '')
    .replace(atEnd, '')
