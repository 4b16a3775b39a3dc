/** A queue of small integers that returns the smallest first. */
export interface IndexQueue {
  /** Adding a number twice has no effect. */
  add(index: number): void
  /** Removes and returns the smallest number, or -1 if the queue is empty. */
  take(): number
}

/**
 * Creates a queue of integers from 0 to below `capacity`.
 *
 * A tree of bit sets, 32 wide: a million numbers are four levels in 130 kB, where a heap of them leaves the
 * cache.
 */
export const createIndexQueue = (capacity: number): IndexQueue => {
  const levels: Int32Array[] = []
  let width = capacity
  do {
    width = Math.ceil(width / 32)
    levels.push(new Int32Array(Math.max(1, width)))
  } while (width > 1)
  const top = levels.length - 1

  return {
    add(index) {
      let position = index
      for (const level of levels) {
        const word = position >>> 5
        const before = level[word]!
        level[word] = before | (1 << (position & 31))
        if (before !== 0) return
        position = word
      }
    },
    take() {
      if (levels[top]![0] === 0) return -1
      let position = 0
      for (let depth = top; depth >= 0; depth--) {
        const bits = levels[depth]![position]!
        position = position * 32 + 31 - Math.clz32(bits & -bits)
      }
      let rest = position
      for (const level of levels) {
        const word = rest >>> 5
        level[word]! &= ~(1 << (rest & 31))
        if (level[word] !== 0) break
        rest = word
      }
      return position
    },
  }
}
