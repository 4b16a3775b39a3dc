import type { SessionResume } from '../../../contract/driver.ts'
import type { ContractCase } from '../../contract-case.ts'
import { ensure, ensureEqual } from '../../ensure.ts'
import type { DriverFaults } from '../driver-faults.ts'
import { answerSchema } from './driver-result-cases.ts'
import { type DriverCase, type DriverSessions, failureOf, tokensOf } from '../driver-sessions.ts'

const next = 'Continue with the rest.'

/** Sessions that end before their work does, and continue. */
export const driverResumeCases = (
  test: DriverCase,
  { work, kill, lose, cut, received, answer }: DriverFaults,
  resume: SessionResume,
  sessionTokens: number | undefined,
): ContractCase[] => {
  const resumes = resume !== 'none'

  /** Starts a session, waits until it works, and stops it. Returns its id. */
  const stopAtWork = async ({ subject, start }: DriverSessions): Promise<string> => {
    await work?.(subject)
    const stop = new AbortController()
    const reason = new Error('stopped')
    const session = start({}, stop.signal)
    await session.reached(({ type }) => type === 'text' || type === 'tool')
    stop.abort(reason)
    const ending = await session.end
    ensure('error' in ending && ending.error === reason, 'it rejects with the reason of the signal')
    const [id] = session.sessionIds()
    ensure(id !== undefined, 'it reports its id')
    return id
  }

  return [
    test(
      'the driver resumes sessions as far as stated',
      async ({ subject: { driver } }) => ensureEqual(driver.resume ?? 'none', resume, '`resume`'),
      { resume: resumes },
    ),
    test(
      'a session reports its id before anything that it does',
      async ({ subject, start }) => {
        await work?.(subject)
        const stop = new AbortController()
        const session = start({}, stop.signal)
        await session.reached(({ type }) => type !== 'session' && type !== 'waiting')
        const [first] = session.emitted
        ensureEqual(first?.type, 'session', 'the type of the first progress')
        stop.abort(new Error('stopped'))
        await session.end
      },
      { resume: resumes, work },
    ),
    test(
      'a result has the id that its session reported',
      async ({ start, run }) => {
        const session = start()
        const ending = await session.end
        ensure('result' in ending, 'the session succeeds')
        ensureEqual([...new Set(session.sessionIds())], [ending.result.sessionId], 'the ids that it reported')
        const { result } = await run({ resume: ending.result.sessionId ?? '' })
        ensure(result.sessionId !== undefined, 'a resumed session has an id')
      },
      { resume: resumes },
    ),
    test(
      'a session that was stopped continues',
      async (sessions) => {
        const id = await stopAtWork(sessions)
        const { result } = await sessions.run({ resume: id, prompt: next })
        if (sessionTokens !== undefined)
          ensureEqual(tokensOf(result), sessionTokens, 'the tokens of the resumed session')
      },
      { resume: resumes, work },
    ),
    test(
      'a stopped session reports the tokens that it used',
      async (sessions) => {
        await work?.(sessions.subject)
        const stop = new AbortController()
        const session = sessions.start({}, stop.signal)
        await session.reached(({ type }) => type === 'text' || type === 'tool')
        stop.abort(new Error('stopped'))
        await session.end
        if (!sessions.subject.driver.meters.includes('tokens')) return
        const usage = session.emitted.findLast((each) => each.type === 'usage')?.usage ?? {}
        ensure(tokensOf({ usage }) > 0, 'it reports its usage before it ends')
      },
      { work },
    ),
    test(
      'a resumed session contains the prompts of both requests',
      async (sessions) => {
        const id = await stopAtWork(sessions)
        await sessions.run({ resume: id, prompt: next })
        const { text } = (await received?.(sessions.subject)) ?? { text: '' }
        for (const prompt of ['Say hello.', next])
          ensure(text.includes(prompt), `the model received "${prompt}"`)
      },
      { resume: resumes, work, received },
    ),
    test(
      'a session whose program is ended from outside is interrupted, and continues',
      async ({ subject, start, run }) => {
        await work?.(subject)
        const session = start()
        await session.reached(({ type }) => type === 'text' || type === 'tool')
        await kill?.(subject)
        ensureEqual((await failureOf(session)).class, 'interrupted', 'the class')
        const [id] = session.sessionIds()
        if (!resumes) return
        ensure(id !== undefined, 'it reports its id')
        await run({ resume: id, prompt: next })
      },
      { work, kill },
    ),
    test(
      'a session that does not exist any more is lost',
      async ({ subject, start, run }) => {
        const { sessionId = '' } = (await run()).result
        await lose?.(subject, sessionId)
        const failure = await failureOf(start({ resume: sessionId, prompt: next }))
        ensureEqual(failure.class, 'session_lost', 'the class')
      },
      { resume: resumes, lose },
    ),
    test(
      'a session that is stored incompletely is lost',
      async ({ subject, start, run }) => {
        const { sessionId = '' } = (await run()).result
        await run({ resume: sessionId, prompt: next })
        await cut?.(subject, sessionId)
        const failure = await failureOf(start({ resume: sessionId, prompt: next }))
        ensureEqual(failure.class, 'session_lost', 'the class')
      },
      { resume: resumes, cut },
    ),
    test(
      'two resumes of one session at once lose nothing',
      async ({ subject, start, run }) => {
        const { sessionId = '' } = (await run()).result
        const prompts = ['This is the one.', 'This is the other.']
        const both = prompts.map((prompt) => ({ prompt, session: start({ resume: sessionId, prompt }) }))
        const succeeded: string[] = []
        for (const { prompt, session } of both) {
          if ('result' in (await session.end)) succeeded.push(prompt)
          else await failureOf(session)
        }
        ensure(succeeded.length > 0, 'one of them succeeds')
        await run({ resume: sessionId, prompt: next })
        if (received === undefined) return
        const { text } = await received(subject)
        for (const prompt of succeeded) ensure(text.includes(prompt), `the session contains "${prompt}"`)
      },
      { resume: resumes },
    ),
    test(
      'a resumed session keeps the schema of its output',
      async ({ subject, run }) => {
        await answer?.(subject, { answer: 41 })
        const { sessionId = '' } = (await run({ outputSchema: answerSchema })).result
        await answer?.(subject, { answer: 42 })
        const { result } = await run({ resume: sessionId, prompt: next, outputSchema: answerSchema })
        ensureEqual(result.output, { answer: 42 }, 'the output')
      },
      { resume: resumes, answer },
    ),
    test(
      'a resumed session keeps its model',
      async ({ subject, run }) => {
        const { sessionId = '' } = (await run({ model: 'another-model' })).result
        ensureEqual((await received?.(subject))?.model, 'another-model', 'the model of the session')
        await run({ resume: sessionId, prompt: next, model: 'another-model' })
        ensureEqual((await received?.(subject))?.model, 'another-model', 'the model of the resumed session')
      },
      { resume: resumes, received },
    ),
  ]
}
