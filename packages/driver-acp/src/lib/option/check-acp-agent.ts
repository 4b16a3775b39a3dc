import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { AgentProblem } from '@amelia/agent-process'
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
  findProgram(program, environment) === undefined
    ? [
        {
          kind: 'program',
          message: `The program of ${profile.title} was not found: ${program}.`,
          hint: profile.install.endsWith('.') ? profile.install : `Install it: ${profile.install}.`,
        },
      ]
    : []

/** Finds a program by its path or in `PATH`. */
const findProgram = (
  program: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined => {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program))
  return candidates.find(isProgram)
}

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
