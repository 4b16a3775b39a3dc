import type { AgentParts } from '@amelia/agent-process'
import type { ClaudeSettings } from './claude-settings.ts'
import { isLoggedIn } from './is-logged-in.ts'
import { chosenClouds, tokenVariables } from './token-variables.ts'

/** Names the login that sessions use, in the order in which Claude prefers them. Never contains a secret. */
export const describeLogin = (
  settings: Pick<ClaudeSettings, 'apiKey' | 'keyVariable' | 'home'>,
  environment: AgentParts['environment'],
): string => {
  const [cloud] = chosenClouds(environment)
  if (cloud !== undefined) return `the cloud that ${cloud} selects`
  const { apiKey, keyVariable, home } = settings
  if (apiKey !== '')
    return (environment[keyVariable] ?? '').trim() === apiKey
      ? `the key in ${keyVariable}`
      : 'the key in the option `apiKey`'
  const token = tokenVariables.find((name) => (environment[name] ?? '').trim() !== '')
  if (token !== undefined) return `the token in ${token}`
  return isLoggedIn(home, environment) ? "Claude's own login on this machine" : 'none'
}
