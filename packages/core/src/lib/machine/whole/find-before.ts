import type { RevertScope } from '../state/input.ts'
import type { RunState } from '../state/run-state.ts'

/** Finds the value that a revert restores on the target, or why there is none. */
export const findBefore = (
  state: RunState,
  scope: RevertScope,
): { before: string | null } | { note: string } => {
  const {
    integrated,
    batchOf,
    phases,
    settings,
    target: { before: targetBefore },
  } = state
  const last = integrated.at(-1)
  if (scope === 'run' || last === undefined) return { before: targetBefore }
  if (settings.publish !== 'phase')
    return { note: 'The batches of this run were published together: only the complete run can be reverted.' }
  const batch = batchOf[last]!
  const first = integrated.findIndex((index) => batchOf[index] === batch)
  const between = integrated.slice(first).find((index) => batchOf[index] !== batch)
  if (between !== undefined)
    return {
      note: `Phase ${phases[between]!.id} of another batch was integrated between those of batch ${batch + 1}: only the complete run can be reverted.`,
    }
  return {
    before: first === 0 ? targetBefore : (phases[integrated[first]!]!.integrated?.under ?? targetBefore),
  }
}
