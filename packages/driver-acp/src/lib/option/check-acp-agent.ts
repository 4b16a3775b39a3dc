import { type AgentProblem, findProgram } from '@amelia/agent-process'
import type { AcpAgentOptions } from './acp-agent-options.ts'
import { type AcpSettings, readSettings } from './acp-settings.ts'

/**
 * Reports a program of an agent that does not exist. Empty if it exists. A missing login is not a problem
 * here: agents keep logins in places that only they know, and some need none.
 *
 * Throws `OPTION_INVALID` for a command that cannot be split into words.
 */
export const checkAcpAgent = (
  options: AcpAgentOptions,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): AgentProblem[] => checkSettings(readSettings(options), environment)

/** Checks that the program exists. */
export const checkSettings = (
  { argv: [program = ''], profile }: AcpSettings,
  environment: Readonly<Record<string, string | undefined>>,
): AgentProblem[] =>
  findProgram(program, process.cwd(), environment['PATH']) === undefined
    ? [
        {
          kind: 'program',
          message: `The program of ${profile.title} was not found: ${program}.`,
          hint: profile.install.endsWith('.') ? profile.install : `Install it: ${profile.install}.`,
        },
      ]
    : []
