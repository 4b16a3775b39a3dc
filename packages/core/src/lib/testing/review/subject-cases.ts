import { AmeliaError } from '../../error/amelia-error.ts'
import type { FailureClass } from '../../contract/failure-class.ts'
import type { ContractCase } from '../contract-case.ts'
import { ensure, ensureEqual } from '../ensure.ts'
import { ensureStopsInTime } from '../ensure-ends.ts'
import { makeCase } from '../make-case.ts'

/** The classes with which a review must be able to fail. */
export const reviewFailures: readonly FailureClass[] = ['transient', 'rate_limited', 'auth', 'permission']

/** Returns a maker of cases, each with its own subject. `needs` are hooks of `faults`, by name. */
export const subjectCases =
  <Subject extends { close(): unknown }>(create: () => Subject | Promise<Subject>) =>
  (
    name: string,
    body: (subject: Subject) => Promise<void>,
    needs: Readonly<Record<string, unknown>> = {},
  ): ContractCase => {
    const named = Object.entries(needs).map(([hook, need]) => [`faults.${hook}`, need])
    return makeCase(name, Object.fromEntries(named) as Record<string, unknown>, async () => {
      const subject = await create()
      try {
        await body(subject)
      } finally {
        await subject.close()
      }
    })
  }

export type Outcome<Value> = { value: Value } | { error: unknown }

export const outcomeOf = <Value>(promise: Promise<Value>): Promise<Outcome<Value>> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )

/** Throws unless a call rejected with a driver error of this class. */
export const ensureFailure = (outcome: Outcome<unknown>, failure: FailureClass): void => {
  ensure(
    'error' in outcome && AmeliaError.is(outcome.error, 'DRIVER_FAILED'),
    'it rejects with a driver error',
  )
  ensureEqual(outcome.error.details.class, failure, 'the class')
}

/** Throws unless a call that never ends by itself rejects with the reason of its signal. */
export const ensureStops = async (call: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
  const stop = new AbortController()
  const reason = new Error('stopped')
  const running = outcomeOf(call(stop.signal))
  stop.abort(reason)
  const outcome = await ensureStopsInTime(running)
  ensure('error' in outcome && outcome.error === reason, 'it rejects with the reason of the signal')
}
