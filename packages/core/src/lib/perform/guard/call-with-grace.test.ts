import { expect, it } from 'vitest'
import { createManualClock } from '../../testing/memory/manual-clock.ts'
import { callWithGrace } from './call-with-grace.ts'
import { createDeferred } from './deferred.ts'

const stopped = new Error('stopped')

const setUp = () => {
  const clock = createManualClock()
  const controller = new AbortController()
  const call = createDeferred<string>()
  const start = (): Promise<string> =>
    callWithGrace(() => call.promise, {
      clock,
      signal: controller.signal,
      who: 'driver "slow"',
      graceMs: 10_000,
    })
  return { clock, controller, call, start }
}

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol('pending')
  await new Promise((resolve) => setImmediate(resolve))
  return (await Promise.race([promise.catch(() => {}), Promise.resolve(pending)])) !== pending
}

it('ends as the call does, and leaves no timer', async () => {
  const { clock, controller, call, start } = setUp()
  const result = start()
  controller.abort(stopped)
  expect(clock.waiting).toBe(1)
  call.resolve('done')
  expect(await result).toBe('done')
  expect(clock.waiting).toBe(0)
})

it("rejects with the call's error, synchronous or later", async () => {
  const { clock, controller, call, start } = setUp()
  const result = start()
  call.reject(stopped)
  await expect(result).rejects.toBe(stopped)
  const thrown = callWithGrace(
    () => {
      throw stopped
    },
    { clock, signal: controller.signal, who: 'strategy', graceMs: 10_000 },
  )
  await expect(thrown).rejects.toBe(stopped)
  // A listener that was not removed would start waiting now.
  controller.abort(stopped)
  expect(clock.waiting).toBe(0)
})

it('abandons a call that ignores its signal ten seconds after the abort, not before', async () => {
  const { clock, controller, call, start } = setUp()
  const result = start()
  clock.advance(3_600_000)
  controller.abort(stopped)
  clock.advance(9999)
  expect(await settled(result)).toBe(false)
  clock.advance(1)
  await expect(result).rejects.toMatchObject({
    code: 'CALL_ABANDONED',
    message: expect.stringContaining('The driver "slow" did not stop within 10 s'),
  })
  // A late rejection must not become an unhandled one, which fails the test run.
  call.reject(new Error('late'))
})

it('limits a call that begins after the abort', async () => {
  const { clock, controller, start } = setUp()
  controller.abort(stopped)
  const result = start()
  clock.advance(10_000)
  await expect(result).rejects.toMatchObject({ code: 'CALL_ABANDONED' })
})
