import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AgentParts } from '@amelia/agent-process'

/** The kind of account that someone logged in with. `plan`: the name of its subscription, if it is known. */
export type LoginKind = { kind: 'subscription'; plan?: string } | { kind: 'unknown' }

/**
 * Reads the kind of the login of Claude's own program; undefined if nobody logged in. A login in a system key
 * chain has no credentials file, but its account is named in `.claude.json`: then the kind is unknown. Of
 * the credentials, only the name of the subscription is kept.
 */
export const readLogin = (
  home: string | undefined,
  environment: AgentParts['environment'],
): LoginKind | undefined => {
  const userHome = environment.HOME ?? homedir()
  const credentials = readObject(join(home ?? join(userHome, '.claude'), '.credentials.json'))
  if (credentials !== undefined) return kindOf(credentials)
  const account = readObject(join(home ?? userHome, '.claude.json'))
  return account !== undefined && account !== 'damaged' && 'oauthAccount' in account
    ? { kind: 'unknown' }
    : undefined
}

const kindOf = (credentials: object | 'damaged'): LoginKind => {
  if (credentials === 'damaged' || !('claudeAiOauth' in credentials)) return { kind: 'unknown' }
  const { claudeAiOauth: login } = credentials
  const plan =
    typeof login === 'object' && login !== null && 'subscriptionType' in login
      ? login.subscriptionType
      : undefined
  // Only a plain word is a name that people may see.
  return typeof plan === 'string' && /^[a-z][a-z0-9_ -]{0,30}$/i.test(plan)
    ? { kind: 'subscription', plan }
    : { kind: 'subscription' }
}

/** Reads a JSON object; undefined if the file does not exist. */
const readObject = (file: string): object | 'damaged' | undefined => {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : 'damaged'
  }
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null ? content : 'damaged'
  } catch {
    return 'damaged'
  }
}
