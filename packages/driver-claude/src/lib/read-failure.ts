import { type AmeliaError, driverError, type FailureClass, stripAnsi } from '@amelia/core/plugin'
import type { ClaudeSettings } from './claude-settings.ts'
import { classifyFailure, type FailureFacts } from './classify-failure.ts'
import { sdkHint } from './sdk-name.ts'

/** How a session ended whose program gave no result. */
export interface ProgramEnd {
  /** What the SDK threw, if it did. */
  thrown: unknown
  /** The last part of the program's error output. */
  errorOutput: string
}

const longest = 2_000

/** The driver error that the agent's own account of its failure is. */
export const readFailure = (
  facts: FailureFacts,
  settings: ClaudeSettings,
  retryAfterMs?: number,
): AmeliaError<'DRIVER_FAILED'> => {
  const failure = classifyFailure(facts)
  const waits = failure === 'rate_limited' || failure === 'transient'
  const status = facts.status === undefined ? '' : ` (${facts.status})`
  const said = sentence(plain(facts.text === '' ? (facts.error ?? '') : facts.text, settings.apiKey))
  return driverError(failure, {
    message: `Claude failed${status}: ${said}${advice(failure, settings)}`,
    ...(waits && retryAfterMs !== undefined ? { retryAfterMs: Math.max(0, retryAfterMs) } : {}),
  })
}

/** The driver error for a program that ended, or never began, without saying how its session went. */
export const readCrash = (
  { thrown, errorOutput }: ProgramEnd,
  settings: ClaudeSettings,
): AmeliaError<'DRIVER_FAILED'> => {
  const told = thrown instanceof Error ? thrown.message : ''
  const how = told === '' ? 'it ended without a result' : told
  const output =
    errorOutput.trim() === '' || told.includes(errorOutput.trim()) ? '' : ` ${errorOutput.trim()}`
  const text = sentence(plain(how + output, settings.apiKey))
  const cannotStart = /native binary not found|ENOENT|EACCES|exec format error|could not start/i.test(text)
  return driverError(cannotStart ? 'environment' : 'agent_failed', {
    message: `Claude's program failed: ${text}${cannotStart ? ` ${settings.program === undefined ? sdkHint : 'Look at the option `program`.'}` : ''}`,
    cause: thrown,
  })
}

const plain = (text: string, secret: string): string => {
  const stripped = stripAnsi(text).trim()
  const bounded =
    stripped.length > longest
      ? `${stripped.slice(0, longest / 2)} ... ${stripped.slice(-longest / 2)}`
      : stripped
  // Servers repeat the key that they refuse.
  return secret.length < 4 ? bounded : bounded.replaceAll(secret, '[redacted]')
}

const sentence = (text: string): string =>
  text === '' ? 'it did not say why.' : /[.!?]$/.test(text) ? text : `${text}.`

const advice = (failure: FailureClass, { provider, keyVariable, model }: ClaudeSettings): string => {
  if (failure === 'auth') return ` Set a key that ${provider} takes in ${keyVariable}, or log in again.`
  if (failure === 'permission')
    return ` Look at the plan, the balance and the rights of the key at ${provider}.`
  if (failure === 'environment')
    return ` Check the option \`model\`${model === undefined ? '' : ` (${model})`} and the others of the driver.`
  return ''
}
