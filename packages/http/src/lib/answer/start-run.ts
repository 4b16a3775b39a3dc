import { AmeliaError, createRun } from '@amelia/core'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'

/** Errors that the plan causes. Any other one is the server's. */
const ofPlan = ['PLAN_INVALID', 'DRIVER_MISSING'] as const

/** Starts a run from an uploaded plan, and responds before it ends. */
export const startRun = async (server: Server, caller: Caller, body: unknown): Promise<Response> => {
  const { allowStart } = server.options
  if (!allowStart) throw refused('forbidden', 'This server starts no runs.')
  const plan = typeof body === 'object' && body !== null && 'plan' in body ? body.plan : undefined
  if (typeof plan !== 'string') throw refused('body', 'Send { "plan": "the text of the plan" }.')
  try {
    const run = await createRun(await allowStart({ plan, caller }))
    void run.start().catch(server.onError)
    return Response.json({ runId: run.id }, { status: 201 })
  } catch (error) {
    if (ofPlan.some((code) => AmeliaError.is(error, code))) throw error
    throw new AmeliaError(
      'INTERNAL',
      'The run could not be created.',
      { where: 'allowStart' },
      { cause: error },
    )
  }
}
