import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ClaudeOptions, ClaudeParts } from './claude-options.ts'
import { type ClaudeSettings, readSettings } from './claude-settings.ts'
import { chosenClouds, tokenVariables } from './login-variables.ts'
import { sdkHint, sdkName } from './sdk-name.ts'

/** What keeps sessions from being run, and what to do about it. */
export interface ClaudeProblem {
  kind: 'key' | 'url' | 'sdk'
  message: string
  hint: string
}

/**
 * Tells before anything is created whether sessions could be run: there is a key or a login, the server has an address, the SDK is
 * installed.
 *
 * Nothing is loaded and nobody is asked: whether the key is any good shows with the first session.
 */
export const checkClaude = (
  options: ClaudeOptions = {},
  environment: ClaudeParts['environment'] = process.env,
): ClaudeProblem | undefined => checkSettings(readSettings(options, environment), environment) ?? checkSdk()

/** What is wrong with the options themselves. */
export const checkSettings = (
  settings: ClaudeSettings,
  environment: ClaudeParts['environment'],
): ClaudeProblem | undefined => {
  const { baseUrl, keyVariable } = settings
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    return {
      kind: 'url',
      message: `"${baseUrl}" is no address of a server for Claude.`,
      hint: 'Give one that begins with https:// or http://, such as https://api.anthropic.com.',
    }
  if (hasLogin(settings, environment)) return undefined
  return {
    kind: 'key',
    message: `Claude has no key, and nobody is logged in with it.`,
    hint: `Set the environment variable ${keyVariable} where Amelia runs, or give claude({ apiKey }).`,
  }
}

const hasLogin = (settings: ClaudeSettings, environment: ClaudeParts['environment']): boolean =>
  settings.apiKey !== '' ||
  tokenVariables.some((name) => (environment[name] ?? '').trim() !== '') ||
  chosenClouds(environment).length > 0 ||
  isLoggedIn(settings.home, environment.HOME ?? homedir())

/** Where the login itself is kept elsewhere (a key chain), the account is still named in a file. */
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

/** Whether the SDK is where an import would find it. */
export const checkSdk = (
  resolve: (name: string) => unknown = (name) => import.meta.resolve(name),
): ClaudeProblem | undefined => {
  try {
    resolve(sdkName)
    return undefined
  } catch {
    return { kind: 'sdk', message: 'The Claude Agent SDK is not installed.', hint: sdkHint }
  }
}
