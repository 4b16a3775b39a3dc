import type { Clock } from '../../contract/clock.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { createDeferred } from './deferred.ts'

/** How long a call may take to end after its signal aborts, in milliseconds, where no option says otherwise. */
export const defaultCallGraceMs = 10_000

/** A call to code that a caller of Amelia supplied. */
export interface GraceOptions {
  clock: Clock
  /** The signal that the call was given. */
  signal: AbortSignal
  /** Names the call in the error: `driver "claude"`, `reviewer "security"`. */
  who: string
  /** How long the call may take to end after its signal aborts, in milliseconds. */
  graceMs: number
}

/**
 * Calls a driver, reviewer, evaluator, strategy or handler, and abandons the call when it ignores its signal.
 *
 * Resolves or rejects as the call does. When the signal aborts, the call has `graceMs` to end; then the promise rejects with
 * `CALL_ABANDONED`. Whatever the call does afterwards changes nothing here, and a late rejection is handled. Never used for the store
 * or git: what they do must be known.
 */
export const callWithGrace = async <Value>(
  call: () => Value | Promise<Value>,
  { clock, signal, who, graceMs }: GraceOptions,
): Promise<Value> => {
  const over = new AbortController()
  const abandoned = createDeferred<never>()
  const limit = (): void => {
    clock.wait(graceMs, over.signal).then(
      () => abandoned.reject(callAbandoned(who, graceMs)),
      () => {},
    )
  }
  const running = Promise.resolve(call())
  if (signal.aborted) limit()
  else signal.addEventListener('abort', limit, { once: true })
  try {
    return await Promise.race([running, abandoned.promise])
  } finally {
    signal.removeEventListener('abort', limit)
    over.abort()
  }
}

const callAbandoned = (who: string, graceMs: number): AmeliaError =>
  new AmeliaError(
    'CALL_ABANDONED',
    `The ${who} did not stop within ${graceMs / 1000} s after its signal aborted. The call was abandoned; its result is ignored. Make it reject when its signal aborts.`,
    { who },
  )
