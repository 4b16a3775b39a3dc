import type { ContractCase } from '../../contract-case.ts'
import { ensure, ensureEqual } from '../../ensure.ts'
import type { DriverFaults } from '../driver-faults.ts'
import { type DriverCase, failureOf } from '../driver-sessions.ts'

/** Waits inside a session, and waits that end it. */
export const driverWaitCases = (
  test: DriverCase,
  { refuse, guess, limit, fail, failures }: DriverFaults,
  reportsWaits: boolean,
): ContractCase[] => {
  const fails = fail !== undefined && (failures?.includes('rate_limited') ?? true)
  return [
    test(
      'a request that is refused in mid-session does not end the session',
      async ({ subject, start }) => {
        await refuse?.(subject)
        const session = start()
        ensure('result' in (await session.end), 'the session succeeds')
        ensure(new Set(session.sessionIds()).size <= 1, 'it is one session')
      },
      { refuse },
    ),
    test(
      'a wait inside a session is reported',
      async ({ subject, run }) => {
        await refuse?.(subject)
        const waits = (await run()).emitted.filter(({ type }) => type === 'waiting')
        ensure(waits.length > 0, 'it reports that it waits')
      },
      { refuse, waits: reportsWaits },
    ),
    test(
      'a failure includes the time to wait',
      async ({ subject, start }) => {
        await limit?.(subject, 7_000)
        ensureEqual(await failureOf(start()), { class: 'rate_limited', retryAfterMs: 7_000 }, 'the failure')
      },
      { limit },
    ),
    test(
      'a time to wait that the server did not send is not reported',
      async ({ subject, start }) => {
        await (guess ? guess(subject) : fail?.(subject, 'rate_limited'))
        ensureEqual(await failureOf(start()), { class: 'rate_limited' }, 'the failure')
      },
      { guess: guess ?? fails },
    ),
  ]
}
