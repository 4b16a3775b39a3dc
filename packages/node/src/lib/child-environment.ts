import { dirname } from 'node:path'

const passed = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'CI',
])

/**
 * The environment of a command: a short list of the process's own variables, and what is asked for by name.
 *
 * Keys and tokens stay out unless they are named. Git does not look for a repository above the workspace.
 */
export const childEnvironment = (
  environment: NodeJS.ProcessEnv,
  passEnv: string[],
  folder: string,
): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue
    if (passed.has(name) || name.startsWith('LC_') || passEnv.includes(name)) kept[name] = value
  }
  return { TERM: 'dumb', GIT_TERMINAL_PROMPT: '0', GIT_CEILING_DIRECTORIES: dirname(folder), ...kept }
}
