import { describe, expect, it } from 'vitest'
import { createLimits, createRun, listRuns, type Limits, type LimitsOptions, type Run } from '../src/index.ts'
import { createMemoryStore, createScriptedDriver, memoryHost, type ScriptedDriver } from '../src/testing.ts'

/** A driver whose sessions run until they are let go, by the title of their run. */
const createGate = (id = 'scripted') => {
  const open: { run: string; end: () => void }[] = []
  const order: string[] = []
  let most = 0
  const driver = createScriptedDriver(
    ({ run }) => {
      order.push(run?.title ?? '')
      return new Promise<void>((resolve) => {
        open.push({ run: run?.title ?? '', end: resolve })
        most = Math.max(most, open.length)
      })
    },
    { id, provider: id },
  )
  return { driver, open, order, most: () => most }
}

const phases = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, title: 'P', body: 'Do it.' }))

const create = (
  title: string,
  driver: ScriptedDriver,
  limits: Limits,
  count = 3,
  labels = {},
): Promise<Run> =>
  createRun({
    ...{ plan: { title, phases: phases(count) }, host: memoryHost(), driver, limits, labels, runId: title },
    ...{ trust: 'autonomous', artifacts: 'none', reviewers: [], concurrency: 4 },
  })

/** Lets sessions go one after the other until all runs have ended. */
const drive = async (runs: readonly Run[], { open }: ReturnType<typeof createGate>): Promise<void> => {
  let over = false
  const ended = Promise.all(runs.map((run) => run.start())).finally(() => (over = true))
  while (!over) {
    open.shift()?.end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await ended
}

describe('limits of several runs', () => {
  it('hold for all of them, and runs get their turns', async () => {
    const gate = createGate()
    const limits = createLimits({ sessions: 2 })
    const runs = await Promise.all(['a', 'b', 'c'].map((title) => create(title, gate.driver, limits)))
    await drive(runs, gate)
    expect(runs.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
    expect([gate.order.length, gate.most()]).toEqual([9, 2])
    // The first run does not take both shares while the others wait.
    expect(new Set(gate.order.slice(0, 4))).toEqual(new Set(['a', 'b', 'c']))
    expect([limits.queue, [...limits.taken.values()].every((used) => used === 0)]).toEqual([[], true])
  })

  it.each<[string, LimitsOptions, number]>([
    ['a provider', { perProvider: 1 }, 1],
    ['a key', { perKey: ({ labels }) => labels.tenant, sessionsPerKey: 2 }, 2],
    ['a key, one by default', { perKey: ({ labels }) => labels.tenant }, 1],
    ['runs without a key', { perKey: () => undefined }, 4],
    ['all, of several limits', { sessions: 1, perProvider: 3 }, 1],
    ['each option that is undefined', { sessions: undefined, perProvider: 2, store: undefined }, 2],
  ])('apply to %s', async (_, options, most) => {
    const gate = createGate()
    const limits = createLimits(options)
    const runs = await Promise.all(
      ['a', 'b'].map((title) => create(title, gate.driver, limits, 2, { tenant: 't1' })),
    )
    await drive(runs, gate)
    expect(gate.most()).toBe(most)
  })

  it('are a reason to wait, and end with a stopped run', async () => {
    const gate = createGate()
    const limits = createLimits({ sessions: 1 })
    const [first, second] = await Promise.all(
      ['a', 'b'].map((title) => create(title, gate.driver, limits, 1)),
    )
    const ended = [first!.start(), second!.start()]
    await expect.poll(() => limits.queue.length).toBe(1)
    const waiting = [first!, second!].find((run) => run.whyWaiting('p0') !== undefined)!
    expect(waiting.whyWaiting('p0')).toEqual({
      ...{ reason: 'limit', limits: ['1 of all'] },
      sentence: 'Waits for sessions of other phases or runs: 1 of all.',
    })
    waiting.cancel()
    await expect.poll(() => limits.queue.length).toBe(0)
    gate.open.shift()?.end()
    const statuses = (await Promise.all(ended)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual(['cancelled', 'completed'])
  })

  it('through a store are leases, which no list of runs shows', async () => {
    const gate = createGate()
    const store = createMemoryStore(() => 0)
    // Two processes.
    const [one, other] = [createLimits({ sessions: 1, store }), createLimits({ sessions: 1, store })]
    const runs = [await create('a', gate.driver, one, 2), await create('b', gate.driver, other, 2)]
    let listed: unknown
    runs[0]!.on('phase_started', () => void listRuns({ store }).then((found) => (listed = found)))
    await drive(runs, gate)
    expect([gate.order.length, gate.most(), listed]).toEqual([4, 1, []])
    expect(await store.list()).toEqual([])
  })
})

it.each([
  [{ sessions: 0 }, /`sessions` must be an integer of at least 1; got 0/],
  [{ sessionsPerKey: 1 }, /`sessionsPerKey` needs `perKey`/],
  [{ perKey: 'x' }, /`perKey` must be a function/],
  [null, /createLimits/],
])('createLimits refuses %j', (options, message) => {
  expect(() => createLimits(options as unknown as LimitsOptions)).toThrow(message)
})
