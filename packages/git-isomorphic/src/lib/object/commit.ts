/** The relevant fields of a commit. */
export interface Commit {
  readonly tree: string
  readonly parents: readonly string[]
  /** Seconds since 1970, of the committer. */
  readonly date: number
  readonly message: string
}

/** Reads the bytes of a commit object. */
export const parseCommit = (bytes: Uint8Array): Commit => {
  const text = new TextDecoder().decode(bytes)
  const end = text.indexOf('\n\n')
  const lines = (end < 0 ? text : text.slice(0, end)).split('\n')
  const valuesOf = (key: string): string[] =>
    lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1))
  const [, date = '0'] = / (\d+) [+-]\d+$/.exec(valuesOf('committer')[0] ?? '') ?? []
  return {
    tree: valuesOf('tree')[0] ?? '',
    parents: valuesOf('parent'),
    date: Number(date),
    message: end < 0 ? '' : text.slice(end + 2),
  }
}

/**
 * Encodes a commit in UTC, by the same author and committer. The same values produce the same bytes as with
 * native git.
 */
export const encodeCommit = (commit: Commit & { readonly identity: string }): Uint8Array => {
  const { tree, parents, identity, date, message } = commit
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${identity} ${date} +0000`,
    `committer ${identity} ${date} +0000`,
  ]
  return new TextEncoder().encode(`${lines.join('\n')}\n\n${message.replaceAll('\0', '')}`)
}
