import type { Graph } from '../../graph/graph.ts'
import { createIndexQueue } from '../../graph/index-queue.ts'

/** Phases that could start, by number. */
export interface ReadyQueue {
  add(index: number): void
  /** Takes out the most urgent one. */
  take(): number | undefined
}

/**
 * The most urgent phase is the one with the highest priority, then the longest remaining path; ties go by
 * plan order.
 */
export const createReadyQueue = ({ priority, remaining }: Graph): ReadyQueue => {
  const byUrgency = Int32Array.from(remaining, (_, index) => index).sort(
    (a, b) => priority[b]! - priority[a]! || remaining[b]! - remaining[a]! || a - b,
  )
  const rank = new Int32Array(byUrgency.length)
  byUrgency.forEach((index, position) => {
    rank[index] = position
  })
  const queue = createIndexQueue(rank.length)
  return {
    add: (index) => queue.add(rank[index]!),
    take() {
      const position = queue.take()
      return position < 0 ? undefined : byUrgency[position]
    },
  }
}
