/** Reproducible randomness: the same seed produces the same numbers on every machine. */
export interface Random {
  /** Returns a number from 0 up to 1, without 1. */
  next(): number
  /** Returns an integer from 0 up to `end`, without it. */
  below(end: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Mulberry32, with the seed spread over 32 bits, so that consecutive seeds produce unrelated numbers. */
export const createRandom = (seed: number): Random => {
  let state = Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) >>> 0
  state = Math.imul(state ^ (state >>> 15) ^ Math.floor(seed / 2 ** 32), 0xc2b2_ae35) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
  }
}
