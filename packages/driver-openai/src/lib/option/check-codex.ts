import { type AgentParts, type AgentProblem, checkBaseUrl, checkSdk } from '@amelia/agent-process'
import type { CodexOptions } from './codex-options.ts'
import { codexPackage } from './codex-package.ts'
import { type CodexSettings, openAi, readSettings } from './codex-settings.ts'

/**
 * Reports, before a run is created, everything that sessions lack: the key or login, a valid address of the
 * server, the SDK in a supported version. Empty if sessions can run.
 *
 * Loads nothing and sends no request: a wrong key shows with the first session.
 */
export const checkCodex = (
  options: CodexOptions = {},
  environment: AgentParts['environment'] = process.env,
): AgentProblem[] => {
  const sdk = checkSdk(codexPackage)
  return [...checkSettings(readSettings(options, environment)), ...(sdk ? [sdk] : [])]
}

/** Checks the address and the key. */
export const checkSettings = ({
  apiKey,
  keyVariable,
  baseUrl,
  login,
  provider,
}: CodexSettings): AgentProblem[] => {
  const address = checkBaseUrl(baseUrl, 'https://api.openai.com/v1')
  const problems = address ? [address] : []
  if (apiKey !== '' || login !== undefined) return problems
  problems.push({
    kind: 'key',
    message: `Codex has no key for ${provider}.`,
    hint: `Set the environment variable ${keyVariable} where Amelia runs, ${baseUrl === openAi ? 'log in with `codex login`, ' : ''}or pass codex({ apiKey }).`,
  })
  return problems
}
