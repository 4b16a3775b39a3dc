import { expect, it } from 'vitest'
import { createManualClock } from '../../../testing/memory/manual-clock.ts'
import { limitSession } from './limit-session.ts'

const hour = 3_600_000

/** Rejects with its own error when the signal aborts. */
const endless = ({ signal }: AbortController): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('My program was stopped.')), { once: true })
  })

it('fails a session that takes too long, whatever its driver reports', async () => {
  const clock = createManualClock()
  const { signal } = new AbortController()
  const session = limitSession({ clock, timeoutMs: 2 * hour, signal }, endless)
  clock.advance(2 * hour - 1)
  expect(clock.waiting).toBe(1)
  clock.advance(1)
  await expect(session).rejects.toMatchObject({
    details: { class: 'agent_failed' },
    message: expect.stringContaining('The session did not end within 2h 00m.') as string,
  })
})

it('leaves a session alone that ends before, and one that is stopped for another reason', async () => {
  const clock = createManualClock()
  const stop = new AbortController()
  const limit = { clock, timeoutMs: hour, signal: stop.signal }
  expect(await limitSession(limit, () => Promise.resolve('done'))).toBe('done')
  expect(clock.waiting).toBe(0)
  const session = limitSession(limit, endless)
  stop.abort(new Error('Stopped by a person.'))
  await expect(session).rejects.toThrow('My program was stopped.')
  expect(clock.waiting).toBe(0)
})

// seed: intelligent-execution 99
it('sets no timer without a limit', async () => {
  const clock = createManualClock()
  const { signal } = new AbortController()
  const waiting = await limitSession({ clock, timeoutMs: Infinity, signal }, () =>
    Promise.resolve(clock.waiting),
  )
  expect(waiting).toBe(0)
})
