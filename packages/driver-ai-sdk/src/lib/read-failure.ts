import { AmeliaError, driverError, type FailureClass, stripAnsi } from '@amelia/core/plugin'
import { boundMiddle } from './bound-text.ts'
import { classifyFailure } from './classify-failure.ts'
import { readRecord } from './read-record.ts'
import { readRetryAfter, readWaitInText } from './read-wait.ts'

const longest = 2_000

/** The driver error of what a provider threw. `now` is in milliseconds since 1970. */
export const readFailure = (error: unknown, provider: string, now: number): AmeliaError<'DRIVER_FAILED'> => {
  if (AmeliaError.is(error, 'DRIVER_FAILED')) return error
  const { statusCode, responseHeaders, responseBody, name } = readRecord(error)
  const status = typeof statusCode === 'number' ? statusCode : undefined
  const message = error instanceof Error ? error.message : String(error)
  const body = typeof responseBody === 'string' ? responseBody : ''
  const said = `${message}\n${body.slice(0, 20_000)}`
  const wait = readRetryAfter(readRecord(responseHeaders), now) ?? readWaitInText(said)
  const failure = classifyFailure({
    status,
    name: typeof name === 'string' ? name : '',
    waits: wait !== undefined,
    text: said,
  })
  const isLater = failure === 'rate_limited' || failure === 'transient'
  return driverError(failure, {
    message: sentence(status, message === '' ? body : message, provider) + advice(failure, status, provider),
    ...(isLater && wait !== undefined ? { retryAfterMs: wait } : {}),
    cause: error,
  })
}

const sentence = (status: number | undefined, text: string, provider: string): string => {
  const plain = boundMiddle(stripAnsi(text).trim(), longest) || 'it did not say why'
  return `The model of ${provider} failed${status === undefined ? '' : ` (${status})`}: ${plain}${/[.!?]$/.test(plain) ? '' : '.'}`
}

const advice = (failure: FailureClass, status: number | undefined, provider: string): string => {
  if (failure === 'auth') return ` Give the provider's package a key that ${provider} takes.`
  if (failure === 'permission')
    return ` Look at the plan, the balance and the rights of the key at ${provider}.`
  if (status === 404) return ' Check the name of the model and the address of its server.'
  return ''
}
