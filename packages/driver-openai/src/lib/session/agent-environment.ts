import { type AgentParts, baseVariables, networkVariables, programEnvironment } from '@amelia/agent-process'
import type { CodexSettings } from '../option/codex-settings.ts'

const inherited = new Set<string>([...baseVariables, ...networkVariables])

/** The variable from which Codex reads the key. Its commands do not inherit it. */
export const keyName = 'AMELIA_CODEX_KEY'

/**
 * Builds the environment of a session's program: a short list of inherited variables, those in `passEnv`, and
 * the key.
 */
export const agentEnvironment = (
  { apiKey, home, passEnv }: CodexSettings,
  environment: AgentParts['environment'],
  temporary: string,
): Record<string, string> => ({
  ...programEnvironment(environment, (name) => inherited.has(name.toUpperCase()) || passEnv.includes(name)),
  TMPDIR: temporary,
  CODEX_HOME: home,
  // Logs one line for each response on the error output: the only place with its status and headers.
  RUST_LOG: 'codex_http_client::client=debug',
  ...(apiKey === '' ? {} : { [keyName]: apiKey }),
})
