import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentParts } from '@amelia/agent-process'

/**
 * Finds the file of Codex's own login (`codex login`, for instance with a ChatGPT account) in the user's
 * `CODEX_HOME` or `~/.codex`; undefined if there is none.
 */
export const findLogin = ({
  CODEX_HOME,
  HOME,
  USERPROFILE,
}: AgentParts['environment']): string | undefined => {
  const user = HOME || USERPROFILE
  const home = CODEX_HOME || (user ? join(user, '.codex') : undefined)
  if (home === undefined) return undefined
  const file = join(home, 'auth.json')
  return existsSync(file) ? file : undefined
}
