import type { ClaudeParts } from './claude-options.ts'
import { type ClaudeSettings, vendorUrl } from './claude-settings.ts'
import { chosenClouds, cloudVariables, tokenVariables } from './login-variables.ts'

const passed = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'CI',
  'TMPDIR',
  'TEMP',
  'TMP',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'SYSTEMROOT',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
])

/** Its value is found in every process of a session. */
export const markerName = 'AMELIA_SESSION'

/** What keeps the agent to its session: nothing but the model is asked, tried again by itself, or left running. */
const fixed = {
  CLAUDECODE: '',
  CLAUDE_CODE_ENTRYPOINT: '',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK: '1',
  // With none at all, when to come back would not be told: the session is ended when the first is announced.
  CLAUDE_CODE_MAX_RETRIES: '1',
  DISABLE_AUTOUPDATER: '1',
  DISABLE_ERROR_REPORTING: '1',
  DISABLE_TELEMETRY: '1',
}

/**
 * The environment of a session's process: a short list of variables, those that were asked for, and the login where it is not a key.
 *
 * A key is not in it: see {@link startProgram}.
 */
export const agentEnvironment = (
  { apiKey, baseUrl, home, passEnv }: ClaudeSettings,
  environment: ClaudeParts['environment'],
  marker: string,
): Record<string, string> => {
  const clouds = chosenClouds(environment)
  const logins = clouds.flatMap((name) => [name, ...(cloudVariables[name] ?? [])])
  // Who gives a key means that one.
  const tokens = apiKey === '' ? tokenVariables : []
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue
    const wanted =
      passed.has(name.toUpperCase()) ||
      name.startsWith('LC_') ||
      tokens.includes(name) ||
      logins.some((login) => name === login || (login.endsWith('_') && name.startsWith(login))) ||
      passEnv.includes(name)
    if (wanted) kept[name] = value
  }
  return {
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
    ...kept,
    ...fixed,
    // Where it is the vendor's own, saying so would count as another server.
    ...(clouds.length > 0 || baseUrl === vendorUrl ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    ...(home === undefined ? {} : { CLAUDE_CONFIG_DIR: home }),
    [markerName]: marker,
  }
}
