const longest = 2_000
const part = /[\p{L}\p{N}_]/u

/**
 * The column (from 1) at which a line names something: whole, in any case, the last time or the first.
 * Without such a place the column of the line's first character. Lines that are too long to look through are
 * not.
 */
export const findColumn = (line: string, name: string | undefined, last = false): number => {
  if (name !== undefined && name !== '' && line.length <= longest) {
    const text = line.toLowerCase()
    const wanted = name.toLowerCase()
    // Lower case of a few letters is longer than the letter, and moves what comes after it.
    const same = text.length === line.length
    const step = (at: number): number =>
      last ? (at === 0 ? -1 : text.lastIndexOf(wanted, at - 1)) : text.indexOf(wanted, at + 1)
    for (let at = last ? text.lastIndexOf(wanted) : text.indexOf(wanted); same && at >= 0; at = step(at)) {
      const before = text[at - 1] ?? ' '
      const after = text[at + wanted.length] ?? ' '
      if (!part.test(before) && !part.test(after)) return at + 1
    }
  }
  const indent = line.length - line.trimStart().length
  return indent < line.length ? indent + 1 : 1
}
