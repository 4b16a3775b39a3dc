import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentParts } from '@amelia/agent-process'

/**
 * Whether someone logged in with Claude's own program. A login in a system key chain has no credentials
 * file, but its account is named in `.claude.json`.
 */
export const isLoggedIn = (home: string | undefined, environment: AgentParts['environment']): boolean => {
  const userHome = environment.HOME ?? homedir()
  return (
    existsSync(join(home ?? join(userHome, '.claude'), '.credentials.json')) ||
    namesAccount(join(home ?? userHome, '.claude.json'))
  )
}

const namesAccount = (file: string): boolean => {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof content === 'object' && content !== null && 'oauthAccount' in content
  } catch {
    return false
  }
}
