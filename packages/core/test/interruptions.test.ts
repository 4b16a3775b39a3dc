import { describe, expect, it } from 'vitest'
import { createRun, openRun, type Report, type Run, type RunOptions } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import {
  createScriptedDriver,
  memoryHost,
  type ManualClock,
  type MemoryHost,
  recordEvents,
} from '../src/testing.ts'

const plan = { phases: [{ id: 'a', title: 'a', body: 'Do a.' }] }
const parts = ['one', 'two', 'three', 'four', 'five', 'six']

/** Starts a run, and lets ten minutes pass whenever nothing else happens. */
const startToEnd = async (run: Run, { clock }: MemoryHost<ManualClock>): Promise<Report> => {
  let ended = false
  const report = run.start().finally(() => (ended = true))
  for (let round = 0; round < 400 && !ended; round++) {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    if (!ended) clock.advance(600_000)
  }
  return report
}

const runToEnd = async (
  options: Omit<RunOptions, 'host' | 'plan'>,
  host: MemoryHost<ManualClock> = memoryHost({ clock: 'manual' }),
) => {
  const run = await createRun({
    plan,
    host,
    trust: 'autonomous',
    artifacts: 'none',
    reviewers: [],
    ...options,
  })
  const events = recordEvents(run)
  return { host, run, events, report: await startToEnd(run, host) }
}

describe('an interruption', () => {
  it('of each fifth request costs one request and no attempt', async () => {
    let requests = 0
    let refused = 0
    const driver = createScriptedDriver(
      async ({ workspace }, _context, _number, session) => {
        for (const part of parts)
          await session.once(part, async () => {
            if (++requests % 5 === 0) {
              refused++
              throw driverError('rate_limited', { message: '429 slow down' })
            }
            await workspace.fs.writeFile(`/${part}.txt`, part)
          })
      },
      { resume: 'machine' },
    )
    const { report, events, host } = await runToEnd({ driver, retry: { workspace: 'reset' } })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(requests).toBe(parts.length + refused)
    expect(new Set(driver.requests.map(({ resume, sessionId }) => resume ?? sessionId)).size).toBe(1)
    expect(driver.overlaps).toEqual([])
    expect([...host.git.filesOf(report.head).keys()]).toEqual(
      expect.arrayContaining(parts.map((part) => `${part}.txt`)),
    )
    expect(events.find(({ type }) => type === 'provider_paused')).toMatchObject({
      failure: { message: '429 slow down' },
    })
  })

  it('journals the id of a session before it starts, with its driver and its lease', async () => {
    const driver = createScriptedDriver(() => {}, { id: 'agent', resume: 'machine' })
    const { run, host } = await runToEnd({ driver })
    const records = (await host.store.load(run.id)).map(({ value }) => value as { type: string })
    const types = records.map(({ type }) => type)
    expect(types.indexOf('session_started')).toBeGreaterThan(types.indexOf('workspace_opened'))
    expect(types.indexOf('session_started')).toBeLessThan(types.indexOf('unit_finished'))
    expect(records.find(({ type }) => type === 'session_started')).toMatchObject({
      ...{ phaseId: 'a', attempt: 1, dispatch: 1, key: 'phase' },
      session: { id: driver.requests[0]!.sessionId, driver: 'agent', lease: expect.any(String) as string },
    })
    expect(driver.requests[0]).toMatchObject({
      ...{ run: { id: run.id }, phase: { id: 'a' }, attempt: 1, dispatch: 1 },
    })
  })

  it('by a stop continues in the next process, in the session that a machine still knows', async () => {
    const host = memoryHost({ clock: 'manual' })
    const sessions = new Map()
    const stopped = createScriptedDriver(
      async ({ workspace }, { signal }) => {
        await workspace.fs.writeFile('/half.txt', 'half')
        run.cancel()
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      },
      { resume: 'machine', sessions },
    )
    const run = await createRun({
      plan,
      host,
      driver: stopped,
      trust: 'autonomous',
      artifacts: 'none',
      reviewers: [],
    })
    expect((await run.start()).status).toBe('cancelled')
    const seen: string[][] = []
    const next = createScriptedDriver(
      async ({ workspace }) => {
        seen.push(await workspace.fs.readdir('/'))
        await workspace.fs.writeFile('/whole.txt', 'whole')
      },
      { resume: 'machine', sessions },
    )
    const again = await openRun({ host, runId: run.id, driver: next })
    expect(await again.start()).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(next.requests[0]?.resume).toBe(stopped.requests[0]?.sessionId)
    expect(seen[0]).toContain('half.txt')
    expect(next.requests[0]?.prompt).not.toContain('attempt failed')
  })

  it('of a driver that cannot resume continues in a fresh session, in the same tree', async () => {
    const seen: string[][] = []
    const driver = createScriptedDriver(async ({ workspace }, _, number) => {
      seen.push(await workspace.fs.readdir('/'))
      await workspace.fs.writeFile(`/${number}.txt`, 'x')
      if (number < 2) throw driverError(number === 0 ? 'transient' : 'interrupted')
    })
    const { report } = await runToEnd({ driver })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(driver.requests.map(({ resume }) => resume)).toEqual([undefined, undefined, undefined])
    expect(seen[2]).toEqual(expect.arrayContaining(['0.txt', '1.txt']))
  })

  it('of twelve hours is a question, which offers to continue', async () => {
    const host = memoryHost({ clock: 'manual' })
    const driver = createScriptedDriver(() => {
      throw driverError('transient', { message: 'The provider says: maintenance.' })
    })
    const began = host.clock.now()
    const { report } = await runToEnd({ driver }, host)
    expect(report.status).toBe('waiting')
    expect(report.gates[0]).toMatchObject({ question: 'The provider says: maintenance.' })
    expect(report.gates[0]?.choices).toContain('continue')
    const hours = (host.clock.now() - began) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(12)
    expect(hours).toBeLessThan(24)
    expect(report.phases[0]?.attempt).toBe(1)
  })

  it('tells the waits inside a session as events', async () => {
    const waits: unknown[] = []
    const host = memoryHost({ clock: 'manual' })
    const until = host.clock.now() + 5_000
    const driver = createScriptedDriver((_request, { emit }) => {
      emit({ type: 'waiting', reason: 'rate_limited', until, message: 'slow down' })
      emit({ type: 'waiting', reason: 'transient' })
    })
    const run = await createRun({ plan, host, driver, trust: 'autonomous', artifacts: 'none', reviewers: [] })
    run.on('session_waiting', (event) => waits.push(event))
    await run.start()
    expect(waits).toMatchObject([
      {
        ...{ type: 'session_waiting', phaseId: 'a', provider: 'scripted', reason: 'rate_limited' },
        until: new Date(until).toISOString(),
        message: 'slow down',
      },
      { type: 'session_waiting', reason: 'transient' },
    ])
    expect(waits[1]).not.toHaveProperty('until')
  })

  it('is not continued once a person has asked the run to stop', async () => {
    const host = memoryHost({ clock: 'manual' })
    const driver = createScriptedDriver(() => {
      run.drain()
      throw driverError('interrupted', { message: 'The program was ended by SIGTERM.' })
    })
    const run = await createRun({ plan, host, driver, trust: 'autonomous', artifacts: 'none', reviewers: [] })
    expect((await run.start()).status).toBe('cancelled')
    expect(driver.requests).toHaveLength(1)
    const again = await openRun({ host, runId: run.id, driver: createScriptedDriver() })
    expect(await startToEnd(again, host)).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
  })
})

describe('a session that ends without a result', () => {
  /** Runs a phase whose first session writes a file and fails with `error`, while the run drains or not. */
  const runFailing = async (error: Error, { drains }: { drains: boolean }) => {
    const host = memoryHost({ clock: 'manual' })
    const driver = createScriptedDriver(
      async ({ workspace }, _context, number) => {
        if (number > 0) return
        await workspace.fs.writeFile('/half.txt', 'half')
        if (drains) run.drain()
        throw error
      },
      { resume: 'machine' },
    )
    const run = await createRun({
      ...{ plan, host, driver, trust: 'autonomous', artifacts: 'none', reviewers: [] },
      retry: { workspace: 'reset', session: 'fresh' },
    })
    const events = recordEvents(run)
    const report = await startToEnd(run, host)
    return { host, driver, run, events, report }
  }

  it.each([driverError('agent_failed', { message: 'It ended.' }), new Error('It ended.')])(
    'is interrupted if the run drains: the attempt continues in its tree and session (%s)',
    async (error) => {
      const { host, driver, run, events, report } = await runFailing(error, { drains: true })
      expect(report.status).toBe('cancelled')
      expect(events.filter(({ type }) => type === 'phase_retry' || type === 'phase_failed')).toEqual([])
      const again = await openRun({ host, runId: run.id, driver })
      const resumed = await startToEnd(again, host)
      expect(resumed).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
      const [first, second, ...more] = driver.requests
      expect(more).toEqual([])
      expect(second?.resume).toBe(first?.sessionId)
      expect(second?.prompt).not.toContain('different approach')
      expect([...host.git.filesOf(resumed.head).keys()]).toContain('half.txt')
    },
  )

  it('has failed otherwise', async () => {
    const error = driverError('agent_failed', { message: 'It ended.' })
    const { driver, report } = await runFailing(error, { drains: false })
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
    expect(driver.requests[1]?.prompt).toContain('different approach')
  })
})
