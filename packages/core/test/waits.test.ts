import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunOptions } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import {
  memoryHost,
  createScriptedDriver,
  type ManualClock,
  type MemoryHost,
  recordEvents,
} from '../src/testing.ts'
import { runPlan, statuses } from './run-plan.ts'

const session = (id: string, dependsOn: string[] = []) => ({ id, title: id, body: `Do ${id}.`, dependsOn })
const idIn = (prompt: string): string => /Do (\w+)\./.exec(prompt)![1]!

/** Waits until nothing more happens without time advancing. */
const flush = async (): Promise<void> => {
  for (let round = 0; round < 40; round++) await new Promise((resolve) => setImmediate(resolve))
}

const begin = async (
  options: Omit<RunOptions, 'host'>,
  host: MemoryHost<ManualClock> = memoryHost({ clock: 'manual' }),
) => {
  const run = await createRun({ host, trust: 'autonomous', artifacts: 'none', reviewers: [], ...options })
  const events = recordEvents(run)
  const report = run.start()
  await flush()
  const wait = async (ms: number): Promise<void> => {
    host.clock.advance(ms)
    await flush()
  }
  return { host, run, events, report, wait }
}

describe('a transient failure (fault 34)', () => {
  it('is retried with doubling delays, without using an attempt or a slot', async () => {
    let failures = 3
    const driver = createScriptedDriver(({ prompt }) => {
      if (idIn(prompt) === 'a' && failures-- > 0) throw driverError('transient')
    })
    const plan = { phases: [session('a'), session('b')] }
    const { run, events, report, wait } = await begin({ plan, driver, concurrency: 1, maxAttempts: 1 })
    expect(run.report()).toMatchObject({
      status: 'running',
      phases: [{ status: 'retrying' }, { status: 'completed' }],
    })
    await wait(120_000)
    await wait(120_000)
    await wait(120_000)
    expect(await report).toMatchObject({ status: 'completed' })
    const waits = events.flatMap((event) => (event.type === 'phase_delayed' ? [event.waitMs] : []))
    expect(waits).toHaveLength(3)
    for (const [index, ms] of waits.entries()) {
      expect(ms).toBeGreaterThanOrEqual(1_000 * 2 ** index)
      expect(ms).toBeLessThanOrEqual(1_200 * 2 ** index)
    }
    expect(events.filter(({ type }) => type === 'phase_retry')).toEqual([])
  })

  it('is retried no sooner than its own time to wait', async () => {
    let calls = 0
    const driver = createScriptedDriver(() => {
      if (++calls === 1) throw driverError('transient')
    })
    const { events, report, wait } = await begin({ plan: { phases: [session('a')] }, driver })
    const delayed = events.find((event) => event.type === 'phase_delayed')!
    await wait(delayed.waitMs - 1)
    expect(calls).toBe(1)
    await wait(1)
    expect(calls).toBe(2)
    expect((await report).status).toBe('completed')
  })

  it('opens a gate after the last retry, and never skips dependent phases', async () => {
    const driver = createScriptedDriver(() => {
      throw driverError('transient', { message: 'down' })
    })
    const plan = { phases: [session('a'), session('b', ['a'])] }
    const waits = { transient: { totalMs: 2_000 } }
    const { report, wait } = await begin({ plan, driver, waits })
    await wait(10_000)
    await wait(10_000)
    const ended = await report
    expect(ended).toMatchObject({ status: 'waiting', gates: [{ blocker: 'environment', question: 'down' }] })
    expect(statuses(ended)).toEqual({ a: 'waiting', b: 'pending' })
  })

  it('stops waiting when the run is cancelled, and continues on resume', async () => {
    let down = true
    const driver = createScriptedDriver(() => {
      if (down) throw driverError('transient')
    })
    const { host, run, report } = await begin({ plan: { phases: [session('a')] }, driver })
    run.cancel()
    expect((await report).status).toBe('cancelled')
    expect(host.clock.waiting).toBe(0)
    down = false
    const again = (await openRun({ host, runId: run.id, driver })).start()
    await flush()
    host.clock.advance(10_000)
    expect((await again).status).toBe('completed')
  })

  it('is also waited for by the next process', async () => {
    let calls = 0
    const driver = createScriptedDriver(() => {
      if (++calls === 1) throw driverError('transient', { retryAfterMs: 100_000 })
    })
    const { host, run, report } = await begin({ plan: { phases: [session('a')] }, driver })
    run.drain()
    expect((await report).status).toBe('cancelled')
    const again = (await openRun({ host, runId: run.id, driver })).start()
    await flush()
    // It waits for its time, and for commands.
    expect([calls, host.clock.waiting]).toEqual([1, 2])
    host.clock.advance(121_000)
    expect((await again).status).toBe('completed')
    expect(calls).toBe(2)
  })
})

describe('a rate limit (fault 33)', () => {
  const limited = (retryAfterMs?: number) => {
    let first = true
    const begun: string[] = []
    const driver = createScriptedDriver(({ prompt }) => {
      begun.push(idIn(prompt))
      if (!first) return
      first = false
      throw driverError('rate_limited', retryAfterMs === undefined ? {} : { retryAfterMs })
    })
    return { driver, begun }
  }
  const steps = {
    id: 's',
    title: 's',
    subtasks: [
      { id: 's1', title: 's', steps: [{ id: 's1.1', action: 'command' as const, command: 'make' }] },
    ],
  }

  it('delays every session of that provider, and nothing else', async () => {
    const { driver, begun } = limited(60_000)
    const plan = { phases: [session('a'), session('b'), steps] }
    const { events, report, wait, run } = await begin({ plan, driver, concurrency: 1, planApproved: true })
    expect(begun).toEqual(['a'])
    expect(statuses(run.report())).toMatchObject({ a: 'retrying', b: 'ready', s: 'completed' })
    const paused = events.find((event) => event.type === 'provider_paused')!
    expect(paused).toMatchObject({ provider: 'scripted' })
    expect(paused.waitMs).toBeGreaterThanOrEqual(60_000)
    expect(paused.waitMs).toBeLessThanOrEqual(72_000)
    await wait(paused.waitMs - 1)
    expect(begun).toEqual(['a'])
    await wait(1)
    expect(await report).toMatchObject({
      status: 'completed',
      phases: [{ attempt: 1 }, { attempt: 1 }, {}],
    })
  })

  it.each([
    ['absurdly long', 1e12, 6 * 3_600_000],
    ['negative', -5, 15_000],
    ['not a number', Number.NaN, 15_000],
    ['absent', undefined, 15_000],
    ['zero', 0, 1_000],
  ])('with a time that is %s is clamped', async (_what, asked, expected) => {
    const { driver } = limited(asked)
    const { events, report, wait } = await begin({ plan: { phases: [session('a')] }, driver })
    const paused = events.find((event) => event.type === 'provider_paused')!
    expect(paused.waitMs).toBeGreaterThanOrEqual(expected)
    expect(paused.waitMs).toBeLessThanOrEqual(expected * 1.2)
    await wait(paused.waitMs)
    expect((await report).status).toBe('completed')
  })

  it('hit by several sessions concurrently is one pause', async () => {
    let calls = 0
    const driver = createScriptedDriver(() => {
      if (++calls <= 3) throw driverError('rate_limited')
    })
    const plan = { phases: [session('a'), session('b'), session('c')] }
    const { events, report, wait } = await begin({
      plan,
      driver,
      waits: { rateLimited: { limit: 1 } },
    })
    await wait(3_600_000)
    expect((await report).status).toBe('completed')
    expect(events.filter(({ type }) => type === 'phase_delayed')).toHaveLength(3)
  })

  it('does not repeat forever', async () => {
    const driver = createScriptedDriver(() => {
      throw driverError('rate_limited')
    })
    const { report, wait } = await begin({
      plan: { phases: [session('a')] },
      driver,
      waits: { rateLimited: { limit: 3 } },
    })
    for (let round = 0; round < 4; round++) await wait(3_600_000)
    expect(await report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'environment' }] })
  })

  it('ends even if the clock was set back (fault 63)', async () => {
    const { driver, begun } = limited(60_000)
    const host = memoryHost({ clock: 'manual' })
    const { now } = host.clock
    let shift = 0
    host.clock.now = () => now() + shift
    const { report, wait } = await begin({ plan: { phases: [session('a')] }, driver }, host)
    shift = -3_600_000
    await wait(80_000)
    expect((await report).status).toBe('completed')
    expect(begun).toHaveLength(2)
  })
})

describe('a context that is full (fault 36)', () => {
  it('gets a shorter prompt once, then opens a gate', async () => {
    const prompts: string[] = []
    const driver = createScriptedDriver(({ prompt }) => {
      prompts.push(prompt)
      throw driverError('context_overflow')
    })
    const plan = { phases: [{ id: 'a', title: 'a', body: 'word '.repeat(200) }] }
    const { report } = await runPlan({ plan, driver, maxAttempts: 1, artifacts: 'commit' })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'context_overflow' }] })
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain('exceeded its context window')
    expect(prompts[1]!.length).toBeLessThan(prompts[0]!.length)
  })
})

describe('each other class', () => {
  it.each([
    ['auth', 'auth'],
    ['permission', 'permission'],
    ['budget_exceeded', 'budget_exceeded'],
    ['environment', 'environment'],
    ['cancelled', 'user_cancelled'],
  ] as const)('%s opens one gate at once (fault 37)', async (failure, blocker) => {
    const driver = createScriptedDriver(() => {
      throw driverError(failure)
    })
    const { report } = await runPlan({ plan: { phases: [session('a')] }, driver, maxAttempts: 5 })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker }] })
    expect(driver.requests).toHaveLength(1)
  })

  it.each(['agent_failed', 'verification_failed', 'review_rejected'] as const)(
    '%s uses an attempt',
    async (failure) => {
      let calls = 0
      const driver = createScriptedDriver(() => {
        if (++calls < 3) throw driverError(failure, { message: `${'x'.repeat(calls)} went wrong` })
      })
      const { report, events } = await runPlan({ plan: { phases: [session('a')] }, driver, maxAttempts: 3 })
      expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 3 }] })
      expect(events.filter(({ type }) => type === 'phase_retry')).toHaveLength(2)
    },
  )

  it('report_invalid is another round, and uses no attempt', async () => {
    let calls = 0
    const driver = createScriptedDriver(() => {
      if (++calls < 4) throw driverError('report_invalid', { message: `${'x'.repeat(calls)} is missing` })
    })
    const { report, events } = await runPlan({ plan: { phases: [session('a')] }, driver, maxAttempts: 1 })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(events.filter(({ type }) => type === 'phase_returned')).toMatchObject(
      [2, 3, 4].map((round) => ({ round, rounds: 5, reason: 'report' })),
    )
  })

  it('hung interrupts a unit once, and uses an attempt the second time', async () => {
    let calls = 0
    const driver = createScriptedDriver(() => {
      if (++calls < 3) throw driverError('hung', { message: 'no message' })
    })
    const { report, events } = await runPlan({ plan: { phases: [session('a')] }, driver, maxAttempts: 2 })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
    expect(events.filter(({ type }) => type === 'phase_retry')).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'phase_continued')).toHaveLength(1)
  })

  it('session_lost continues in a fresh session on the kept tree, and uses no attempt', async () => {
    const driver = createScriptedDriver(
      async ({ workspace }, _, number, { once }) => {
        await once('a', () => workspace.fs.writeFile('/a.txt', 'a'))
        if (number === 0) throw driverError('rate_limited')
        expect(await workspace.fs.readdir('/')).toContain('a.txt')
      },
      { resume: 'machine' },
    )
    const { report, wait } = await begin({ plan: { phases: [session('a')] }, driver })
    driver.sessions.clear()
    await wait(20 * 60_000)
    expect(await report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(driver.requests).toMatchObject([
      { sessionId: expect.any(String) as string },
      { resume: driver.requests[0]!.sessionId! },
      { sessionId: expect.any(String) as string },
    ])
  })
})
