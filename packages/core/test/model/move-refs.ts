import type { RefUpdate } from '../../src/lib/contract/git-backend.ts'
import type { MachineUnderTest } from './machine-under-test.ts'

export const target = 'refs/heads/amelia/work'
export const head = 'refs/amelia/r1/head'
export const phaseRef = (phaseId: string): string => `refs/amelia/r1/phase/${phaseId}`

/**
 * Moves refs as git would: each must have the expected value. With `reconcile`, an earlier process may have
 * moved some of them.
 */
export const moveRefs = (
  { refs }: MachineUnderTest,
  updates: readonly RefUpdate[],
  reconcile: boolean,
): void => {
  for (const { ref, old, new: value } of updates) {
    const found = refs.get(ref) ?? null
    if (reconcile && found === value) continue
    if (found !== old) throw new Error(`The intent expects ${ref} at ${old}, but it is at ${found}.`)
    if (value === null) refs.delete(ref)
    else refs.set(ref, value)
  }
}
