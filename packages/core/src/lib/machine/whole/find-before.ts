import type { GateView } from '../../event/gate-view.ts'
import type { Revert, RunState } from '../state/run-state.ts'

/** Finds the value that a revert restores on the target, or why there is none. */
export const findBefore = (
  state: RunState,
  { scope = 'run', batch: wanted }: Pick<Revert, 'scope' | 'batch'>,
): { before: string | null } | { note: string } => {
  const {
    integrated,
    batchOf,
    phases,
    settings,
    target: { before: targetBefore, commit },
  } = state
  const last = integrated.at(-1)
  if (scope === 'run' || last === undefined) return { before: targetBefore }
  if (settings.publish !== 'phase')
    return {
      note: 'The batches of this run are published together: only the complete run can be reverted.',
    }
  const batch = wanted ?? batchOf[last]!
  const first = integrated.findIndex((index) => batchOf[index] === batch)
  // Nothing of it is on the target.
  if (first < 0) return { before: commit }
  const later = integrated.slice(first).find((index) => batchOf[index] !== batch)
  if (later !== undefined)
    return {
      note: `Phase ${phases[later]!.id} of another batch was integrated after the first phase of batch ${batch + 1}: only the complete run can be reverted.`,
    }
  return {
    before: first === 0 ? targetBefore : (phases[integrated[first]!]!.integrated?.under ?? targetBefore),
  }
}

/** Finds the batch of the phases that a gate is about. Undefined without phases: the last batch is meant. */
export const batchOfGate = (
  { batchOf, graph }: RunState,
  { phaseIds }: GateView,
): { batch?: number } | { note: string } => {
  const [batch, ...more] = new Set(phaseIds.map((id) => batchOf[graph.index.get(id)!]!))
  if (more.length === 0) return batch === undefined ? {} : { batch }
  return { note: `The question is about phases of several batches: ${phaseIds.join(', ')}.` }
}
