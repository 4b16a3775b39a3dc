import type { Clock } from '../../contract/clock.ts'
import { AmeliaError } from '../../error/amelia-error.ts'
import { createDeferred } from './deferred.ts'

/** The default for the time that a call may take to stop after its signal aborts, in milliseconds. */
export const defaultCallGraceMs = 10_000

/** Options of a call to code that Amelia's caller supplied. */
export interface GraceOptions {
  clock: Clock
  /** The signal passed to the call. */
  signal: AbortSignal
  /** Names the call in the error: `driver "claude"`, `reviewer "security"`. */
  who: string
  /** Milliseconds that the call may take to stop after its signal aborts. */
  graceMs: number
}

/**
 * Calls a driver, reviewer, evaluator, strategy or handler, and abandons the call when it ignores its signal.
 *
 * Resolves or rejects as the call does. When the signal aborts, the call has `graceMs` to stop; then the
 * promise rejects with `CALL_ABANDONED`. Later results of the call are ignored, and a late rejection is
 * handled. Never used for the store or git, whose results must be known.
 */
export const callWithGrace = async <Value>(
  call: () => Value | Promise<Value>,
  { clock, signal, who, graceMs }: GraceOptions,
): Promise<Value> => {
  // Created only when needed: a controller costs as much as the rest of the call.
  let over: AbortController | undefined
  const abandoned = createDeferred<never>()
  const limit = (): void => {
    over = new AbortController()
    clock.wait(graceMs, over.signal, 'grace').then(
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
    // Without a reason, each call would create an error with its stack.
    over?.abort('over')
  }
}

const callAbandoned = (who: string, graceMs: number): AmeliaError =>
  new AmeliaError(
    'CALL_ABANDONED',
    `The ${who} did not stop within ${graceMs / 1000} s after its signal aborted. The call was abandoned; its result is ignored. Make it reject when its signal aborts.`,
    { who },
  )
