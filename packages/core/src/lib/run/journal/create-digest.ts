import type { Effect } from '../../machine/state/effect.ts'

/**
 * A 32-bit digest of the decisions so far: the same decisions in the same order give the same number.
 */
export interface Digest {
  add(effects: readonly Effect[]): void
  read(): number
}

/** Fields that effects may have. */
interface EveryField {
  phaseId: string
  attempt: number
  updates: readonly { ref: string }[]
  gate: { id: string }
}

/**
 * Creates a digest that detects a replay by other rules than those that wrote the journal: FNV-1a over each
 * effect's type, phase, attempt, gate and refs. It detects accidents, not forgery.
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
