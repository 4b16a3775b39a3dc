import { hostname } from 'node:os'
import { AmeliaError } from '@amelia/core/plugin'
import type { Row } from '../database/postgres-pool.ts'

/** Describes this process, for people. */
export const describeOwner = (): string => `process ${process.pid} on ${hostname()}`

/** Creates the error for a run that another process owns. `row`: the row of the run. */
export const runLocked = (runId: string, { owner, since, left }: Row): AmeliaError => {
  const holder = `${String(owner)}, since ${new Date(Number(since)).toISOString()}`
  const seconds = Math.max(1, Math.ceil(Number(left) / 1000))
  const message = `Run ${runId} is locked by ${holder}. Wait for it or stop it. If it has died, its lease ends in ${seconds} s.`
  return new AmeliaError('RUN_LOCKED', message, { runId, holder })
}
