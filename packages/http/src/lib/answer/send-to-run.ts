import { answerRun, type ControlCommand } from '@amelia/core'
import type { Server } from '../server.ts'
import { checkRunId } from './check-run-id.ts'

/** The longest wait for the run's process, in milliseconds. */
const waitMs = 5_000

/** Sends an answer or another request to a run. The status is 202 while no process has applied it. */
export const sendToRun = async (
  { store, clock }: Server,
  runId: string,
  command: unknown,
): Promise<Response> => {
  checkRunId(runId)
  // `answerRun` checks the command.
  const result = await answerRun({ store, runId, command: command as ControlCommand, clock, waitMs })
  return Response.json(result, { status: result.outcome === 'kept' ? 202 : 200 })
}
