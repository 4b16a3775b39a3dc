import { refuseSteer } from '../../machine/progress/steer-phase.ts'
import type { InputDraft } from '../../machine/state/input/input.ts'
import type { RunState } from '../../machine/state/run-state.ts'
import { cleanText } from './clean-text.ts'

/** Returns the input of a person's text. Throws `COMMAND_INVALID` and `NOT_STEERED`. */
export const steerInput = (
  state: RunState,
  { steerId, phaseId, text }: { steerId: string; phaseId: string; text: string },
  secrets: readonly string[],
): InputDraft => {
  const clean = cleanText(text, secrets)
  const refused = state.steered.has(steerId) ? undefined : refuseSteer(state, phaseId)
  if (refused) throw refused
  return { type: 'steer_requested', steerId, phaseId, text: clean }
}
