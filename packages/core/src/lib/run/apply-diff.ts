/** Whether a text is a unified diff of one file. */
export const isDiff = (text: string): boolean => /^(?:diff --git |--- |@@ -\d)/.test(text)

interface Hunk {
  /** Where the hunk says that it begins, from 0. */
  start: number
  before: string[]
  after: string[]
}

/**
 * Applies a unified diff of one file, or gives null when it does not fit.
 *
 * A hunk's lines must all be there, in one place or, where the file has moved on, in the nearest other place behind the
 * hunk before it. Nothing is guessed: no line is ignored, no white space folded.
 */
export const applyDiff = (text: string, diff: string): string | null => {
  const lines = text === '' ? [] : text.split('\n')
  const hunks = readHunks(diff)
  if (hunks.length === 0) return null
  let shift = 0
  let from = 0
  for (const { start, before, after } of hunks) {
    const place = findLines(lines, before, Math.max(from, start + shift), from)
    if (place < 0) return null
    lines.splice(place, before.length, ...after)
    shift = place - start + after.length - before.length
    from = place + after.length
  }
  return lines.join('\n')
}

/** The place nearest to `wanted`, not before `from`, where all these lines stand; -1 when there is none. */
const findLines = (lines: string[], wanted: string[], near: number, from: number): number => {
  const fits = (place: number): boolean =>
    place >= from &&
    place + wanted.length <= lines.length &&
    wanted.every((line, index) => lines[place + index] === line)
  for (let distance = 0; distance <= lines.length; distance++) {
    if (fits(near - distance)) return near - distance
    if (fits(near + distance)) return near + distance
  }
  return -1
}

const readHunks = (diff: string): Hunk[] => {
  const hunks: Hunk[] = []
  let hunk: Hunk | undefined
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const head = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+\d/.exec(line)
    if (head) {
      // A hunk of no old lines stands behind the line that it names.
      const start = Number(head[1]) - (head[2] === '0' ? 0 : 1)
      hunk = { start: Math.max(0, start), before: [], after: [] }
      hunks.push(hunk)
    } else if (hunk && line.startsWith('-')) hunk.before.push(line.slice(1))
    else if (hunk && line.startsWith('+')) hunk.after.push(line.slice(1))
    else if (hunk && (line.startsWith(' ') || line === '')) {
      hunk.before.push(line.slice(1))
      hunk.after.push(line.slice(1))
    }
  }
  return hunks
}
