import { compactChanges } from './compact-changes.ts'

/** A replaced range of lines: `start` to `end` of one side by `from` to `to` of the other, ends excluded. */
export interface LineChange {
  readonly start: number
  readonly end: number
  readonly from: number
  readonly to: number
}

/**
 * The most differences to search for. Beyond it, everything in between is one change.
 *
 * The work grows with its square, and files with so many differences hardly have lines in common.
 */
const mostDifferences = 2000

/**
 * Finds the ranges in which two texts differ, in order, with as few lines as possible.
 *
 * Uses Myers's algorithm: the shortest sequence of removals and additions. If a range has several possible
 * positions, it gets that of git.
 */
export const diffLines = (before: readonly string[], after: readonly string[]): LineChange[] => {
  const [a, b] = toNumbers(before, after)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let tail = 0
  while (
    tail < a.length - start &&
    tail < b.length - start &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail += 1
  const removed = new Uint8Array(a.length)
  const added = new Uint8Array(b.length)
  markDifferences(a.subarray(start, a.length - tail), b.subarray(start, b.length - tail), {
    removed: removed.subarray(start),
    added: added.subarray(start),
  })
  const [left, right] = [
    { lines: a, changed: removed },
    { lines: b, changed: added },
  ]
  compactChanges(left, right)
  compactChanges(right, left)
  return collect(removed, added)
}

/** Replaces lines by numbers, which are faster to compare. */
const toNumbers = (before: readonly string[], after: readonly string[]): [Uint32Array, Uint32Array] => {
  const known = new Map<string, number>()
  const number = (line: string): number => {
    const found = known.get(line) ?? known.size
    known.set(line, found)
    return found
  }
  return [Uint32Array.from(before, number), Uint32Array.from(after, number)]
}

interface Marks {
  readonly removed: Uint8Array
  readonly added: Uint8Array
}

const markDifferences = (a: Uint32Array, b: Uint32Array, { removed, added }: Marks): void => {
  const trace = findTrace(a, b)
  let [x, y] = [a.length, b.length]
  if (trace === null) {
    removed.fill(1, 0, x)
    added.fill(1, 0, y)
    return
  }
  for (let depth = trace.length - 1; depth > 0; depth -= 1) {
    const furthest = trace[depth - 1]!
    const at = (diagonal: number): number => furthest[diagonal + depth - 1] ?? -1
    const diagonal = x - y
    const down = diagonal === -depth || (diagonal !== depth && at(diagonal - 1) < at(diagonal + 1))
    const before = down ? diagonal + 1 : diagonal - 1
    const [fromX, fromY] = [at(before), at(before) - before]
    if (down) added[fromY] = 1
    else removed[fromX] = 1
    ;[x, y] = [fromX, fromY]
  }
}

/** For each number of differences, the furthest point on each diagonal; null if there are too many. */
const findTrace = (a: Uint32Array, b: Uint32Array): Int32Array[] | null => {
  const trace: Int32Array[] = []
  const most = Math.min(a.length + b.length, mostDifferences)
  for (let depth = 0; depth <= most; depth += 1) {
    const last = trace[depth - 1]
    const reach = new Int32Array(2 * depth + 1)
    const at = (diagonal: number): number => last?.[diagonal + depth - 1] ?? -1
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      const down = diagonal === -depth || (diagonal !== depth && at(diagonal - 1) < at(diagonal + 1))
      let x = depth === 0 ? 0 : down ? at(diagonal + 1) : at(diagonal - 1) + 1
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1
      reach[diagonal + depth] = x
      if (x >= a.length && x - diagonal >= b.length) return [...trace, reach]
    }
    trace.push(reach)
  }
  return null
}

const collect = (removed: Uint8Array, added: Uint8Array): LineChange[] => {
  const changes: LineChange[] = []
  let [x, y] = [0, 0]
  while (x < removed.length || y < added.length) {
    const [start, from] = [x, y]
    while (removed[x] === 1) x += 1
    while (added[y] === 1) y += 1
    if (x > start || y > from) changes.push({ start, end: x, from, to: y })
    x += 1
    y += 1
  }
  return changes
}
