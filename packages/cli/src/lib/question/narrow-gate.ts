import type { GateView } from '@amelia/core'
import { words } from '@amelia/core/view'
import { normalizePhaseId } from '@amelia/core/plugin'

/** Returns a question as one about some of its phases, with the answers that can be for them alone. */
export const narrowGate = (gate: GateView, phaseIds: readonly string[]): GateView =>
  phaseIds.length === gate.phaseIds.length
    ? gate
    : { ...gate, phaseIds: [...phaseIds], choices: gate.choices.filter(words.takesPhases) }

/** Reads ids of a question's phases, separated by commas or spaces; undefined if one is not among them. */
export const readPhaseNames = (text: string, asked: readonly string[]): string[] | undefined => {
  const ids = text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map((word) => asked.find((id) => normalizePhaseId(id) === normalizePhaseId(word)))
  return ids.length > 0 && !ids.includes(undefined) ? asked.filter((id) => ids.includes(id)) : undefined
}
