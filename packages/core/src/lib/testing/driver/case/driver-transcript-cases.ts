import type { ContractCase } from '../../contract-case.ts'
import { ensure } from '../../ensure.ts'
import type { DriverFaults } from '../driver-faults.ts'
import { type DriverCase, type DriverSessions, ensureStorable } from '../driver-sessions.ts'

/** Transcripts of sessions that have ended. */
export const driverTranscriptCases = (
  test: DriverCase,
  { work }: DriverFaults,
  keepsTranscripts: boolean,
): ContractCase[] => [
  test(
    'the transcript of a session contains its prompt',
    async (sessions) => {
      const { sessionId = '' } = (await sessions.run()).result
      await ensureTranscript(sessions, sessionId)
    },
    { transcripts: keepsTranscripts },
  ),
  test(
    'a stopped session has a transcript too',
    async (sessions) => {
      await work?.(sessions.subject)
      const stop = new AbortController()
      const session = sessions.start({}, stop.signal)
      await session.reached(({ type }) => type === 'text' || type === 'tool')
      stop.abort(new Error('stopped'))
      await session.end
      await ensureTranscript(sessions, session.sessionIds()[0] ?? '')
    },
    { transcripts: keepsTranscripts, work },
  ),
  test(
    'an unknown session has no transcript',
    async ({ subject: { driver } }) => {
      const found = await driver.readTranscript?.('00000000-0000-4000-8000-000000000000')
      ensure(found === undefined, 'it is undefined')
    },
    { transcripts: keepsTranscripts },
  ),
]

const ensureTranscript = async (
  { subject: { driver } }: DriverSessions,
  sessionId: string,
): Promise<void> => {
  const transcript = await driver.readTranscript?.(sessionId)
  ensure(transcript !== undefined, 'the session has a transcript')
  ensureStorable(transcript, 'the transcript')
  ensure(/^[a-z]+$/.test(transcript.format), 'its format is the extension of a file name')
  ensure(transcript.text.includes('Say hello.'), 'it contains the prompt')
}
