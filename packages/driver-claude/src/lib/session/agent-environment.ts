import {
  type AgentParts,
  baseVariables,
  networkVariables,
  programEnvironment,
  temporaryVariables,
} from '@amelia/agent-process'
import { type ClaudeSettings, vendorUrl } from '../option/claude-settings.ts'
import { chosenClouds, cloudVariables, tokenVariables } from '../option/token-variables.ts'

const inherited = new Set<string>([
  ...baseVariables,
  ...temporaryVariables,
  ...networkVariables,
  'NODE_EXTRA_CA_CERTS',
  'SYSTEMROOT',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
])

/** Restricts the program to its session: no telemetry, updates, background work or long retries. */
const fixed = {
  CLAUDECODE: '',
  CLAUDE_CODE_ENTRYPOINT: '',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  // With 0 the program would not report how long to wait; the driver stops the session when it announces the
  // first retry.
  CLAUDE_CODE_MAX_RETRIES: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
}

/**
 * Builds the environment of a session's program: a short list of inherited variables, those in `passEnv`, and
 * a login that is not a key.
 *
 * It never contains a key: see {@link startProgram}.
 */
export const agentEnvironment = (
  { apiKey, baseUrl, home, passEnv }: ClaudeSettings,
  environment: AgentParts['environment'],
): Record<string, string> => {
  const clouds = chosenClouds(environment)
  const logins = clouds.flatMap((name) => [name, ...(cloudVariables[name] ?? [])])
  // A key takes precedence over a token.
  const tokens = apiKey === '' ? tokenVariables : []
  const isLogin = (name: string): boolean =>
    tokens.includes(name) ||
    logins.some((login) => name === login || (login.endsWith('_') && name.startsWith(login)))
  return {
    ...programEnvironment(
      environment,
      (name) => inherited.has(name.toUpperCase()) || isLogin(name) || passEnv.includes(name),
    ),
    ...fixed,
    // The program treats an explicit vendor address as a third-party server.
    ...(clouds.length > 0 || baseUrl === vendorUrl ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    ...(home === undefined ? {} : { CLAUDE_CONFIG_DIR: home }),
  }
}
