import type { PhaseState } from '../machine/phase-state.ts'
import { phaseRisk } from '../policy/phase-risk.ts'
import type { Engine } from './engine.ts'

/**
 * What the caller's strategy says of a phase that stands at its checkpoint.
 * One that throws, or that is gone in a resumed run, is a pause: nothing is taken in because a rule is missing.
 */
export const askStrategy = (
  { state, checkpoint }: Engine,
  { index, phase, attempt, files, checks, reviews }: PhaseState,
): { pause: boolean; reason?: string } => {
  if (!checkpoint)
    return {
      pause: true,
      reason: 'This run has a strategy of its own for checkpoints, which was not given again.',
    }
  const batch = state.batches[state.batchOf[index]!]!.map((member) => state.graph.ids[member]!)
  const review = reviews.at(-1)
  const known = { phase, risk: phaseRisk(phase), attempt, batch, files, checks }
  try {
    const said = checkpoint.decide({ ...known, ...(review && { review }) })
    return typeof said === 'object' ? said : { pause: said !== 'pass' }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { pause: true, reason: `The strategy for checkpoints failed: ${why}` }
  }
}
