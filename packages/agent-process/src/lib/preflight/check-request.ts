import { driverError, type SessionRequest } from '@amelia/core/plugin'
import type { AgentProblem } from './agent-problem.ts'

/**
 * Checks that an agent can run a session, and returns the folder it works in.
 *
 * Throws a driver error for problems with the options, all of them in one message (`auth`, `environment`), a
 * workspace in memory (`environment`), and a limit in `meters` that is used up (`budget_exceeded`).
 */
export const checkRequest = (
  agent: string,
  { workspace, limits }: SessionRequest,
  problems: readonly AgentProblem[],
  meters: readonly (keyof SessionRequest['limits'])[],
): string => {
  if (problems.length > 0)
    throw driverError(problems.every(({ kind }) => kind === 'key') ? 'auth' : 'environment', {
      message: problems.map(({ message, hint }) => `${message} ${hint}`).join('\n'),
    })
  if (workspace.dir === undefined)
    throw driverError('environment', {
      message: `${agent} works in a folder, but this workspace is in memory. Use a host with native git: nodeHost() of @amelia/node.`,
    })
  for (const name of meters) {
    const left = limits[name]
    if (left !== undefined && left <= 0)
      throw driverError('budget_exceeded', { message: `The session has no budget left: ${name} is ${left}.` })
  }
  return workspace.dir
}
