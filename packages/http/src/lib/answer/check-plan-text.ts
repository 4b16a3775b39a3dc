import type { Caller } from '../access/caller.ts'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'

/** Reads the text of a plan from a body. */
export const planOf = (body: unknown): string => {
  const { plan } = { ...(body as { plan?: unknown } | null) }
  if (typeof plan === 'string') return plan
  throw refused('body', 'Send { "plan": "the text of the plan" }.')
}

/** Checks an uploaded plan without starting anything. */
export const checkPlanText = async (
  { options: { checkPlan } }: Server,
  caller: Caller,
  body: unknown,
): Promise<object> => {
  if (!checkPlan) throw refused('forbidden', 'This server checks no plans.')
  return checkPlan({ plan: planOf(body), caller })
}
