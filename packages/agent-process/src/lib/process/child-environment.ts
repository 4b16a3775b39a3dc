import { dirname } from 'node:path'
import { baseVariables, programEnvironment, temporaryVariables } from './program-environment.ts'

const inherited = new Set<string>([...baseVariables, ...temporaryVariables])

/**
 * Builds the environment of a command: a short list of this process's variables, and those in `passEnv`.
 *
 * Keys and tokens are not passed unless they are named. Git does not search for a repository above `folder`.
 */
export const childEnvironment = (
  environment: NodeJS.ProcessEnv,
  passEnv: string[],
  folder: string,
): Record<string, string> => ({
  GIT_CEILING_DIRECTORIES: dirname(folder),
  ...programEnvironment(environment, (name) => inherited.has(name) || passEnv.includes(name)),
})
