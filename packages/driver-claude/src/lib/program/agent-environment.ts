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

/** Restricts the program to its session: no telemetry, updates or background work. */
const fixed = {
  CLAUDECODE: '',
  CLAUDE_CODE_ENTRYPOINT: '',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  // The program waits as long as it is allowed to, and announces each wait: the driver ends it at the limit.
  // Without the watchdog, which is not documented, it ends at once when the server asks for a minute or more,
  // and does not tell for how long.
  CLAUDE_CODE_RETRY_WATCHDOG: '1',
  CLAUDE_CODE_MAX_RETRIES: '15',
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
