/** Code points that some file systems drop from a name. */
const ignored = /[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u206a-\u206f\ufeff\u00ad]/g
const control = /\p{Cc}/u
const maxLength = 1024
/** Most paths. No part begins with a dot, and none has a sign with a meaning on any system. */
const plain = /^[\w@+-][\w.@+-]*(?:\/[\w@+-][\w.@+-]*)*$/

/** A path, or the reason for refusing it, and whether it leads out of the repository. */
export type CheckedPath = { path: string } | { problem: string; outside?: true }

/**
 * Normalises a path of a plan, or returns the reason for refusing it.
 *
 * An accepted path is relative, has `/` between its parts, stays below the root, and names nothing that git
 * reserves on any operating system. `./` and doubled or trailing slashes are dropped. Symbolic links are not
 * resolved, so check the path again when it is opened.
 */
export const checkPath = (path: string): CheckedPath => {
  if (plain.test(path) && path.length <= maxLength) return { path }
  if (path === '') return { problem: 'it is empty' }
  if (path.length > maxLength) return { problem: `it is longer than ${maxLength} characters` }
  if (control.test(path)) return { problem: 'it contains a control character' }
  if (path.includes('\\')) return { problem: 'it holds a backslash; parts are separated by "/"' }
  if (path.startsWith('//')) return outside('it names another machine')
  if (path.startsWith('/')) return outside('it is absolute')
  if (/^[a-z]:/i.test(path)) return outside('it names a drive')
  if (path === '~' || path.startsWith('~/')) return outside('it names a home folder')
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (parts.length === 0) return { problem: 'it names the root itself' }
  for (const part of parts) {
    // Windows drops dots and spaces from the end of a name: "..␠" is "..".
    const bare = trimEnd(part.replace(ignored, ''))
    if (part === '..' || (bare === '' && part.includes('..'))) return outside('it holds ".."')
    if (isGit(bare)) return { problem: `"${part}" is git's own` }
    if (part.replace(ignored, '') !== part) return { problem: `"${part}" holds an invisible character` }
  }
  return { path: parts.join('/') }
}

const outside = (problem: string): CheckedPath => ({ problem, outside: true })

const isGit = (part: string): boolean => {
  const stream = part.indexOf(':')
  const name = trimEnd(stream < 0 ? part : part.slice(0, stream)).toLowerCase()
  return name === '.git' || name === 'git~1'
}

const trimEnd = (text: string): string => {
  let end = text.length
  while (end > 0 && (text[end - 1] === '.' || text[end - 1] === ' ')) end--
  return text.slice(0, end)
}
