import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { homeOf } from './home-of.ts'
import type { AcpSettings } from './acp-settings.ts'

/** Names the login that sessions use, as far as variables and files tell. Never contains a secret. */
export const describeLogin = (
  { profile, passEnv }: Pick<AcpSettings, 'profile' | 'passEnv'>,
  environment: Readonly<Record<string, string | undefined>>,
): string => {
  const { title, keyVariables, loginFiles, logIn } = profile
  const variable = keyVariables.find((name) => (environment[name] ?? '').trim() !== '')
  if (variable !== undefined) return `the key in ${variable}`
  const home = homeOf(environment)
  const file = loginFiles.find((path) => existsSync(join(home, path)))
  if (file !== undefined) return `that of ${title} in ~/${file}`
  if (passEnv.length > 0) return `that of ${title}, with the variables ${passEnv.join(', ')}`
  return keyVariables.length + loginFiles.length === 0
    ? `that of ${title}`
    : `none found. To log in: ${logIn}`
}
