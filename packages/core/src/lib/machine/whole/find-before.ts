import type { GateView, RevertScope } from '../../event/gate-view.ts'
import type { Revert, RunState } from '../state/run-state.ts'

/**
 * Finds the value that a revert restores on the target, or why there is none. A revert never removes commits
 * of someone else that the run has built on.
 */
export const findBefore = (
  state: RunState,
  { scope = 'run', batch: wanted }: Pick<Revert, 'scope' | 'batch'>,
): { before: string | null } | { note: string } => {
  const { integrated, batchOf, phases, settings, target } = state
  const last = integrated.at(-1)
  if (last === undefined) return { before: target.adoptedBy === undefined ? target.before : target.commit }
  if (scope === 'run') return beforePhase(state, 0)
  if (settings.publish !== 'phase')
    return {
      note: 'The batches of this run are published together: only the complete run can be reverted.',
    }
  const batch = wanted ?? batchOf[last]!
  const first = integrated.findIndex((index) => batchOf[index] === batch)
  // Nothing of it is on the target.
  if (first < 0) return { before: target.commit }
  const later = integrated.slice(first).find((index) => batchOf[index] !== batch)
  if (later !== undefined)
    return {
      note: `Phase ${phases[later]!.id} of another batch was integrated after the first phase of batch ${batch + 1}: only the complete run can be reverted.`,
    }
  return beforePhase(state, first)
}

/** The target's value before an integrated phase, by its number, unless others have commits behind it. */
const beforePhase = (
  { integrated, phases, settings, target }: RunState,
  first: number,
): { before: string | null } | { note: string } => {
  const { ref, before, under = before, adoptedBy } = target
  if (settings.publish !== 'phase') return { before: under }
  const adopting = integrated.findIndex((index) => phases[index]!.id === adoptedBy)
  if (adoptedBy !== undefined && (adopting < 0 || adopting > first))
    return {
      note: `${ref.replace('refs/heads/', '')} has commits of someone else among those of the run, so it stays as it is. Its commit before the run: ${before ?? 'none'}.`,
    }
  if (first === 0 && adopting !== 0) return { before }
  return { before: phases[integrated[first]!]!.integrated?.under ?? before }
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

/**
 * The part that `abort-revert` reverts: the batch in question, if a person names none (seed:
 * intelligent-execution, Blocker Resolution Flow). Batches that are published together are the run.
 */
export const revertScope = (
  { settings: { publish } }: Pick<RunState, 'settings'>,
  scope: RevertScope | undefined,
): RevertScope => scope ?? (publish === 'phase' ? 'batch' : 'run')
