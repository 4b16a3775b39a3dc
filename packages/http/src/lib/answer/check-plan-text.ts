import { AmeliaError } from '@amelia/core'
import type { Caller } from '../access/caller.ts'
import type { PlanRequest } from '../handler-options.ts'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'

/** Reads the text of a plan, and the heading of the section to read, from a body. */
export const planOf = (body: unknown): Pick<PlanRequest, 'plan' | 'select'> => {
  const { plan, select } = { ...(body as { plan?: unknown; select?: unknown } | null) }
  if (typeof plan !== 'string') throw refused('body', 'Send { "plan": "the text of the plan" }.')
  if (select === undefined) return { plan }
  if (typeof select === 'string' && select.trim() !== '') return { plan, select }
  throw refused('body', '`select` must be the text of a heading.')
}

/** Checks an uploaded plan without starting anything. An error of `checkPlan` is the server's. */
export const checkPlanText = async (
  { options: { checkPlan } }: Server,
  caller: Caller,
  body: unknown,
): Promise<object> => {
  if (!checkPlan) throw refused('forbidden', 'This server checks no plans.')
  const request = planOf(body)
  try {
    return await checkPlan({ ...request, caller })
  } catch (error) {
    if (AmeliaError.is(error, 'REQUEST_REFUSED') || AmeliaError.is(error, 'PLAN_INVALID')) throw error
    throw new AmeliaError(
      'INTERNAL',
      'The plan could not be checked.',
      { where: 'checkPlan' },
      { cause: error },
    )
  }
}
