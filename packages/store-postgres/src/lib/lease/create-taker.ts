import { randomUUID } from 'node:crypto'
import type { Use } from '../database/create-use.ts'
import { describeOwner, runLocked } from './run-locked.ts'
import type { Statements } from './statements.ts'

export interface TakerOptions {
  use: Use
  statements: Statements
  leaseMs: number
}

/** Creates the functions that take and release the lease of a run. */
export const createTaker = ({ use, statements, leaseMs }: TakerOptions) => {
  /** Takes the lease of a run, and returns its token. */
  const take = (runId: string): Promise<string> => {
    // A repeated call recognises the lease that it has taken.
    const holder = randomUUID()
    return use(runId, async (query) => {
      for (;;) {
        const taken = (await query(statements.acquire, [runId, holder, describeOwner(), leaseMs])).rows[0]
        if (taken) return String(taken['token'])
        const row = (await query(statements.find, [runId])).rows[0]
        // Otherwise it was released since then.
        if (row?.['locked'] === true) throw runLocked(runId, row)
      }
    })
  }
  const release = (runId: string, token: string): Promise<unknown> =>
    use(runId, (query) => query(statements.release, [runId, token]))
  return { take, release }
}
