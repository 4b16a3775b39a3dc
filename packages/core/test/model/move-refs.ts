import type { RefUpdate } from '../../src/lib/contract/git-backend.ts'
import type { MachineUnderTest } from './machine-under-test.ts'

export const target = 'refs/heads/amelia/work'
export const head = 'refs/amelia/r1/head'
export const phaseRef = (phaseId: string): string => `refs/amelia/r1/phase/${phaseId}`

/** Moves refs as git would: each must have the expected or the intended value. */
export const moveRefs = ({ refs }: MachineUnderTest, updates: readonly RefUpdate[]): void => {
  const holds = (ref: string): string | null => refs.get(ref) ?? null
  const done = updates.every(({ ref, new: value }) => holds(ref) === value)
  for (const { ref, old, new: value } of updates) {
    if (!done && holds(ref) !== old)
      throw new Error(`The intent expects ${ref} at ${old}, but it is at ${holds(ref)}.`)
    if (value === null) refs.delete(ref)
    else refs.set(ref, value)
  }
}
