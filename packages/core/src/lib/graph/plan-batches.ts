import type { Graph } from './graph.ts'

/** Phases that one look-ahead groups together: all of them could start when the batches before are done. */
export interface Batch {
  kind: 'sequential' | 'parallel'
  /** Ids in plan order. */
  phases: string[]
}

/**
 * The batches of a plan: each holds every phase whose dependencies are all in earlier ones.
 *
 * A view and a checkpoint boundary, never a barrier: a phase starts when its own dependencies are there
 * (seed: phase-execution-reference, Execution Batching).
 */
export const planBatches = (graph: Graph): Batch[] => {
  const batches: Batch[] = []
  graph.ids.forEach((id, node) => {
    const layer = graph.layer[node]!
    while (batches.length <= layer) batches.push({ kind: 'sequential', phases: [] })
    const batch = batches[layer]!
    batch.phases.push(id)
    if (batch.phases.length > 1) batch.kind = 'parallel'
  })
  return batches
}
