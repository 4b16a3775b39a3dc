import { type Plan, planBatches, resolveGraph } from '@amelia/core'
import type { PhasesView } from './render-phases.ts'

/** Returns the function that numbers the batches of a plan. Undefined if none of them is parallel. */
export const batchesOf = ({ phases }: Plan): PhasesView['batchOf'] => {
  const { graph } = resolveGraph(phases)
  const batches = graph ? planBatches(graph, phases) : []
  if (!batches.some(({ kind }) => kind === 'parallel')) return undefined
  const numbers = new Map(batches.flatMap((batch, at) => batch.phases.map((id) => [id, at + 1] as const)))
  return (id) => numbers.get(id)
}
