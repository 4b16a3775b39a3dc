import type { RunChange } from '@amelia/core'

/** Merges two changes of a view, the later one second, into one that has the effect of both. */
export const mergeChanges = (one: RunChange, other: RunChange): RunChange => {
  if (other.plan) return other
  const { removed: _, ...first } = one
  const { removed: __, ...second } = other
  const report = { ...one.report, ...other.report }
  for (const field of other.removed ?? []) delete report[field as keyof typeof report]
  const removed = new Set([...(one.removed ?? []), ...(other.removed ?? [])])
  for (const field of Object.keys(report)) removed.delete(field as never)
  return {
    ...{ ...first, ...second, report },
    ...(removed.size > 0 && !one.plan && { removed: [...removed] }),
    batches: mergeBy(one.batches, other.batches, ({ batch }) => batch),
    phases: mergeBy(one.phases, other.phases, ({ id }) => id),
    waits: mergeBy(one.waits, other.waits, ({ phaseId }) => phaseId),
    activities: mergeBy(one.activities, other.activities, ({ phaseId }) => phaseId),
  }
}

/** Replaces items by later ones of the same key, in place. */
const mergeBy = <Item>(
  items: readonly Item[],
  later: readonly Item[],
  keyOf: (item: Item) => string | number,
): Item[] => {
  const all = new Map([...items, ...later].map((item) => [keyOf(item), item]))
  return [...all.values()]
}
