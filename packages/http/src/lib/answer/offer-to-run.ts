import { answerRun, type RunOffer } from '@amelia/core'
import type { Server } from '../server.ts'
import { checkRunId } from './check-run-id.ts'

/** The longest wait for the run's process, in milliseconds. */
const waitMs = 5_000

/** Sends an answer or another request to a run. The status is 202 while no process has applied it. */
export const offerToRun = async (
  { store, clock }: Server,
  runId: string,
  offer: unknown,
): Promise<Response> => {
  checkRunId(runId)
  // `answerRun` checks the offer.
  const result = await answerRun({ store, runId, offer: offer as RunOffer, clock, waitMs })
  return Response.json(result, { status: result.outcome === 'kept' ? 202 : 200 })
}
