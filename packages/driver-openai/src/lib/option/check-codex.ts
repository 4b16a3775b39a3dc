import { createRequire } from 'node:module'
import { type AgentParts, type AgentProblem, checkBaseUrl, checkSdk } from '@amelia/agent-process'
import type { CodexOptions } from './codex-options.ts'
import { codexPackage } from './codex-package.ts'
import { type CodexSettings, readSettings } from './codex-settings.ts'

/**
 * Checks, before a run is created, that sessions can run: the key is set, the server's address is valid, the SDK is installed.
 *
 * Loads nothing and sends no request: a wrong key shows with the first session.
 */
export const checkCodex = (
  options: CodexOptions = {},
  environment: AgentParts['environment'] = process.env,
): AgentProblem | undefined =>
  checkSettings(readSettings(options, environment)) ??
  checkSdk(codexPackage, createRequire(import.meta.url).resolve)

/** Checks the address and the key. */
export const checkSettings = ({
  apiKey,
  keyVariable,
  baseUrl,
  provider,
}: CodexSettings): AgentProblem | undefined => {
  const problem = checkBaseUrl(baseUrl, 'https://api.openai.com/v1')
  if (problem) return problem
  if (apiKey !== '') return undefined
  return {
    kind: 'key',
    message: `Codex has no key for ${provider}.`,
    hint: `Set the environment variable ${keyVariable} where Amelia runs, or pass codex({ apiKey }).`,
  }
}
