import type { CodexSettings } from './codex-settings.ts'

/** Names the login that sessions use. Never contains a secret. */
export const describeLogin = ({
  apiKey,
  hasKeyOption,
  keyVariable,
  login,
}: Pick<CodexSettings, 'apiKey' | 'hasKeyOption' | 'keyVariable' | 'login'>): string => {
  if (apiKey !== '') return hasKeyOption ? 'the key in the option `apiKey`' : `the key in ${keyVariable}`
  return login === undefined ? 'none' : `Codex's own login on this machine (${login})`
}
