import type { CodexParts } from './codex-options.ts'
import type { CodexSettings } from './codex-settings.ts'
import { markerName } from './end-marked-processes.ts'
import type { SessionPlaces } from './session-places.ts'

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
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
])

/** The variable that Codex reads the key from: its commands do not get it. */
export const keyName = 'AMELIA_CODEX_KEY'

/** The environment of a session's process: a short list of variables, those that were asked for, and the key. */
export const agentEnvironment = (
  { apiKey, home, passEnv }: CodexSettings,
  environment: CodexParts['environment'],
  { marker, temporary }: Pick<SessionPlaces, 'marker' | 'temporary'>,
): Record<string, string> => {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue
    if (passed.has(name.toUpperCase()) || name.startsWith('LC_') || passEnv.includes(name)) kept[name] = value
  }
  return {
    TERM: 'dumb',
    GIT_TERMINAL_PROMPT: '0',
    ...kept,
    TMPDIR: temporary,
    CODEX_HOME: home,
    // One line for each answer of the server, on the error output: the only place that tells its status and its headers.
    RUST_LOG: 'codex_http_client::client=debug',
    [keyName]: apiKey,
    [markerName]: marker,
  }
}
