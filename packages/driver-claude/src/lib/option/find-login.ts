import type { AgentParts } from '@amelia/agent-process'
import type { ClaudeSettings } from './claude-settings.ts'
import { type LoginKind, readLogin } from './read-login.ts'
import { chosenClouds, tokenVariables } from './token-variables.ts'

/** The login that sessions use. `name`: the variable that contains or selects it; absent for an option. */
export type ClaudeLogin =
  | { kind: 'cloud'; name: string }
  | { kind: 'token'; name: string }
  | { kind: 'key'; name?: string }
  | { kind: 'own'; account: LoginKind }
  | { kind: 'none' }

/** Finds the login that sessions use, in the order in which Claude prefers them. */
export const findLogin = (
  { apiKey, keyVariable, home }: Pick<ClaudeSettings, 'apiKey' | 'keyVariable' | 'home'>,
  environment: AgentParts['environment'],
): ClaudeLogin => {
  const [cloud] = chosenClouds(environment)
  if (cloud !== undefined) return { kind: 'cloud', name: cloud }
  if (apiKey !== '')
    return (environment[keyVariable] ?? '').trim() === apiKey
      ? { kind: 'key', name: keyVariable }
      : { kind: 'key' }
  const token = tokenVariables.find((name) => (environment[name] ?? '').trim() !== '')
  if (token !== undefined) return { kind: 'token', name: token }
  const account = readLogin(home, environment)
  return account === undefined ? { kind: 'none' } : { kind: 'own', account }
}
