import { type GateView, takesPhases } from '../../event/gate-view.ts'

/** Returns why an answer cannot be for these phases of its gate; undefined if it can. */
export const refusePhases = (
  { id, kind, phaseIds: asked }: GateView,
  { choice, phaseIds }: { choice: string; phaseIds: readonly string[] },
): string | undefined => {
  if (kind !== 'checkpoint') return `The gate "${id}" takes one answer for all: leave the phases out.`
  if (!takesPhases(choice))
    return `Only "approve" and "send-back" can be for some phases; got phases with "${choice}" at the gate "${id}".`
  if (phaseIds.length === 0)
    return `The answer to the gate "${id}" names no phase. Name some, or leave the list out for all.`
  const unknown = phaseIds.find((phaseId) => !asked.includes(phaseId))
  if (unknown === undefined) return undefined
  return `The gate "${id}" does not ask about phase "${unknown}". It asks about ${asked.join(', ')}.`
}
