import { plural } from './format-count.ts'
import { blockLines, findTellingLines, maxBlocks } from './find-telling-lines.ts'

/** How much of an output is kept. */
export interface OutputBounds {
  /** Lines from each end. Default: 50. */
  edgeLines?: number
  /** Default: 4,000. */
  maxCharacters?: number
}

/** Shares of the room. The end of an output gets what the others leave. */
const tellingShare = 0.4
const headShare = 0.4
/** Room for the notes on what is left out, one more than there are blocks. */
const noteRoom = 50 * (maxBlocks + 1)

/** A note of our own, or of a command runner that kept no more than the ends. */
const earlierNote =
  /^(?:\[… (\d{1,15}) lines \(\d{1,15} characters\) left out …\]|… \((\d{1,15}) lines? left out\) …)$/

/**
 * Shortens an output to the lines that tell what went wrong: up to three errors with the head of their
 * stacks, the first lines, and the last lines.
 *
 * A note in place of each gap gives the number of lines left out, those that the command runner dropped
 * included. A line longer than a quarter of the room is cut in its middle.
 */
export const boundOutput = (output: string, bounds: OutputBounds = {}): string => {
  const { edgeLines = 50, maxCharacters = 4_000 } = bounds
  const all = output.split('\n')
  if (output.length <= maxCharacters && all.length <= 2 * edgeLines) return output
  const lines = all.map((line) => cutLine(line, Math.floor(maxCharacters / 4)))
  const room = maxCharacters - noteRoom
  const kept = new Set<number>()
  let used = 0
  const keep = (index: number, limit: number): boolean => {
    if (kept.has(index)) return true
    const cost = lines[index]!.length + 1
    if (used + cost > limit) return false
    kept.add(index)
    used += cost
    return true
  }
  for (const start of findTellingLines(lines))
    for (let at = start; at < Math.min(start + blockLines, lines.length); at++)
      if (!keep(at, room * tellingShare)) break
  const headLimit = used + (room - used) * headShare
  for (let at = 0; at < Math.min(edgeLines, lines.length); at++) if (!keep(at, headLimit)) break
  for (let at = lines.length - 1; at >= Math.max(0, lines.length - edgeLines); at--)
    if (!keep(at, room)) break
  return join(
    lines,
    [...kept].sort((a, b) => a - b),
  )
}

const join = (lines: readonly string[], kept: readonly number[]): string => {
  const parts: string[] = []
  let next = 0
  for (const index of [...kept, lines.length]) {
    if (index > next) {
      let left = 0
      for (let at = next; at < index; at++) left += linesOf(lines[at]!)
      parts.push(`… (${plural(left, 'line')} left out) …`)
    }
    if (index < lines.length) parts.push(lines[index]!)
    next = index + 1
  }
  return parts.join('\n')
}

/** How many lines of the output a line stands for. */
const linesOf = (line: string): number => {
  const [, ofRunner, ofOurs] = earlierNote.exec(line) ?? []
  return Number(ofRunner ?? ofOurs ?? 1)
}

/** Both ends of a long line. Neither begins or stops inside a surrogate pair. */
const cutLine = (line: string, limit: number): string => {
  if (line.length <= limit) return line
  const half = Math.floor((limit - 50) / 2)
  const head = line.slice(0, half).replace(/[\ud800-\udbff]$/, '')
  const tail = line.slice(-half).replace(/^[\udc00-\udfff]/, '')
  return `${head}… (${line.length - head.length - tail.length} characters left out) …${tail}`
}
