import type { Phase } from '../plan/model/phase.ts'
import type { Plan } from '../plan/model/plan.ts'
import { checkPhases } from './check-phases.ts'
import type { Graph } from './graph.ts'
import { graphOf } from './graph-of.ts'

/** Phases that one look-ahead groups together: all of them could start when the batches before are done. */
export interface Batch {
  /** `parallel` if the batch has several phases. */
  kind: 'sequential' | 'parallel'
  /** Ids in plan order. */
  phases: string[]
}

/**
 * The batches of a plan, or of its graph: each holds every phase whose dependencies are all in earlier ones.
 * Of the `phases`, which a plan has and a graph lacks, one with only manual steps is a batch by itself, so
 * that no other phase waits for it at a checkpoint.
 *
 * A view and a checkpoint boundary, never a barrier: a phase starts when its own dependencies are there
 * (seed: phase-execution-reference, Execution Batching). Throws `OPTION_INVALID`, and `PLAN_INVALID` for a
 * plan with a cycle.
 */
export const planBatches = (plan: Graph | Pick<Plan, 'phases'>, phases: readonly Phase[] = []): Batch[] => {
  const graph = graphOf('planBatches', plan)
  checkPhases('planBatches', 'phases', phases)
  const manual = new Set(('phases' in plan ? plan.phases : phases).filter(isManual).map(({ id }) => id))
  const batches: Batch[] = []
  const alone = new Map<number, string[]>()
  graph.ids.forEach((id, node) => {
    const layer = graph.layer[node]!
    while (batches.length <= layer) batches.push({ kind: 'sequential', phases: [] })
    if (manual.has(id)) {
      const others = alone.get(layer)
      if (others) others.push(id)
      else alone.set(layer, [id])
      return
    }
    const batch = batches[layer]!
    batch.phases.push(id)
    if (batch.phases.length > 1) batch.kind = 'parallel'
  })
  if (alone.size === 0) return batches
  return batches.flatMap((batch, layer): Batch[] => [
    ...(batch.phases.length > 0 ? [batch] : []),
    ...(alone.get(layer) ?? []).map((id): Batch => ({ kind: 'sequential', phases: [id] })),
  ])
}

const isManual = ({ subtasks }: Phase): boolean =>
  subtasks.length > 0 &&
  subtasks.every(({ steps }) => steps.length > 0 && steps.every(({ action }) => action === 'manual'))
