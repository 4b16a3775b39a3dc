import { AmeliaError, createRun } from '@amelia/core'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'

/** Errors that the request causes. Any other one is the server's. */
const ofPlan = ['PLAN_INVALID', 'DRIVER_MISSING', 'RUN_EXISTS'] as const

const checkNewId = (runId: string): string => {
  if (/^(?!target$|folder$)[a-z0-9][a-z0-9-]{0,63}$/.test(runId)) return runId
  throw refused('body', '`runId` must have at most 64 lower-case letters, digits and hyphens.')
}

/** Starts a run from an uploaded plan, and responds before it ends. */
export const startRun = async (server: Server, caller: Caller, body: unknown): Promise<Response> => {
  const { allowStart } = server.options
  if (!allowStart) throw refused('forbidden', 'This server starts no runs.')
  const { plan, runId } = { ...(body as { plan?: unknown; runId?: unknown } | null) }
  if (typeof plan !== 'string') throw refused('body', 'Send { "plan": "the text of the plan" }.')
  if (runId !== undefined && typeof runId !== 'string') throw refused('body', '`runId` must be a text.')
  try {
    const options = await allowStart({ plan, caller })
    const run = await createRun({ ...options, ...(runId !== undefined && { runId: checkNewId(runId) }) })
    void run.start().catch(server.onError)
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
