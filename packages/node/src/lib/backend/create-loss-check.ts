import { existsSync } from 'node:fs'
import { driverError } from '@amelia/core/plugin'
import type { Slot } from '../git/slot/slot.ts'

/** Whether the folder of a workspace was deleted. The git dir beside it is created again when it is used. */
export const isLost = ({ workspace }: Slot): boolean => !existsSync(workspace)

/**
 * Creates a function that throws for a workspace whose folder was deleted: first `interrupted`, so that the
 * attempt continues in another one, and for a second workspace of the phase `environment`.
 */
export const createLossCheck = (): ((runId: string, slot: Slot) => void) => {
  const known = new WeakSet<Slot>()
  const counts = new Map<string, number>()
  return (runId, slot) => {
    if (!isLost(slot)) return
    const key = `${runId}/${slot.env['AMELIA_PHASE'] ?? ''}`
    if (!known.has(slot)) counts.set(key, (counts.get(key) ?? 0) + 1)
    known.add(slot)
    const again = (counts.get(key) ?? 0) > 1
    const message = `The folder of the workspace was deleted${again ? ' again' : ''}: ${slot.folder}. ${
      again ? 'Find the program that deletes it, then retry.' : 'The attempt continues in another one.'
    }`
    throw driverError(again ? 'environment' : 'interrupted', { message })
  }
}
