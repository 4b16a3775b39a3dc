import { addressOf } from '../state/address-of.ts'
import type { PhaseState } from '../state/phase-state.ts'
import type { Turn } from '../state/turn.ts'
import { leaveIntegration } from '../waiting/enter-integration.ts'
import { forgetUnsaved } from '../waiting/forget-unsaved.ts'

/** Gives the phase's place and its workspace back. */
export const park = (turn: Turn, phase: PhaseState): void => {
  // The tree that a person may approve is kept with everything in it.
  if (!phase.attempt.findings || !phase.attempt.rescue) forgetUnsaved(phase)
  leaveIntegration(turn, phase)
  const hasWorkspace = phase.place?.workspace === true
  phase.place = undefined
  turn.state.schedule.active.delete(phase.index)
  if (!hasWorkspace) return
  turn.effects.push({
    type: 'close_workspace',
    ...addressOf(phase),
    ...(phase.attempt.rescue && { keep: true }),
  })
}
