import { storeParts } from '@amelia/core/plugin'
import { AmeliaError, openRun, readRun } from '@amelia/core'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'
import { beginRun, servedDefaults } from './begin-run.ts'

/** Errors that the run's state causes. Any other one is the server's. */
const ofRun = [
  'RUN_LOCKED',
  'RUN_SHARED',
  'RUN_ENDED',
  'RUN_NOT_FOUND',
  'RUN_VERSION',
  'RUN_DAMAGED',
] as const

/** Resumes a run, and responds when this process owns it, before it ends. */
export const resumeRun = async (server: Server, caller: Caller, runId: string): Promise<Response> => {
  const { allowResume } = server.options
  if (!allowResume) throw refused('forbidden', 'This server resumes no runs.')
  storeParts.checkRunId(runId)
  try {
    await untilReleased(server, runId)
    const resumed = await allowResume({ runId, caller })
    if ('host' in resumed)
      await beginRun(
        await openRun({ ...servedDefaults(server.options), ...resumed, runId }),
        'run_resumed',
        server,
      )
    return Response.json({ runId }, { status: 202 })
  } catch (error) {
    if (AmeliaError.is(error, 'REQUEST_REFUSED') || ofRun.some((code) => AmeliaError.is(error, code)))
      throw error
    throw new AmeliaError(
      'INTERNAL',
      'The run could not be resumed.',
      { where: 'allowResume' },
      { cause: error },
    )
  }
}

const [limitMs, intervalMs] = [5_000, 100]

/** Gives the process of a run that waits for an answer up to 5 s to end. Throws if the run has ended. */
const untilReleased = async ({ source, clock }: Server, runId: string): Promise<void> => {
  const until = clock.now() + limitMs
  for (;;) {
    const { canGoOn, condition, locked } = await readRun({ ...source, runId })
    if (!canGoOn) throw new AmeliaError('RUN_ENDED', `Run ${runId} has ended.`, { runId })
    if (!locked) return
    if (condition.state !== 'waiting' || clock.now() >= until) throw isLocked(runId)
    await clock.wait(intervalMs)
  }
}

const isLocked = (runId: string): AmeliaError =>
  new AmeliaError('RUN_LOCKED', `Run ${runId} is running already.`, { runId, holder: 'another process' })
