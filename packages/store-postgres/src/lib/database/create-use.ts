import { setTimeout as wait } from 'node:timers/promises'
import { storeFailed } from '../rules/store-failed.ts'
import { isAnswer } from '../rules/is-answer.ts'
import { isTransient } from './is-transient.ts'
import type { PostgresPool, Query } from './postgres-pool.ts'

/**
 * Runs a task, again after a lost connection or a conflict, and turns its last error into a typed one.
 * `attempt` counts from 1: from 2 on, an earlier one may have had its effect.
 */
export type Use = <Result>(
  runId: string,
  task: (query: Query, attempt: number) => Promise<Result>,
  signal?: AbortSignal,
) => Promise<Result>

export interface UseOptions {
  pool: PostgresPool
  /** Checks and prepares the database. */
  prepare(): Promise<void>
  /**
   * How long to repeat, in milliseconds. Until the database was used once: at most 20 s, and 5 s if nothing
   * answers.
   */
  retryMs: number
  /** Called once in each outage, when a call has been repeated for a second. */
  onUnreachable?: ((error: unknown) => void) | undefined
  /** Returns a time in milliseconds. */
  now?: () => number
  /** Waits; ends early if the signal aborts. */
  pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

/** Creates the function through which the store executes statements. */
export const createUse = ({
  pool,
  prepare,
  retryMs,
  onUnreachable,
  now = () => performance.now(),
  pause = waitFor,
}: UseOptions): Use => {
  const query: Query = (text, values) => pool.query(text, values)
  let isReached = false
  let isReported = false
  return async (runId, task, signal) => {
    const since = now()
    for (let attempt = 1; ; attempt += 1) {
      try {
        await prepare()
        isReached = true
        const result = await task(query, attempt)
        isReported = false
        return result
      } catch (error) {
        const mostMs = isReached ? retryMs : Math.min(retryMs, isAnswer(error) ? answerMs : connectMs)
        if (!isTransient(error) || now() >= since + mostMs || signal?.aborted)
          throw storeFailed(runId, error, isReached)
        if (!isReported && now() >= since + reportMs) {
          isReported = true
          onUnreachable?.(error)
        }
        await pause(Math.min(1000, 25 * 2 ** attempt), signal)
      }
    }
  }
}

/** How long to repeat while an unused server answers, such as one that starts, in milliseconds. */
const answerMs = 20_000
/** How long to repeat while nothing answers at an address that was never used, in milliseconds. */
const connectMs = 5_000
/** How long to repeat before it is reported, in milliseconds: shorter losses and conflicts are usual. */
const reportMs = 1000

const waitFor = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})
}
