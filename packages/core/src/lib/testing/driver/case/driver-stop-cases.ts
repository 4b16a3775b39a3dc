import { AmeliaError } from '../../../error/amelia-error.ts'
import type { ContractCase } from '../../contract-case.ts'
import type { DriverFaults } from '../driver-faults.ts'
import { describe, type DriverCase, type StartedSession } from '../driver-sessions.ts'
import { ensure, ensureEqual } from '../../ensure.ts'
import { ensureStopsInTime } from '../../ensure-ends.ts'

/** Ways to stop a session. */
export const driverStopCases = (test: DriverCase, { hang, begin, spend }: DriverFaults): ContractCase[] => [
  test('a signal aborted before the start starts nothing', async ({ start }) => {
    const reason = new Error('stopped')
    const session = start({}, AbortSignal.abort(reason))
    await ensureStopped(session, reason)
    ensureEqual(session.emitted, [], 'its progress')
  }),
  test(
    'an aborted session stops, and emits nothing afterwards',
    async ({ subject, start }) => {
      await hang?.(subject)
      const stop = new AbortController()
      const reason = new Error('stopped')
      const session = start({}, stop.signal)
      stop.abort(reason)
      await ensureStopped(session, reason)
    },
    { hang },
  ),
  test(
    'a session aborted midway stops, and emits nothing afterwards',
    async ({ subject, start }) => {
      await begin?.(subject)
      const stop = new AbortController()
      const reason = new Error('stopped')
      const session = start({}, stop.signal)
      await session.reached(() => true).catch(() => {})
      ensure(session.emitted.length > 0, 'it emits something before it ends')
      stop.abort(reason)
      await ensureStopped(session, reason)
    },
    { begin },
  ),
  test(
    'aborting a session does not affect the others',
    async ({ subject, start }) => {
      await hang?.(subject)
      const [stopOne, stopOther] = [new AbortController(), new AbortController()]
      const [one, other] = [start({}, stopOne.signal), start({}, stopOther.signal)]
      const [reasonOne, reasonOther] = [new Error('stopped'), new Error('stopped later')]
      stopOne.abort(reasonOne)
      await ensureStopped(one, reasonOne)
      let goesOn = true
      void other.end.then(() => {
        goesOn = false
      })
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
      ensure(goesOn, 'the other session continues')
      stopOther.abort(reasonOther)
      await ensureStopped(other, reasonOther)
    },
    { hang },
  ),
  test(
    'closing a driver ends its sessions',
    async ({ subject, start }) => {
      await hang?.(subject)
      if (subject.driver.close === undefined) return
      const session = start()
      await ensureStopsInTime(subject.driver.close())
      const ending = await ensureStopsInTime(session.end)
      ensure('error' in ending, 'the session fails')
    },
    { hang },
  ),
  test(
    'a session ends when it reaches its token limit',
    async ({ subject, start }) => {
      await spend?.(subject)
      const ending = await start({ limits: { tokens: 1 } }).end
      ensure(
        'error' in ending && AmeliaError.is(ending.error, 'DRIVER_FAILED'),
        `it rejects with a driver error${'error' in ending ? `, not ${describe(ending.error)}` : ''}`,
      )
      ensureEqual(ending.error.details.class, 'budget_exceeded', 'the class')
    },
    { spend },
  ),
]

const ensureStopped = async ({ end }: StartedSession, reason: Error): Promise<void> => {
  const ending = await ensureStopsInTime(end)
  ensure('error' in ending && ending.error === reason, 'it rejects with the reason of the signal')
}
