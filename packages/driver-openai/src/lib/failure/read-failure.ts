import { agentFailure, readRecord, readText } from '@amelia/agent-process'
import {
  type AmeliaError,
  driverError,
  type FailureClass,
  readRetryAfter,
  readWaitInText,
} from '@amelia/core/plugin'
import { classifyFailure } from './classify-failure.ts'
import type { CodexSettings } from '../option/codex-settings.ts'
import { readLastAnswer, withoutAnswers } from './read-last-answer.ts'

/** How a failed session ended. */
export interface CodexEnd {
  /** The failure that Codex reported, if any. */
  message?: string
  /** The error the SDK threw, with the program's exit and its complete error output. */
  thrown?: unknown
  /** The log of a program that still runs. */
  log?: string
  /** Whether Codex noted that a signal ended its turn. */
  isAborted?: boolean
}

/** Builds the driver error for a failed session. `now` is in milliseconds since 1970. */
export const readFailure = (
  { message, thrown, log: soFar = '', isAborted = false }: CodexEnd,
  settings: CodexSettings,
  now: number,
): AmeliaError<'DRIVER_FAILED'> => {
  const log = thrown instanceof Error ? thrown.message : soFar
  const signal = foreignSignal(log) ?? (isAborted ? 'a signal' : undefined)
  if (signal !== undefined)
    return driverError('interrupted', { message: `Codex was ended from outside, by ${signal}.` })
  const text = message === undefined ? withoutAnswers(log) : unwrap(message)
  const answer = readLastAnswer(log)
  const status = answer.status ?? statusIn(message ?? '')
  const retryAfterMs = readRetryAfter(answer.headers, now) ?? readWaitInText(text)
  const told = message === undefined ? text : `${text}\n${message}`
  const failure = classifyFailure(status, told, retryAfterMs !== undefined)
  return agentFailure({
    agent: 'Codex',
    failure,
    text,
    secret: settings.apiKey,
    advice: advice(failure, status, settings),
    retryAfterMs,
  })
}

/** Signals that a program causes by its own faults. */
const faults = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP', 'SIGSYS'])

/** The signal by which someone else ended the program. */
const foreignSignal = (log: string): string | undefined => {
  const name = /^Codex Exec exited with signal (SIG\w+)/.exec(log)?.[1]
  return name === undefined || faults.has(name) ? undefined : name
}

/** The status in Codex's message, for when its log is missing. */
const statusIn = (message: string): number | undefined => {
  const found = /(?:unexpected status|last status:) (\d{3})\b/.exec(message)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Codex passes on some responses as the server's JSON. */
const unwrap = (message: string): string => {
  try {
    return readText(readRecord(readRecord(JSON.parse(message))['error'])['message']) || message
  } catch {
    return message
  }
}

const advice = (
  failure: FailureClass,
  status: number | undefined,
  { provider, keyVariable, login }: CodexSettings,
): string => {
  if (failure === 'auth' && login !== undefined)
    return `${provider} rejected Codex's own login: log in again with \`codex login\`.`
  if (failure === 'auth') return `${provider} rejected the key: set another one in ${keyVariable}.`
  if (failure === 'permission') return `Check the plan, the balance and the key's permissions at ${provider}.`
  if (status === 404) return `Check the options \`model\` and \`baseUrl\` (${provider}).`
  return ''
}
