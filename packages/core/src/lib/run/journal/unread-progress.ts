import type { SessionEvent } from '../../event/progress-event.ts'

/** The most progress that is kept for a reader that is slower than the run, and how much is dropped then. */
const mostProgress = 1_000
const droppedAtOnce = 100

/** The progress that a reader has not read, oldest first. */
export interface UnreadProgress<Item extends { event: SessionEvent }> {
  /** Adds an item. Of too many, the oldest become one event that counts them. */
  add(item: Item): void
  /** Returns the oldest item. */
  first(): Item | undefined
  /** Removes the oldest item. */
  shift(): void
}

/** Creates the bounded queue of one reader. */
export const createUnread = <Item extends { event: SessionEvent }>(): UnreadProgress<Item> => {
  const items: Item[] = []
  return {
    add(item) {
      items.push(item)
      if (items.length <= mostProgress) return
      const dropped = items.splice(0, droppedAtOnce)
      const last = dropped.at(-1)!
      const { afterSeq, at, runId } = last.event
      const count = dropped.reduce((sum, { event }) => sum + countOf(event), 0)
      items.unshift({ ...last, event: { type: 'progress_missed', afterSeq, at, runId, count } })
    },
    first: () => items[0],
    shift: () => void items.shift(),
  }
}

const countOf = (event: SessionEvent): number => (event.type === 'progress_missed' ? event.count : 1)
