import fc from 'fast-check'
import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import type { JournalRecord, RunStoreV1 } from '../src/plugin.ts'
import { createRun, openRun, type RunEvent, watchRun } from '../src/index.ts'
import {
  createManualClock,
  createMemoryStore,
  createScriptedDriver,
  memoryHost,
  recordEvents,
} from '../src/testing.ts'
import { forkPlan, phase } from './sample-plan.ts'

const make = (host = memoryHost(), more = {}) =>
  createRun({ plan: forkPlan(), host, trust: 'autonomous', planApproved: true, ...more })

const collect = async <Event>(events: AsyncIterable<Event>): Promise<Event[]> => {
  const all: Event[] = []
  for await (const event of events) all.push(event)
  return all
}

/** Waits until pending promises are settled. */
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A store that can only be polled. Counts its loads. */
const polledStore = (store: RunStoreV1): RunStoreV1 & { loads: number } => {
  const { follow: _, publish: __, tail: ___, ...rest } = store
  const polled = {
    ...rest,
    loads: 0,
    load(runId: string) {
      polled.loads++
      return store.load(runId)
    },
  }
  return polled
}

describe('watchRun', () => {
  it('yields the events of the run to viewers from before, during and after it', async () => {
    const host = memoryHost()
    const run = await make(host)
    const before = collect(watchRun({ store: host.store, runId: run.id }))
    await flush()
    let during: Promise<RunEvent[]> | undefined
    run.on('phase_completed', () => {
      during ??= collect(watchRun({ host, runId: run.id }))
    })
    const events = recordEvents(run)
    await run.start()
    expect(await before).toEqual(events)
    expect(await during).toEqual(events)
    const after = watchRun({ host, runId: run.id })
    expectTypeOf(after).toEqualTypeOf<AsyncIterable<RunEvent>>()
    expect(await collect(after)).toEqual(events)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  })

  it('polls a store that cannot be followed, by the clock of the host', async () => {
    const clock = createManualClock()
    const world = memoryHost({ clock })
    const store = polledStore(world.store)
    const host = { ...world, store }
    const run = await make(host)
    const events = recordEvents(run)
    const watching = collect(watchRun({ host, runId: run.id }))
    await flush()
    await run.start()
    const { loads } = store
    clock.advance(499)
    await flush()
    expect(store.loads).toBe(loads)
    clock.advance(1)
    expect(await watching).toEqual(events)
    expect(clock.waiting).toBe(0)
  })

  it('stays with a run that waits for an answer, until another process has finished it', async () => {
    const host = memoryHost()
    const first = await createRun({ plan: { title: 'One', phases: [phase('a')] }, host, trust: 'paranoid' })
    const watching = collect(watchRun({ host, runId: first.id }))
    const events = recordEvents(first)
    for (let process = first; ; process = await openRun({ host, runId: first.id })) {
      if (process !== first) process.subscribe({ after: events.length }, (event) => events.push(event))
      const report = await process.start()
      if (report.status !== 'waiting') break
      const again = await openRun({ host, runId: first.id })
      again.subscribe({ after: events.length }, (event) => events.push(event))
      for (const { id } of again.gates()) await again.answer(id, 'approve')
      if ((await again.start()).status !== 'waiting') break
    }
    expect(events.filter(({ type }) => type === 'run_ended').length).toBeGreaterThan(1)
    expect(await watching).toEqual(events)
  })

  it('ends when its signal aborts, and releases its timers', async () => {
    const clock = createManualClock()
    const store = polledStore(createMemoryStore())
    const stop = new AbortController()
    const host = { store, clock }
    const polling = collect(watchRun({ host, runId: 'r1', signal: stop.signal }))
    const following = collect(watchRun({ store: createMemoryStore(), runId: 'r1', signal: stop.signal }))
    await flush()
    expect(clock.waiting).toBe(1)
    stop.abort()
    expect(await polling).toEqual([])
    expect(await following).toEqual([])
    expect(clock.waiting).toBe(0)
    expect(await collect(watchRun({ host, runId: 'r1', signal: stop.signal }))).toEqual([])
  })

  it('yields progress on request, where the store transmits it', async () => {
    const host = memoryHost()
    const secret = 'sk-ant-REDACTED'
    const driver = createScriptedDriver(async (_, { emit }) => {
      emit({ type: 'text', text: `working with ${secret}` })
      await flush()
      return {}
    })
    const plan = { title: 'One', phases: [{ id: 'a', title: 'A' }] }
    const run = await make(host, { plan, driver, reviewers: [], secrets: [secret] })
    const progress: object[] = []
    run.on('session_progress', (event) => progress.push(event))
    const watching = collect(watchRun({ host, runId: run.id, progress: true }))
    await flush()
    const events = recordEvents(run)
    await run.start()
    const watched = await watching
    expect(progress.length).toBeGreaterThan(0)
    expect(watched.filter(({ type }) => type === 'session_progress')).toEqual(progress)
    expect(JSON.stringify(watched)).not.toContain(secret)
    expect(watched.filter((event) => 'seq' in event)).toEqual(events)
  })

  it('ignores values that others publish', async () => {
    const host = memoryHost()
    const run = await make(host)
    const watching = collect(watchRun({ host, runId: run.id, progress: true }))
    await flush()
    for (const value of [
      null,
      'text',
      {},
      { type: 'run_ended' },
      { type: 'session_progress', runId: 'other' },
    ])
      await host.store.publish!(run.id, value)
    await run.start()
    const types = new Set((await watching).map(({ type }) => type as string))
    expect([...types]).not.toContain('session_progress')
  })

  it('refuses invalid options', async () => {
    const host = memoryHost()
    const first = (options: object) => collect(watchRun({ runId: 'r1', ...options }))
    for (const options of [{ host, after: -1 }, { host, after: 0.5 }, { host, after: NaN }, {}])
      await expect(first(options)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    await expect(first({ host, store: host.store })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
    await expect(first({ host, runId: '../x' })).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })

  it('throws RUN_DAMAGED if records that it has read disappear', async () => {
    const clock = createManualClock()
    const world = memoryHost({ clock })
    const run = await make(world)
    await run.start()
    const records = await world.store.load(run.id)
    let known = records.slice(0, 5)
    const store = { ...polledStore(world.store), load: async () => known }
    const watching = collect(watchRun({ host: { store, clock }, runId: run.id }))
    await flush()
    known = records.slice(0, 3)
    clock.advance(500)
    await expect(watching).rejects.toMatchObject({ code: 'RUN_DAMAGED', details: { line: 4 } })
  })
})

describe('a watched journal', () => {
  let records: JournalRecord[]
  let events: RunEvent[]
  beforeAll(async () => {
    const host = memoryHost()
    const run = await make(host)
    events = recordEvents(run)
    await run.start()
    records = await host.store.load(run.id)
  })

  /** A store that yields the records in parts of these sizes. */
  const inParts = (sizes: readonly number[], given = records): RunStoreV1 => ({
    ...createMemoryStore(),
    async *follow() {
      let from = 0
      for (const size of sizes) {
        yield given.slice(from, from + size)
        from += size
      }
      yield given.slice(from)
    },
  })

  it('yields exactly the events after a number, however its records arrive', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 40 })
    const after = fc.integer({ min: 0, max: events.length + 3 })
    await fc.assert(
      fc.asyncProperty(sizes, after, async (parts, known) => {
        const seen = await collect(watchRun({ store: inParts(parts), runId: 'run1', after: known }))
        expect(seen).toEqual(events.slice(known))
      }),
    )
  })

  it('is folded once, record by record', async () => {
    let reads = 0
    const counted = records.map(({ seq, value }) => ({
      seq,
      get value() {
        reads++
        return value
      },
    }))
    await collect(
      watchRun({
        store: inParts(
          records.map(() => 1),
          counted,
        ),
        runId: 'run1',
      }),
    )
    expect(reads).toBe(records.length)
  })
})

describe('run.events()', () => {
  it('ends if the run is not started', async () => {
    const host = memoryHost()
    const run = await make(host)
    expect(await collect(run.events())).toEqual([])
    const events = recordEvents(run)
    await run.start()
    expect(await collect(run.events())).toEqual(events)
    const opened = await openRun({ host, runId: run.id })
    expect(await collect(opened.events())).toEqual(events)
  })
})
