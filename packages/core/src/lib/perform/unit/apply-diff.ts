/**
 * Whether a text is a unified diff.
 *
 * Comments and documents in several languages also begin with `--- `, so its second line is checked too.
 */
export const isDiff = (text: string): boolean => /^(?:diff --git |--- .*\n\+\+\+ |@@ -\d)/.test(text)

/** Whether a diff deletes its file. */
export const isDeletion = (diff: string): boolean => /^\+\+\+ \/dev\/null$/m.test(headerOf(diff))

const isCreation = (diff: string): boolean => /^--- \/dev\/null$/m.test(headerOf(diff))

const headerOf = (diff: string): string => diff.slice(0, Math.max(0, diff.search(/^@@ /m)))

interface Hunk {
  /** The line at which the hunk begins by its header, from 0. */
  start: number
  /** Lines with their line ends; the last line of a file may have none. */
  before: string[]
  after: string[]
}

/**
 * Applies a unified diff of one file. Returns null if it does not apply.
 *
 * All lines of a hunk must match, at the given place or, if the file has changed, at the nearest other place
 * after the previous hunk. A hunk without old lines must name its exact place. Matching is exact: no line is
 * ignored, white space counts, and so does the end of the last line.
 */
export const applyDiff = (text: string, diff: string): string | null => {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? []
  const hunks = readHunks(diff)
  if (!hunks || hunks.length === 0 || (isCreation(diff) && text !== '')) return null
  let shift = 0
  let from = 0
  for (const { start, before, after } of hunks) {
    const wanted = start + shift
    const place =
      before.length > 0
        ? findLines(lines, before, Math.max(from, wanted), from)
        : wanted >= from && wanted <= lines.length
          ? wanted
          : -1
    if (place < 0) return null
    lines.splice(place, before.length, ...after)
    shift = place - start + after.length - before.length
    from = place + after.length
  }
  return lines.join('')
}

/** Finds the place nearest to `near`, not before `from`, at which all lines match; -1 if none does. */
const findLines = (lines: string[], wanted: string[], near: number, from: number): number => {
  const fits = (place: number): boolean =>
    place >= from &&
    place + wanted.length <= lines.length &&
    wanted.every((line, index) => lines[place + index] === line)
  const farthest = Math.max(near - from, lines.length - near)
  for (let distance = 0; distance <= farthest; distance++) {
    if (fits(near - distance)) return near - distance
    if (fits(near + distance)) return near + distance
  }
  return -1
}

/** Returns null for text that is not a diff of one file. */
const readHunks = (diff: string): Hunk[] | null => {
  const hunks: Hunk[] = []
  let hunk: Hunk | undefined
  let last = ''
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const head = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d/.exec(line)
    if (head) {
      // A hunk without old lines is inserted after the line that it names.
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1)
      hunk = { start: Math.max(0, start), before: [], after: [] }
      hunks.push(hunk)
      last = ''
    } else if (hunk) {
      // The leading space of an empty context line is often missing.
      const kind = line === '' ? ' ' : line[0]!
      const content = `${line.slice(1)}\n`
      if (kind === '\\') dropEnd(hunk, last)
      else if (kind !== ' ' && kind !== '-' && kind !== '+') return null
      if (kind === '-' || kind === ' ') hunk.before.push(content)
      if (kind === '+' || kind === ' ') hunk.after.push(content)
      last = kind
    }
  }
  return hunks
}

/**
 * Applies `\ No newline at end of file`: removes the line end of the line above, on the sides that it belongs
 * to.
 */
const dropEnd = ({ before, after }: Hunk, kind: string): void => {
  for (const [lines, side] of [
    [before, '-'],
    [after, '+'],
  ] as const)
    if (kind === side || kind === ' ') lines.push(lines.pop()!.slice(0, -1))
}
