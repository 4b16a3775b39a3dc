import { storeParts } from '@amelia/core/plugin'
import { readRun } from '@amelia/core'
import { addProven } from '../add-proven.ts'
import type { Server } from '../server.ts'
import type { RemoteRun, RemoteWait } from '../wire/remote-run.ts'

/** The longest time to read a run, in milliseconds. */
const limitMs = 10_000

/** Reads a run for a caller. */
export const readRemote = async (server: Server, runId: string): Promise<RemoteRun> => {
  const { store, clock } = server
  storeParts.checkRunId(runId)
  const limit = { clock, ms: limitMs }
  const found = await readRun({ store, runId, now: clock.now(), limit })
  const { seq, condition, canGoOn, locked, savedAnswers, whyWaiting } = found
  const report = await addProven(server, runId, found.report, found.report.phases)
  const waits = report.phases
    .map(({ id }): RemoteWait | undefined => {
      const wait = whyWaiting(id)
      return wait && { phaseId: id, ...wait }
    })
    .filter((wait) => wait !== undefined)
  return { runId, seq, condition, canGoOn, locked, report, savedAnswers, waits }
}
