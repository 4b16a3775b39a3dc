import {
  AmeliaError,
  driverError,
  type FailureClass,
  readRetryAfter,
  readWaitInText,
} from '@amelia/core/plugin'
import { stripAnsi } from '@amelia/core/view'
import { boundMiddle } from '../text/bound-text.ts'
import { classifyFailure } from './classify-failure.ts'
import { readRecord } from '../read-record.ts'

const longest = 2_000

/** Builds the driver error for an error of a provider. `now` is in milliseconds since 1970. */
export const readFailure = (error: unknown, provider: string, now: number): AmeliaError<'DRIVER_FAILED'> => {
  if (AmeliaError.is(error, 'DRIVER_FAILED')) return error
  const { statusCode, responseHeaders, responseBody, name } = readRecord(error)
  const status = typeof statusCode === 'number' ? statusCode : undefined
  const message = error instanceof Error ? error.message : String(error)
  const body = typeof responseBody === 'string' ? responseBody : ''
  const text = `${message}\n${body.slice(0, 20_000)}`
  const wait = readRetryAfter(readRecord(responseHeaders), now) ?? readWaitInText(text)
  const failure = classifyFailure({
    status,
    name: typeof name === 'string' ? name : '',
    waits: wait !== undefined,
    text,
  })
  const isLater = failure === 'rate_limited' || failure === 'transient'
  return driverError(failure, {
    message: sentence(status, message === '' ? body : message, provider) + advice(failure, status, provider),
    ...(isLater && wait !== undefined ? { retryAfterMs: wait } : {}),
    cause: error,
  })
}

const sentence = (status: number | undefined, text: string, provider: string): string => {
  const plain = boundMiddle(stripAnsi(text).trim(), longest) || 'no reason given'
  return `The model of ${provider} failed${status === undefined ? '' : ` (${status})`}: ${plain}${/[.!?]$/.test(plain) ? '' : '.'}`
}

const advice = (failure: FailureClass, status: number | undefined, provider: string): string => {
  if (failure === 'auth') return ` Give the provider package a key that ${provider} accepts.`
  if (failure === 'permission')
    return ` Check the plan, the balance and the key's permissions at ${provider}.`
  if (status === 404) return ' Check the name of the model and the address of the server.'
  return ''
}
