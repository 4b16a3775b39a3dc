import { type AgentProblem, findProgram } from '@amelia/agent-process'
import type { CommandAgentOptions } from './command-agent-options.ts'
import { readSettings } from './command-agent-settings.ts'
import { hasPlaceholder } from './fill-command.ts'

/**
 * Reports a program of an agent's command that does not exist. Empty if it exists, and for a program with a
 * placeholder. A relative path is resolved as `commandAgent` does it.
 *
 * Throws `OPTION_INVALID` for a command that cannot be split into words.
 */
export const checkCommandAgent = (
  options: CommandAgentOptions,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): AgentProblem[] => {
  const [program = ''] = readSettings(options).argv
  if (hasPlaceholder(program)) return []
  return findProgram(program, process.cwd(), environment['PATH']) !== undefined
    ? []
    : [
        {
          kind: 'program',
          message: `The agent's command was not found: ${program}.`,
          hint: 'Install it, or give the path of the program.',
        },
      ]
}
