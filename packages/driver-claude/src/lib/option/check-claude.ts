import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type AgentParts, type AgentProblem, checkBaseUrl, checkSdk } from '@amelia/agent-process'
import type { ClaudeOptions } from './claude-options.ts'
import { claudePackage } from './claude-package.ts'
import { type ClaudeSettings, readSettings } from './claude-settings.ts'
import { chosenClouds, tokenVariables } from './token-variables.ts'

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
  if (hasLogin(settings, environment)) return problems
  problems.push({
    kind: 'key',
    message: 'Claude has neither a key nor a login.',
    hint: `Set the environment variable ${settings.keyVariable} where Amelia runs, or pass claude({ apiKey }).`,
  })
  return problems
}

const hasLogin = (settings: ClaudeSettings, environment: AgentParts['environment']): boolean =>
  settings.apiKey !== '' ||
  tokenVariables.some((name) => (environment[name] ?? '').trim() !== '') ||
  chosenClouds(environment).length > 0 ||
  isLoggedIn(settings.home, environment.HOME ?? homedir())

/** A login in a system key chain has no credentials file, but its account is named in `.claude.json`. */
const isLoggedIn = (home: string | undefined, userHome: string): boolean =>
  existsSync(join(home ?? join(userHome, '.claude'), '.credentials.json')) ||
  namesAccount(join(home ?? userHome, '.claude.json'))

const namesAccount = (file: string): boolean => {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof content === 'object' && content !== null && 'oauthAccount' in content
  } catch {
    return false
  }
}
