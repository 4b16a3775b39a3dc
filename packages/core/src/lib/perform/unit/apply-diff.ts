/**
 * Whether a text is a unified diff.
 *
 * `--- ` alone begins comments and documents of several languages too, so its second line is looked at.
 */
export const isDiff = (text: string): boolean => /^(?:diff --git |--- .*\n\+\+\+ |@@ -\d)/.test(text)

/** Whether a diff says that the file is no more. */
export const isDeletion = (diff: string): boolean => /^\+\+\+ \/dev\/null$/m.test(headerOf(diff))

const isCreation = (diff: string): boolean => /^--- \/dev\/null$/m.test(headerOf(diff))

const headerOf = (diff: string): string => diff.slice(0, Math.max(0, diff.search(/^@@ /m)))

interface Hunk {
  /** Where the hunk says that it begins, from 0. */
  start: number
  /** Lines with their ends: the last one of a file may have none. */
  before: string[]
  after: string[]
}

/**
 * Applies a unified diff of one file, or gives null when it does not fit.
 *
 * A hunk's lines must all be there, in one place or, where the file has moved on, in the nearest other place behind the
 * hunk before it. A hunk that shows no line of the file must name its very place. Nothing is guessed: no line is ignored,
 * no white space folded, and the end of the last line counts.
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

/** The place nearest to `near`, not before `from`, where all these lines stand; -1 when there is none. */
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

/** Null for what is no diff of one file. */
const readHunks = (diff: string): Hunk[] | null => {
  const hunks: Hunk[] = []
  let hunk: Hunk | undefined
  let last = ''
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const head = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d/.exec(line)
    if (head) {
      // A hunk of no old lines stands behind the line that it names.
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1)
      hunk = { start: Math.max(0, start), before: [], after: [] }
      hunks.push(hunk)
      last = ''
    } else if (hunk) {
      // A context line without anything on it is often written without its blank.
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

/** `\ No newline at end of file`: the line above it has no end, on the sides that it stands on. */
const dropEnd = ({ before, after }: Hunk, kind: string): void => {
  for (const [lines, side] of [
    [before, '-'],
    [after, '+'],
  ] as const)
    if (kind === side || kind === ' ') lines.push(lines.pop()!.slice(0, -1))
}
