import { describe, expect, expectTypeOf, it } from 'vitest'
import { createRun, openRun, type Run, type RunEventOf, type RunOptions } from '../src/index.ts'
import { createScriptedDriver, memoryHost, recordEvents } from '../src/testing.ts'
import { statuses, told } from './run-plan.ts'

const plan = {
  phases: [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B', dependsOn: ['a'] },
  ],
}

/** Creates a run whose sessions last until they are released or stopped. */
const setUp = async (more: Partial<RunOptions> = {}) => {
  const host = memoryHost({ clock: 'manual' })
  let release = (): void => {}
  const driver = createScriptedDriver(
    (_, { signal }) =>
      new Promise((resolve, reject) => {
        release = () => resolve({})
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      }),
  )
  const common = { plan, host, trust: 'autonomous', reviewers: [], ...more } as const
  const run = await createRun({ driver, ...common })
  return { host, run, events: recordEvents(run), release: () => release() }
}

const turns = async (count = 50): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const resume = async (host: RunOptions['host'], runId: string): Promise<string> =>
  (await (await openRun({ host, runId, driver: createScriptedDriver() })).start()).status

describe('the signal of a run', () => {
  it('lets running phases finish after it aborts, and starts no more', async () => {
    const stop = new AbortController()
    const { host, run, events, release } = await setUp({ signal: stop.signal })
    const report = run.start()
    await turns()
    stop.abort()
    await turns()
    expect(run.status).toBe('draining')
    release()
    expect(statuses(await report)).toEqual({ a: 'completed', b: 'cancelled' })
    expect(told(events, 'run_draining')).toEqual(['run_draining'])
    expect(host.clock.waiting).toBe(0)
    expect(await resume(host, run.id)).toBe('completed')
  })

  it('cancels the run 10 s after it aborts, by the clock of the host', async () => {
    const stop = new AbortController()
    const { host, run } = await setUp({ signal: stop.signal })
    const report = run.start()
    await turns()
    stop.abort()
    await turns()
    host.clock.advance(9_999)
    await turns()
    expect(run.status).toBe('draining')
    host.clock.advance(1)
    expect(statuses(await report)).toEqual({ a: 'cancelled', b: 'cancelled' })
    expect(run.status).toBe('cancelled')
    expect(await resume(host, run.id)).toBe('completed')
  })

  it('stops a resumed run too', async () => {
    const { host, run } = await setUp()
    run.cancel()
    await run.start()
    const stop = new AbortController()
    const held = createScriptedDriver((_, { signal }) => {
      stop.abort()
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      })
    })
    const again = await openRun({ host, reviewers: [], runId: run.id, driver: held, signal: stop.signal })
    const report = again.start()
    await turns()
    host.clock.advance(10_000)
    expect((await report).status).toBe('cancelled')
  })

  it('starts and writes nothing if it has aborted before', async () => {
    const reason = new Error('no longer wanted')
    const { host, run, events } = await setUp({ signal: AbortSignal.abort(reason) })
    await expect(run.start()).rejects.toMatchObject({
      ...{ code: 'CALL_ABORTED', details: { call: 'run.start' }, cause: reason },
      message: 'run.start was stopped by its `signal`: no longer wanted',
    })
    expect(events).toEqual([])
    expect(await host.store.list()).toEqual([])
  })

  it('starts nothing if it aborts between creation and start', async () => {
    const stop = new AbortController()
    const { host, run } = await setUp({ signal: stop.signal })
    stop.abort(new Error('too late'))
    await expect(run.start()).rejects.toThrow('too late')
    expect(await host.store.list()).toEqual([])
    expect(host.clock.waiting).toBe(0)
  })
})

describe('the end of a block with `await using`', () => {
  it('leaves a run that can be resumed, and releases its lease', async () => {
    const { host, run } = await setUp()
    const report = run.start()
    await turns()
    const disposed = run[Symbol.asyncDispose]()
    await turns()
    host.clock.advance(10_000)
    await disposed
    expect((await host.store.list()).map(({ locked }) => locked)).toEqual([false])
    expect((await report).status).toBe('cancelled')
    expect(await resume(host, run.id)).toBe('completed')
  })

  it('waits for phases that finish within 10 s', async () => {
    const { run, release } = await setUp()
    const report = run.start()
    await turns()
    const disposed = run[Symbol.asyncDispose]()
    await turns()
    release()
    await disposed
    expect(statuses(await report)).toEqual({ a: 'completed', b: 'cancelled' })
  })

  it('writes nothing for a run that was not started, which then cannot start', async () => {
    const { host, run } = await setUp()
    const next = run.once('run_started')
    await run[Symbol.asyncDispose]()
    await run[Symbol.asyncDispose]()
    expect(await host.store.list()).toEqual([])
    await expect(next).rejects.toMatchObject({ code: 'RUN_ENDED' })
    await expect(run.start()).rejects.toMatchObject({ code: 'RUN_ENDED' })
  })

  it('does not throw the error of the run', async () => {
    const { host, run } = await setUp()
    host.store.acquire = () => Promise.reject(new Error('no space left'))
    const report = run.start()
    await run[Symbol.asyncDispose]()
    await expect(report).rejects.toThrow('no space left')
  })
})

describe('waiting for an event', () => {
  it('resolves with the next event of its type', async () => {
    const { run, release } = await setUp()
    const next = run.once('phase_completed')
    expectTypeOf(next).toEqualTypeOf<Promise<RunEventOf<'phase_completed'>>>()
    const report = run.start()
    await run.once('phase_started')
    await turns()
    release()
    expect((await next).phaseId).toBe('a')
    run.cancel()
    await report
  })

  it('rejects if the run ends without one', async () => {
    const { run } = await setUp()
    const never = run.once('phase_completed')
    const ended = run.once('run_ended')
    run.cancel()
    await run.start()
    await expect(never).rejects.toMatchObject({ code: 'RUN_ENDED' })
    expect((await ended).status).toBe('cancelled')
    await expect(run.once('run_ended')).rejects.toMatchObject({ code: 'RUN_ENDED' })
  })

  it('rejects if the run cannot start', async () => {
    const { host, run } = await setUp()
    host.store.acquire = () => Promise.reject(new Error('no space left'))
    const next = run.once('run_started')
    await expect(run.start()).rejects.toThrow('no space left')
    await expect(next).rejects.toMatchObject({ code: 'RUN_ENDED' })
  })
})

describe('the status of a run', () => {
  it('is `created` before the start, and then the status of its report', async () => {
    const { host, run } = await setUp()
    expectTypeOf<Run['status']>().toEqualTypeOf<ReturnType<Run['report']>['status'] | 'created'>()
    expect(run.status).toBe('created')
    run.cancel()
    expect(run.status).toBe('created')
    const started = run.start()
    expect((await started).status).toBe('cancelled')
    expect(run.status).toBe('cancelled')
    const opened = await openRun({ host, runId: run.id, driver: createScriptedDriver() })
    expect(opened.status).toBe('cancelled')
  })
})
