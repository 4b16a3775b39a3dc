import { decodeText } from '../../text/decode-text.ts'
import type { PlanMark } from '../model/plan-mark.ts'

/** A plan's file with its marks changed. */
export interface TickedPlan {
  text: string
  /** Number of lines that say that work is done, with those that did so before. */
  ticked: number
  /** Number of lines that differ from the plan as it was read, so that they were left as they are. */
  changed: number
}

/**
 * Changes marks in the text of a plan's file, and nothing else: line endings and a byte order mark stay.
 *
 * `source` is the text that the marks belong to. Where the file has changed since, only lines that can be
 * found in it are changed. Ticking twice is ticking once.
 */
export const tickPlan = (file: string, source: string, marks: readonly PlanMark[]): TickedPlan => {
  const before = source.split('\n')
  const after = new Map<number, string>()
  // From the right, so that columns stay valid.
  for (const mark of [...marks].sort((one, other) => other.column - one.column)) {
    const line = after.get(mark.line) ?? before[mark.line - 1] ?? ''
    const start = mark.column - 1
    after.set(mark.line, line.slice(0, start) + mark.new + line.slice(start + mark.old.length))
  }
  const pieces = file.split(/(\r\n|\r|\n)/)
  const byteOrder = pieces[0]?.startsWith('\uFEFF') ? '\uFEFF' : ''
  const lines = pieces.filter((_, index) => index % 2 === 0)
  lines[0] = (lines[0] ?? '').slice(byteOrder.length)
  const find = createFinder(before, after, lines)
  let ticked = 0
  let changed = 0
  for (const [line, text] of after) {
    const at = find(line - 1)
    if (at === undefined) changed++
    else {
      pieces[at * 2] = (at === 0 ? byteOrder : '') + text
      ticked++
    }
  }
  return { text: pieces.join(''), ticked, changed }
}

/** Whether a file has the same lines as the text that a plan was read from. */
export const isSameText = (file: string, source: string): boolean => {
  const decoded = decodeText(file)
  return 'text' in decoded && decoded.text === source
}

/**
 * Returns a function that finds a line of the plan in its file: by its distance from the start or the end,
 * as long as all lines between are the same, or if both texts have it once.
 */
const createFinder = (
  before: readonly string[],
  after: ReadonlyMap<number, string>,
  lines: readonly string[],
): ((index: number) => number | undefined) => {
  const isSame = (index: number, at: number): boolean =>
    lines[at] === before[index] || (lines[at] !== undefined && lines[at] === after.get(index + 1))
  const most = Math.min(before.length, lines.length)
  const shift = lines.length - before.length
  let head = 0
  while (head < most && isSame(head, head)) head++
  let tail = 0
  while (tail < most - head && isSame(before.length - 1 - tail, lines.length - 1 - tail)) tail++
  const places = new Map<string, number>()
  const add = (text: string, place: number): void => void places.set(text, places.has(text) ? -1 : place)
  for (let at = head; at < lines.length - tail; at++) add(lines[at] ?? '', at)
  const counts = new Map<string, number>()
  for (const text of before) counts.set(text, (counts.get(text) ?? 0) + 1)
  return (index) => {
    if (index < head) return index
    if (index >= before.length - tail) return index + shift
    const text = before[index] ?? ''
    const ticked = after.get(index + 1) ?? text
    const place = places.get(text) ?? places.get(ticked)
    return counts.get(text) === 1 && place !== -1 ? place : undefined
  }
}
