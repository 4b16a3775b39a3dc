import { createManualClock } from '@amelia/core/testing'
import { expect, it } from 'vitest'
import { type FakeTurn, message, untilAborted } from './fake-sdk.ts'
import { failure, stage } from './fake-stage.ts'

/** Plays one turn after the other; a text completes one. A turn may steer its own session. */
const play = (turns: (FakeTurn | string)[], options = {}, parts = {}) => {
  const left = [...turns]
  const steered: Promise<boolean | 'unknown'>[] = []
  const staged = stage(
    (session) => {
      const next = left.shift()!
      return (typeof next === 'string' ? turn(next) : next)(session)
    },
    options,
    parts,
  )
  const steer = (text: string, id = 'thread-0'): void => {
    steered.push(staged.driver.steer!(id, text).catch(() => 'unknown' as const))
  }
  /** A turn that completes with a text. */
  const turn = (text: string): FakeTurn =>
    function* (session) {
      session.spend(10, 5)
      yield message(text)
      yield staged.completed(session)
    }
  return { ...staged, steer, turn, answers: () => Promise.all(steered) }
}

it('gives the texts that arrived during a turn in the next one, with the result of the last', async () => {
  const outputSchema = { type: 'object' }
  const staged = play([
    async function* (session) {
      staged.steer('Use tabs.')
      staged.steer('Use single quotes.', 'asked')
      yield* staged.turn('{"used":"spaces"}')(session)
    },
    async function* (session) {
      yield* staged.turn('{"used":"tabs"}')(session)
      staged.steer('Add a test.')
    },
    '{"used":"both"}',
  ])
  const result = await staged.session({ sessionId: 'asked', outputSchema })
  expect(await staged.answers()).toEqual([true, true, true])
  expect(result).toEqual({
    sessionId: 'thread-0',
    text: '{"used":"both"}',
    output: { used: 'both' },
    usage: { inputTokens: 30, cachedInputTokens: 3, outputTokens: 15 },
  })
  expect(staged.sessions.map(({ prompt }) => prompt)).toEqual([
    'Do it.',
    'Use tabs.\n\nUse single quotes.',
    'Add a test.',
  ])
  const [first, second] = staged.sessions
  expect(second).toMatchObject({ resumed: 'thread-0', options: first!.options, outputSchema })
  expect(staged.progress.filter(({ type }) => type === 'session')).toHaveLength(1)
  staged.steer('Too late.')
  expect((await staged.answers()).at(-1)).toBe(false)
})

it.each([
  [
    'fails',
    function* () {
      yield { type: 'turn.failed', error: { message: 'unexpected status 503 away' } }
    } satisfies FakeTurn,
    'transient',
  ],
  [
    'uses up its tokens',
    async function* ({ signal, spend }) {
      spend(100, 50)
      yield message('x')
      await untilAborted(signal)
    } satisfies FakeTurn,
    'budget_exceeded',
  ],
])('does not receive a text if its turn %s', async (_name, ending, name) => {
  const staged = play([
    async function* (session) {
      staged.steer('Use tabs.')
      yield* ending(session)
    },
  ])
  await expect(staged.session({ limits: { tokens: 100 } })).rejects.toMatchObject(failure(name, /./))
  expect(await staged.answers()).toEqual([false])
  expect(staged.sessions).toHaveLength(1)
})

it('has received a text once the turn begins, also if that turn is stopped, and is charged for both', async () => {
  const stop = new AbortController()
  const staged = play([
    async function* (session) {
      staged.steer('Use tabs.')
      yield* staged.turn('done')(session)
    },
    async function* (session) {
      session.spend(1, 1)
      yield message('Using tabs.')
      stop.abort(new Error('stopped'))
      await untilAborted(session.signal)
    },
    'resumed',
  ])
  await expect(staged.session({}, stop.signal)).rejects.toThrow('stopped')
  expect(await staged.answers()).toEqual([true])
  expect(staged.progress.findLast(({ type }) => type === 'usage')).toMatchObject({
    usage: { inputTokens: 11, outputTokens: 6 },
  })
  const resumed = await staged.session({ resume: 'thread-0', prompt: 'Continue.' })
  expect(resumed).toMatchObject({ text: 'resumed', usage: { inputTokens: 10, outputTokens: 5 } })
  expect(staged.sessions.map(({ prompt }) => prompt)).toEqual(['Do it.', 'Use tabs.', 'Continue.'])
})

it('does not know whether a turn that did not begin has a text', async () => {
  const staged = play([
    async function* (session) {
      staged.steer('Use tabs.')
      session.refuseNext = new Error('Codex Exec exited with code 1: it broke')
      yield* staged.turn('done')(session)
    },
  ])
  await expect(staged.session()).rejects.toMatchObject(failure('agent_failed', /it broke/))
  expect(await staged.answers()).toEqual(['unknown'])
})

it('keeps the time limits of all turns, and the result of a turn whose program does not exit', async () => {
  const clock = createManualClock()
  const slow: FakeTurn = async function* (session) {
    staged.steer('Go on.')
    clock.advance(40_000)
    yield* staged.turn('done')(session)
    clock.advance(9_000)
  }
  const staged = play([slow, slow, slow, slow], {}, { clock })
  await expect(staged.session({ limits: { wallMs: 100_000 } })).rejects.toMatchObject(
    failure('budget_exceeded', /100 s/),
  )
  expect(await staged.answers()).toEqual([true, true, false])

  const stuck = play(
    [
      async function* (session) {
        stuck.steer('Go on.')
        yield* stuck.turn('done')(session)
        queueMicrotask(() => clock.advance(10_000))
        await untilAborted(session.signal)
      },
    ],
    {},
    { clock },
  )
  expect(await stuck.session()).toMatchObject({ text: 'done' })
  expect(await stuck.answers()).toEqual([false])
  expect(clock.waiting).toBe(0)
})
