import { createHash } from 'node:crypto'

/** Chooses some of several items by a seed, which always chooses the same ones. */
export const chooseSample = <Item>(
  items: readonly Item[],
  { count, seed }: { count: number; seed: string },
  keyOf: (item: Item) => string,
): Set<Item> => {
  const rank = (item: Item): string =>
    createHash('sha256')
      .update(`${seed}\n${keyOf(item)}`)
      .digest('hex')
  const ranked = items.map((item) => ({ item, rank: rank(item) }))
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1))
  return new Set(ranked.slice(0, count).map(({ item }) => item))
}
