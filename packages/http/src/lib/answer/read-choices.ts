import { AmeliaError } from '@amelia/core'
import type { Caller } from '../access/caller.ts'
import type { Server } from '../server.ts'
import { refused } from '../wire/refused.ts'
import type { StartChoices } from '../wire/start-choices.ts'

const nothing: StartChoices = { plans: [], agents: [], settings: {}, suggested: {}, fixed: [] }

/** Returns the plans, agents and settings that a caller may start a run with. */
export const readChoices = async (
  { options: { describeStart } }: Server,
  caller: Caller,
): Promise<StartChoices> =>
  describeStart ? ofServer('describeStart', () => describeStart({ caller })) : nothing

/** Reads the text of a plan of the repository. */
export const readOffered = async (
  { options: { readPlan } }: Server,
  caller: Caller,
  path: string | undefined,
): Promise<{ text: string }> => {
  if (!readPlan) throw refused('forbidden', 'This server offers no plans.')
  if (path === undefined || path === '') throw refused('body', 'Name the plan: ?path=PATH.')
  const text = await ofServer('readPlan', () => readPlan({ path, caller }))
  if (text === undefined) throw refused('not_found', 'No plan of the repository has this path.')
  return { text }
}

/** Calls a function of the server. Its errors are the server's, unless it refuses the request. */
const ofServer = async <Result>(where: string, call: () => Result | Promise<Result>): Promise<Result> => {
  try {
    return await call()
  } catch (error) {
    if (AmeliaError.is(error, 'REQUEST_REFUSED')) throw error
    throw new AmeliaError('INTERNAL', 'The start could not be prepared.', { where }, { cause: error })
  }
}
