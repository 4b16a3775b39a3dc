import type { Effect } from '../../machine/state/effect.ts'

/** What was decided so far, as a number of 32 bits: the same decisions in the same order give the same one. */
export interface Digest {
  add(effects: readonly Effect[]): void
  read(): number
}

/** What effects have, each of them some. */
interface EveryField {
  phaseId: string
  attempt: number
  updates: readonly { ref: string }[]
  gate: { id: string }
}

/**
 * Tells whether a journal is replayed by the rules that it was written by: FNV-1a over each effect's type, phase, attempt,
 * question and references. It is for accidents, not against forgery.
 */
export const createDigest = (): Digest => {
  let hash = 0x811c_9dc5
  const addText = (text: string): void => {
    for (let index = 0; index < text.length; index++) addNumber(text.charCodeAt(index))
  }
  const addNumber = (value: number): void => {
    hash = Math.imul(hash ^ value, 0x0100_0193)
  }
  const addEffect = (effect: Effect): void => {
    addText(effect.type)
    const { phaseId, attempt, updates, gate } = effect as Partial<EveryField>
    if (phaseId !== undefined) addText(phaseId)
    if (attempt !== undefined) addNumber(attempt)
    if (gate !== undefined) addText(gate.id)
    if (updates !== undefined) for (const { ref } of updates) addText(ref)
  }
  return { add: (effects) => effects.forEach(addEffect), read: () => hash >>> 0 }
}
