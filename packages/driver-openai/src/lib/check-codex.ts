import { createRequire } from 'node:module'
import type { CodexOptions, CodexParts } from './codex-options.ts'
import { type CodexSettings, readSettings } from './codex-settings.ts'
import { sdkHint, sdkName } from './sdk-name.ts'

/** What keeps sessions from being run, and what to do about it. */
export interface CodexProblem {
  kind: 'key' | 'url' | 'sdk'
  message: string
  hint: string
}

/**
 * Tells before anything is created whether sessions could be run: the key is set, the server has an address, the SDK is installed.
 *
 * Nothing is loaded and nobody is asked: whether the key is any good shows with the first session.
 */
export const checkCodex = (
  options: CodexOptions = {},
  environment: CodexParts['environment'] = process.env,
): CodexProblem | undefined => checkSettings(readSettings(options, environment)) ?? checkSdk()

/** What is wrong with the options themselves. */
export const checkSettings = ({
  apiKey,
  keyVariable,
  baseUrl,
  provider,
}: CodexSettings): CodexProblem | undefined => {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    return {
      kind: 'url',
      message: `"${baseUrl}" is no address of a server for Codex.`,
      hint: 'Give one that begins with https:// or http://, such as https://api.openai.com/v1.',
    }
  if (apiKey === '')
    return {
      kind: 'key',
      message: `Codex has no key for ${provider}.`,
      hint: `Set the environment variable ${keyVariable} where Amelia runs, or give codex({ apiKey }).`,
    }
  return undefined
}

/** Whether the SDK is where an import would find it. */
export const checkSdk = (
  resolve: (name: string) => unknown = createRequire(import.meta.url).resolve,
): CodexProblem | undefined => {
  try {
    resolve(sdkName)
  } catch (error) {
    // One of these codes means that it is there, and offers itself to imports only.
    if ((error as { code?: unknown }).code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED')
      return { kind: 'sdk', message: 'Codex is not installed.', hint: sdkHint }
  }
  return undefined
}
