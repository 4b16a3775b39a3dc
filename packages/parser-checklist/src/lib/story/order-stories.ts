import { orderItems } from '@amelia/markdown'
import type { Stories } from './read-stories.ts'

/**
 * Returns the positions that each phase waits for, in a plan with stories: all before it, with one exception.
 *
 * A story whose sentences state a dependency waits for the stories that they name, and for the earlier
 * stories that declare one of its files. If there are none, it waits for the foundation.
 */
export const orderStories = (
  { foundation, orders }: Stories,
  files: readonly (readonly string[])[],
): number[][] => {
  const waits = files.map((): number[] => [])
  /** The phases that no other waits for yet. */
  const ends = new Set<number>()
  const seen = new Set<number>()
  const users = new Map<string, number>()
  for (const at of orderItems(files.map((_, each) => [...(orders.get(each)?.names ?? [])]))) {
    const order = orders.get(at)
    // In a cycle, the order of the document counts.
    const names = [...(order?.names ?? [])].filter((each) => seen.has(each))
    const isFree = order !== undefined && (order.afterFoundation || (order.isKnown && names.length > 0))
    const own = isFree ? names.concat(files[at]?.flatMap((file) => users.get(file) ?? []) ?? []) : [...ends]
    const found = new Set(isFree && own.length === 0 ? [foundation] : own)
    waits[at] = [...found].sort((one, other) => one - other)
    for (const each of found) ends.delete(each)
    ends.add(at)
    seen.add(at)
    if (order) for (const file of files[at] ?? []) users.set(file, at)
  }
  return waits
}
