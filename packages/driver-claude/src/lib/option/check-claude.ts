import { type AgentParts, type AgentProblem, checkBaseUrl, checkSdk } from '@amelia/agent-process'
import type { ClaudeOptions } from './claude-options.ts'
import { claudePackage } from './claude-package.ts'
import { type ClaudeSettings, readSettings } from './claude-settings.ts'
import { findLogin } from './find-login.ts'

/**
 * Reports, before a run is created, everything that sessions lack: a key or login, a valid address of the
 * server, the SDK in a supported version. Empty if sessions can run.
 *
 * Loads nothing and sends no request: a wrong key shows with the first session.
 */
export const checkClaude = (
  options: ClaudeOptions = {},
  environment: AgentParts['environment'] = process.env,
): AgentProblem[] => {
  const sdk = checkSdk(claudePackage)
  return [...checkSettings(readSettings(options, environment), environment), ...(sdk ? [sdk] : [])]
}

/** Checks the address and the login. */
export const checkSettings = (
  settings: ClaudeSettings,
  environment: AgentParts['environment'],
): AgentProblem[] => {
  const address = checkBaseUrl(settings.baseUrl, 'https://api.anthropic.com')
  const problems = address ? [address] : []
  if (findLogin(settings, environment).kind !== 'none') return problems
  problems.push({
    kind: 'key',
    message: 'Claude has neither a key nor a login.',
    hint: `Set the environment variable ${settings.keyVariable} where Amelia runs, or pass claude({ apiKey }).`,
  })
  return problems
}
