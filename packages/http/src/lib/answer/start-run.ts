import { AmeliaError, createRun } from '@amelia/core'
import { rules } from '@amelia/core/plugin'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'
import { beginRun, servedDefaults } from './begin-run.ts'
import { planOf } from './check-plan-text.ts'
import { readSettings } from './read-settings.ts'

/** Errors that the request causes. Any other one is the server's. */
const ofPlan = ['PLAN_INVALID', 'DRIVER_MISSING', 'FUNCTION_MISSING', 'RUN_EXISTS'] as const

const checkNewId = (runId: string): string => {
  if (rules.newRunId.is(runId)) return runId
  throw refused('body', `\`runId\` must be ${rules.newRunId.expected}.`)
}

/** Starts a run from an uploaded plan, and responds when the run is stored, before it ends. */
export const startRun = async (server: Server, caller: Caller, body: unknown): Promise<Response> => {
  const { allowStart, describeStart } = server.options
  if (!allowStart) throw refused('forbidden', 'This server starts no runs.')
  const request = planOf(body)
  const { runId, acceptSkipped } = { ...(body as { runId?: unknown; acceptSkipped?: unknown }) }
  if (runId !== undefined && typeof runId !== 'string') throw refused('body', '`runId` must be a text.')
  const chosen = runId === undefined ? {} : { runId: checkNewId(runId) }
  if (acceptSkipped !== undefined && typeof acceptSkipped !== 'boolean')
    throw refused('body', '`acceptSkipped` must be true or false.')
  const accepted = acceptSkipped === undefined ? {} : { acceptSkipped }
  const settings = readSettings(body)
  const unheard = describeStart ? undefined : Object.keys(settings).find((name) => name !== 'trust')
  if (unheard !== undefined)
    throw refused('body', `This server lets nobody choose \`${unheard}\`. Leave it out.`)
  try {
    const started = await allowStart({ ...request, caller, ...chosen, ...accepted, ...settings })
    if (!('plan' in started)) return Response.json({ runId: started.runId }, { status: 201 })
    const run = await createRun({ ...servedDefaults(server.options), ...started, ...chosen })
    await beginRun(run, 'run_started', server)
    return Response.json({ runId: run.id }, { status: 201 })
  } catch (error) {
    if (AmeliaError.is(error, 'REQUEST_REFUSED') || ofPlan.some((code) => AmeliaError.is(error, code)))
      throw error
    throw new AmeliaError(
      'INTERNAL',
      'The run could not be created.',
      { where: 'allowStart' },
      { cause: error },
    )
  }
}
