import type { ContractCase } from '../../contract-case.ts'
import type { DriverFaults } from '../driver-faults.ts'
import { describe, type DriverCase, type DriverSessions, type StartedSession } from '../driver-sessions.ts'
import { ensure, ensureEqual } from '../../ensure.ts'
import { ensureStopsInTime } from '../../ensure-ends.ts'

/** Texts for running sessions. */
export const driverSteerCases = (
  test: DriverCase,
  { halt, received }: DriverFaults,
  steers: boolean,
): ContractCase[] => [
  test(
    'a text for an unknown session is not received',
    async ({ subject }) =>
      ensureEqual(await steer(subject, '00000000-0000-8000-8000-000000000000', 'text'), false, 'the answer'),
    { steers },
  ),
  test(
    'a text for a session that has ended is not received',
    async ({ subject, run }) => {
      const { result } = await run({ sessionId: '00000000-0000-8000-8000-000000000001' })
      ensure(result.sessionId !== undefined, 'the session has an id')
      ensureEqual(await steer(subject, result.sessionId, 'text'), false, 'the answer')
    },
    { steers },
  ),
  test(
    'a running session receives a text at its next turn, once',
    async ({ subject, start }) => {
      const { resume } = (await halt?.(subject))!
      const session = start({ sessionId: '00000000-0000-8000-8000-000000000002' })
      const id = await begun(session)
      const answer = steer(subject, id, 'Use the word marmalade.')
      resume()
      const ending = await session.end
      ensure(
        'result' in ending,
        `the session succeeds${'error' in ending ? `: ${describe(ending.error)}` : ''}`,
      )
      ensureEqual(await answer, true, 'the answer')
      const { text } = (await received?.(subject))!
      ensureEqual(text.split('marmalade').length - 1, 1, 'the times that the model received the text')
    },
    { steers, halt, received },
  ),
  test(
    'a text for a session that is stopped is answered',
    async ({ subject, start }) => {
      await halt?.(subject)
      const stop = new AbortController()
      const session = start({ sessionId: '00000000-0000-8000-8000-000000000003' }, stop.signal)
      const id = await begun(session)
      const answer = steer(subject, id, 'text').then(
        (value) => typeof value,
        () => 'rejection',
      )
      stop.abort(new Error('stopped'))
      await ensureStopsInTime(session.end)
      ensure(['boolean', 'rejection'].includes(await answer), 'the text has an answer')
    },
    { steers, halt },
  ),
]

/** Returns the id of a session once it works. */
const begun = async ({ reached, sessionIds, emitted }: StartedSession): Promise<string> => {
  await reached(({ type }) => type !== 'session')
  const id = sessionIds().at(-1)
  ensure(id !== undefined, `a session that is steered reports its id, before ${JSON.stringify(emitted[0])}`)
  return id
}

const steer = ({ driver }: DriverSessions['subject'], id: string, text: string): Promise<boolean> => {
  ensure(driver.steer !== undefined, 'the driver has `steer`')
  return driver.steer(id, text)
}
