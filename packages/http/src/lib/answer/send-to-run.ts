import { storeParts } from '@amelia/core/plugin'
import { AmeliaError, answerRun, type ControlCommand } from '@amelia/core'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server.ts'
import { resumeRun } from './resume-run.ts'

/** The longest wait for the run's process, in milliseconds. */
const waitMs = 5_000

/** Sends an answer or another request to a run. The status is 202 while no process has applied it. */
export const sendToRun = async (
  server: Server,
  caller: Caller,
  runId: string,
  command: unknown,
): Promise<Response> => {
  const { store, clock } = server
  storeParts.checkRunId(runId)
  // `answerRun` checks the command.
  const result = await answerRun({ store, runId, command: command as ControlCommand, clock, waitMs })
  const { outcome } = result
  const resumes = server.options.resumeOnAnswer && outcome === 'kept' && isAnswer(command)
  // The process that asked may be about to end, or another answer may have resumed the run.
  const locked = (resumes && (await resumeAnswered(server, caller, runId))) || result.locked
  return Response.json({ ...result, locked }, { status: outcome === 'kept' ? 202 : 200 })
}

const isAnswer = (command: unknown): boolean => (command as Partial<ControlCommand>).type === 'answer'

/** Resumes a run whose answer is saved. Whether a process owns it now; errors are those of the server. */
const resumeAnswered = async (server: Server, caller: Caller, runId: string): Promise<boolean> => {
  try {
    await resumeRun(server, caller, runId)
    return true
  } catch (error) {
    if (AmeliaError.is(error, 'RUN_LOCKED')) return true
    if (!AmeliaError.is(error, 'RUN_ENDED')) server.onError(error)
    return false
  }
}
