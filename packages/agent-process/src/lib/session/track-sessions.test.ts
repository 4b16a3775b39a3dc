import type { SessionResult } from '@amelia/core/plugin'
import { expect, it } from 'vitest'
import { trackSessions } from './track-sessions.ts'

const done: SessionResult = { text: '', usage: {} }

/** A session that ends on request. */
const createSession = () => {
  let begin = (): void => {}
  let end = (): void => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const ended = new Promise<void>((resolve) => (end = resolve))
  return {
    begun,
    end: () => end(),
    async run(): Promise<SessionResult> {
      begin()
      await ended
      return done
    },
  }
}
const context = (signal = new AbortController().signal) => ({ signal, emit: () => {} })
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

it('continues a session only after it has ended', async () => {
  const sessions = trackSessions()
  const [first, second, third] = [createSession(), createSession(), createSession()]
  const order: string[] = []
  const one = sessions.run(context(), async ({ emit }) => {
    emit({ type: 'session', sessionId: 's' })
    order.push('one')
    return first.run()
  })
  await first.begun
  const two = sessions.run(context(), () => (order.push('two'), second.run()), 's')
  const three = sessions.run(context(), () => (order.push('three'), third.run()), 's')
  const other = sessions.run(context(), async () => (order.push('other'), done), 'another')
  await other
  await turns()
  expect(order).toEqual(['one', 'other'])
  first.end()
  await one
  await second.begun
  await turns()
  expect(order).toEqual(['one', 'other', 'two'])
  second.end()
  await two
  third.end()
  await three
  expect(order).toEqual(['one', 'other', 'two', 'three'])
})

it('does not let a session overtake one that still runs, although one between them was stopped', async () => {
  const sessions = trackSessions()
  const first = createSession()
  const one = sessions.run(context(), first.run, 's')
  await first.begun
  const stop = new AbortController()
  const stopped = sessions.run(
    context(stop.signal),
    async ({ signal }) => {
      signal.throwIfAborted()
      return done
    },
    's',
  )
  stop.abort(new Error('stopped'))
  await expect(stopped).rejects.toThrow('stopped')
  let hasBegun = false
  const last = sessions.run(context(), async () => ((hasBegun = true), done), 's')
  await turns()
  expect(hasBegun).toBe(false)
  first.end()
  await Promise.all([one, last])
  expect(hasBegun).toBe(true)
})

it('cancels running and waiting sessions when it is closed', async () => {
  const sessions = trackSessions()
  const until = async ({ signal }: { signal: AbortSignal }): Promise<SessionResult> =>
    new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error)
      signal.addEventListener('abort', () => reject(signal.reason as Error))
    })
  const both = [sessions.run(context(), until, 's'), sessions.run(context(), until, 's')]
  const ends = Promise.allSettled(both)
  await sessions.close()
  for (const end of await ends)
    expect(end).toMatchObject({ status: 'rejected', reason: { details: { class: 'cancelled' } } })
})
