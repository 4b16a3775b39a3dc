/** An entry of a snapshot file. `after`: absent if it was removed. */
interface ChangedEntry {
  name: string
  before: string
  after?: string
}

/**
 * Lists the entries of a snapshot file that an attempt changed or removed; new entries are never listed. A
 * file without entries that can be told apart (an image, JSON) is one entry, named ''.
 */
export const changedEntries = (before: string, after: string | undefined): ChangedEntry[] => {
  const [old, now] = [readEntries(before), readEntries(after ?? '')]
  if (old.size === 0) {
    old.set('', before)
    if (after !== undefined) now.set('', after)
  }
  return [...old].flatMap(([name, value]) => {
    const left = now.get(name)
    if (left === value) return []
    return [{ name, before: value, ...(left !== undefined && { after: left }) }]
  })
}

/** Entries of Jest, Vitest and node:test (`exports[...] = ...`), or of syrupy (`# name: ...`). */
const readEntries = (text: string): Map<string, string> => {
  const starts = [...text.matchAll(/^(?:exports\[`((?:[^`\\]|\\.){0,2000})`\] = |# name: (.*)$)/gm)]
  return new Map(
    starts.map((start, index) => [
      start[1] ?? start[2] ?? '',
      text.slice(start.index + start[0].length, starts[index + 1]?.index ?? text.length).trim(),
    ]),
  )
}
