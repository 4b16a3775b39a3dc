/** A cache with a limit on the total weight; the oldest values are dropped first. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, weight?: number): void
}

/** Creates a cache of at most `limit` by weight, or of a single heavier value. */
export const createBoundedCache = <Value>(limit: number): BoundedCache<Value> => {
  const kept = new Map<string, { readonly value: Value; readonly weight: number }>()
  let total = 0
  return {
    get: (key) => kept.get(key)?.value,
    set(key, value, weight = 1) {
      total += weight - (kept.get(key)?.weight ?? 0)
      kept.delete(key)
      kept.set(key, { value, weight })
      for (const [oldest, { weight: freed }] of kept) {
        if (total <= limit || kept.size === 1) break
        kept.delete(oldest)
        total -= freed
      }
    },
  }
}
