import type { Graph } from '../../graph/graph.ts'
import { createReadyQueue, type ReadyQueue } from './ready-queue.ts'

/**
 * The queues and counts that decide which phase runs next. They are built for one plan. Phases are named by
 * index.
 */
export interface Schedule {
  ready: ReadyQueue
  /** Phases that wait for a place to continue. They come before those that have not begun. */
  readonly resuming: number[]
  /** Phases that have a place. */
  readonly active: Set<number>
  /** Number of phases that could run if a wait were over. */
  sleeping: number
  /**
   * With `order: 'batches'`: the first batch that has not ended, and the phases of later batches that could
   * start.
   */
  barrier: number
  readonly parked: Map<number, number[]>
  /** Batches with a phase at its checkpoint and no gate yet. */
  readonly gathered: Set<number>
  /** Phases about which the caller's own strategy is asked: they are at their checkpoint and not active. */
  readonly asking: Set<number>
  /** Phases that are ready for the run's head, first come first served. The first one is being integrated. */
  readonly integration: number[]
}

export const createSchedule = (graph: Graph): Schedule => ({
  ready: createReadyQueue(graph),
  resuming: [],
  active: new Set(),
  sleeping: 0,
  barrier: 0,
  parked: new Map(),
  gathered: new Set(),
  asking: new Set(),
  integration: [],
})
