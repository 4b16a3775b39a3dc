import { AmeliaError } from '@amelia/core'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'

/** Reads the text of a plan from a body. */
export const planOf = (body: unknown): string => {
  const { plan } = { ...(body as { plan?: unknown } | null) }
  if (typeof plan === 'string') return plan
  throw refused('body', 'Send { "plan": "the text of the plan" }.')
}

/** Checks an uploaded plan without starting anything. An error of `checkPlan` is the server's. */
export const checkPlanText = async (
  { options: { checkPlan } }: Server,
  caller: Caller,
  body: unknown,
): Promise<object> => {
  if (!checkPlan) throw refused('forbidden', 'This server checks no plans.')
  const plan = planOf(body)
  try {
    return await checkPlan({ plan, caller })
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
