import { describe, expect, it } from 'vitest'
import { createRun, openRun, type Report, type Run, type RunEvent, type RunOptions } from '../src/index.ts'
import {
  createScriptedDriver,
  memoryHost,
  type ManualClock,
  type MemoryHost,
  recordEvents,
} from '../src/testing.ts'
import { createReplicas } from '../src/machine.ts'
import { AmeliaError, type DriverV1, type RunStoreV1 } from '../src/plugin.ts'
import { type WorkerPool, workerPool as poolOf } from './worker-pool.ts'

const forked = ['a', 'b', 'c', 'd'].map((id, at) => ({
  ...{ id, title: id, body: `Do ${id}.` },
  dependsOn: at === 0 ? [] : at === 3 ? ['b', 'c'] : ['a'],
}))

/** A driver whose sessions write a file and wait until they are let go. */
const waitingDriver = (isLocked: (phaseId: string, call: number) => boolean = () => false) => {
  const gates = new Map<string, () => void>()
  const driver = createScriptedDriver(
    async ({ phase, workspace }, { signal }, call) => {
      await workspace.fs.writeFile(`/${phase!.id}.txt`, `${phase!.id} ${call}\n`)
      if (!isLocked(phase!.id, call)) return
      await new Promise<void>((resolve, reject) => {
        gates.set(phase!.id, resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    },
    { resume: 'anywhere' },
  )
  return { driver, release: (phaseId: string) => gates.get(phaseId)?.() }
}

/** An agent of the coordinator: it must never be called. */
const idle = createScriptedDriver(
  () => {
    throw new Error('The coordinator ran a session.')
  },
  { resume: 'anywhere' },
)

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 60; turn++) await new Promise(setImmediate)
}

/** Lets time pass whenever nothing else happens. */
const toEnd = async (report: Promise<Report>, { clock }: MemoryHost<ManualClock>): Promise<Report> => {
  let ended = false
  report.finally(() => (ended = true)).catch(() => {})
  for (let round = 0; round < 60 && !ended; round++) {
    await settled()
    if (!ended) clock.advance(60_000)
  }
  return report
}

const rules: Omit<RunOptions, 'plan' | 'host'> = {
  ...{ trust: 'autonomous' as const, planApproved: true, artifacts: 'none' as const, reviewers: [] },
  ...{ driver: idle, verify: { test: ['test'] } },
}

const start = async (host: MemoryHost<ManualClock>, pool: WorkerPool, more: Partial<RunOptions> = {}) => {
  const plan = { title: 'Work', phases: forked }
  const run = await createRun({ ...rules, plan, host, dispatcher: pool.dispatcher, ...more })
  return { run, events: recordEvents(run), report: run.start() }
}

const typesOf = (events: readonly RunEvent[]) => events.map(({ type, phaseId }) => `${type} ${phaseId ?? ''}`)
const inputsOf = async (store: RunStoreV1, { id }: Run) =>
  (await store.load(id)).map(({ value }) => value as { type: string; from?: object })

describe.each([
  ['whose dispatches read the journal from its first record', () => undefined],
  ['that continue from what they know', createReplicas],
])('a run with workers %s', (_, replicas) => {
  const workerPool = (host: MemoryHost<ManualClock>, driver: DriverV1, kept = false): WorkerPool =>
    poolOf(host, driver, kept, replicas())

  it('decides as a run of one process does, and every session is a worker’s', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver } = waitingDriver()
    const pool = workerPool(host, driver)
    const { run, events, report } = await start(host, pool)
    expect(await report).toMatchObject({ status: 'completed' })
    expect(pool.begun.map(({ work }) => work.phaseId)).toEqual(['a', 'b', 'c', 'd'])
    expect(pool.begun.map(({ priority }) => priority)).toEqual([1, 2, 2, 3])
    expect(await Promise.all(pool.begun.map(({ ended }) => ended))).toEqual(
      Array(4).fill({ outcome: 'finished' }),
    )
    expect(host.git.openWorkspaces).toBe(0)

    const alone = memoryHost({ clock: 'manual' })
    const plan = { title: 'Work', phases: forked }
    const single = await createRun({ ...rules, plan, host: alone, driver: waitingDriver().driver })
    const expected = recordEvents(single)
    await single.start()
    expect(typesOf(events).sort()).toEqual(typesOf(expected).sort())
    const sent = (await inputsOf(host.store, run)).filter(({ from }) => from !== undefined)
    expect(new Set(sent.map(({ type }) => type))).toEqual(
      new Set([
        ...['workspace_opened', 'session_started', 'session_used', 'unit_finished'],
        ...['attempt_committed', 'verified'],
      ]),
    )
  })

  it('continues lost work in another dispatch, and ignores the lost worker except for its usage', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver, release } = waitingDriver((id, call) => id === 'a' && call === 0)
    const pool = workerPool(host, driver)
    const { run, report } = await start(host, pool)
    await settled()
    await pool.report(pool.begun[0]!)
    await pool.report(pool.begun[0]!)
    await settled()
    release('a')
    const done = await toEnd(report, host)
    expect(done).toMatchObject({ status: 'completed', phases: [{ id: 'a', attempt: 1 }, {}, {}, {}] })
    expect(pool.begun.slice(0, 2).map(({ work }) => work.dispatch)).toEqual([1, 2])
    expect(await pool.begun[0]!.ended).toEqual({ outcome: 'finished' })
    const inputs = await inputsOf(host.store, run)
    const dispatches = inputs.filter(({ type }) => type === 'unit_finished') as { dispatch?: number }[]
    expect(dispatches[0]!.dispatch).toBe(2)
    expect(inputs.filter(({ type }) => type === 'effect_failed')).toHaveLength(1)
  })

  it('dispatches work again that has not ended, so that a lost report of its loss is repeated', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver, release } = waitingDriver((id) => id === 'a')
    const pool = workerPool(host, driver)
    const asked: string[] = []
    const { dispatch } = pool.dispatcher
    pool.dispatcher.dispatch = async (work, request) => {
      asked.push(`${work.phaseId}${work.dispatch} ${request.priority}`)
      await dispatch(work, request)
    }
    const { report } = await start(host, pool)
    await settled()
    host.clock.advance(10_000)
    await settled()
    expect(asked).toEqual(['a1 1', 'a1 1'])
    release('a')
    expect(await toEnd(report, host)).toMatchObject({ status: 'completed' })
    expect(host.clock.waiting).toBe(0)
  })

  it('takes the messages of one claim only', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver, release } = waitingDriver((id) => id === 'a')
    const pool = workerPool(host, driver)
    const { report } = await start(host, pool)
    await settled()
    const second = pool.double(pool.begun[0]!)
    await settled()
    host.clock.advance(2000)
    expect(await second.ended).toEqual({ outcome: 'superseded' })
    release('a')
    expect(await toEnd(report, host)).toMatchObject({ status: 'completed' })
    expect(await pool.begun[0]!.ended).toEqual({ outcome: 'finished' })
  })

  it('applies a repeated message once', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { send } = host.store
    host.store.send = async (runId, value) => {
      await send(runId, value)
      return send(runId, value)
    }
    const pool = workerPool(host, waitingDriver().driver)
    const { run, report } = await start(host, pool)
    expect(await report).toMatchObject({ status: 'completed' })
    const sources = (await inputsOf(host.store, run)).flatMap(({ from, type }) =>
      from ? [JSON.stringify([from, type])] : [],
    )
    expect(new Set(sources).size).toBe(sources.length)
  })

  it('takes further messages while the outcome of an earlier one is still being written', async () => {
    const host = memoryHost({ clock: 'manual' })
    let release = (): void => {}
    const written = new Promise<void>((resolve) => {
      release = resolve
    })
    const { acquire } = host.store
    host.store.acquire = async (id) => {
      const lease = await acquire(id)
      return {
        ...lease,
        async acknowledge(...given) {
          await written
          await lease.acknowledge(...given)
        },
      }
    }
    const { events, report } = await start(host, workerPool(host, waitingDriver().driver))
    for (let round = 0; round < 20; round++) await settled()
    expect(typesOf(events)).toContain('phase_completed d')
    release()
    expect(await report).toMatchObject({ status: 'completed' })
  })

  it.each(['before', 'after'])(
    'keeps sessions of workers that end %s another process takes the run',
    async (when) => {
      const host = memoryHost({ clock: 'manual' })
      const { driver, release } = waitingDriver((id) => id === 'b' || id === 'c')
      const pool = workerPool(host, driver)
      const { run, report } = await start(host, pool)
      await settled()
      report.catch(() => {})
      ;(host.store as ReturnType<typeof memoryHost>['store'] & { abandon(id: string): void }).abandon(run.id)
      const end = async (): Promise<void> => {
        release('b')
        release('c')
        await settled()
      }
      if (when === 'before') await end()
      host.clock.advance(1000)
      const again = await openRun({ host, driver: idle, runId: run.id, dispatcher: pool.dispatcher })
      const next = again.start()
      await settled()
      if (when === 'after') await end()
      expect(await toEnd(next, host)).toMatchObject({ status: 'completed' })
      await expect(report).rejects.toMatchObject({ code: 'LEASE_LOST' })
      expect(pool.begun.map(({ work }) => `${work.phaseId}${work.dispatch}`)).toEqual([
        'a1',
        'b1',
        'c1',
        'd1',
      ])
      expect(driver.requests).toHaveLength(4)
    },
  )

  it('ends a process that lost the run, also if no worker sends a message', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver } = waitingDriver()
    const pool = workerPool(host, driver, true)
    const { run, report } = await start(host, pool)
    await settled()
    let lost: unknown
    report.catch((error: unknown) => (lost = error))
    ;(host.store as ReturnType<typeof memoryHost>['store'] & { abandon(id: string): void }).abandon(run.id)
    const lease = await host.store.acquire(run.id)
    host.clock.advance(10_000)
    await settled()
    expect(lost).toMatchObject({ code: 'LEASE_LOST' })
    await lease.release()
  })

  it('commits what an interrupted worker has done, and continues from there', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver } = waitingDriver((id, call) => id === 'a' && call === 0)
    const pool = workerPool(host, driver)
    const { report, events } = await start(host, pool)
    await settled()
    pool.begun[0]!.drain()
    await settled()
    expect(await pool.begun[0]!.ended).toEqual({ outcome: 'finished' })
    expect(await toEnd(report, host)).toMatchObject({
      status: 'completed',
      phases: [{ attempt: 1 }, {}, {}, {}],
    })
    expect(typesOf(events).filter((line) => line.startsWith('commit_created a'))).toHaveLength(2)
    expect(driver.requests[1]).toMatchObject({ resume: driver.requests[0]!.sessionId })
  })

  it('starts no session for a worker that was stopped before it had read the journal', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver } = waitingDriver()
    const pool = workerPool(host, driver, true)
    const { report } = await start(host, pool)
    await settled()
    pool.begin(1)
    pool.begun[0]!.drain()
    await settled()
    expect(await pool.begun[0]!.ended).toEqual({ outcome: 'finished' })
    expect(driver.requests).toEqual([])
    const going = toEnd(report, host)
    const beginAll = setInterval(() => pool.begin(), 1)
    expect(await going).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }, {}, {}, {}] })
    clearInterval(beginAll)
  })

  it('stops sessions of workers, and work that no worker has begun, and can be resumed', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver } = waitingDriver((id, call) => id === 'b' && call === 1)
    const pool = workerPool(host, driver, true)
    const stop = new AbortController()
    const { run, report } = await start(host, pool, { signal: stop.signal })
    await settled()
    pool.begin()
    await settled()
    pool.begin(1)
    await settled()
    stop.abort()
    expect(await toEnd(report, host)).toMatchObject({ status: 'cancelled' })
    expect(pool.cancelled.map(({ phaseId }) => phaseId)).toEqual(['c'])
    expect(await pool.begun[1]!.ended).toEqual({ outcome: 'finished' })
    const open = workerPool(host, driver)
    const again = await openRun({ host, driver: idle, runId: run.id, dispatcher: open.dispatcher })
    expect(await toEnd(again.start(), host)).toMatchObject({ status: 'completed' })
  })

  it('ends the work of a worker that was declared dead, and reports its error', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver, release } = waitingDriver((id, call) => id === 'a' && call === 0)
    const pool = workerPool(host, driver)
    const { report } = await start(host, pool)
    await settled()
    pool.begun[0]!.disown()
    release('a')
    await settled()
    expect(await pool.begun[0]!.ended).toMatchObject({ error: { code: 'LEASE_LOST' } })
    await pool.report(pool.begun[0]!)
    expect(await toEnd(report, host)).toMatchObject({ status: 'completed' })
  })

  it('ends the work of a worker whose messages are not stored, also while a session waits for one', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { send } = host.store
    let sent = 0
    host.store.send = async (runId, value) => {
      // The third message begins the session.
      if (++sent === 3) throw new AmeliaError('STORE_FAILED', 'The disk is full.', { runId })
      return send(runId, value)
    }
    const { driver } = waitingDriver()
    const pool = workerPool(host, driver)
    const { report } = await start(host, pool)
    await settled()
    expect(await pool.begun[0]!.ended).toMatchObject({ error: { code: 'STORE_FAILED' } })
    await pool.report(pool.begun[0]!)
    expect(await toEnd(report, host)).toMatchObject({ status: 'completed' })
  })

  it('gives a text of a person to the session of a worker', async () => {
    const host = memoryHost({ clock: 'manual' })
    const texts: string[] = []
    let go = (): void => {}
    const driver = createScriptedDriver(
      async ({ phase, workspace }) => {
        await workspace.fs.writeFile(`/${phase!.id}.txt`, 'x\n')
        if (phase!.id === 'a') await new Promise<void>((resolve) => (go = resolve))
      },
      { resume: 'anywhere', steer: (_session, text) => texts.push(text) > 0 },
    )
    const pool = workerPool(host, driver)
    const { run, report } = await start(host, pool, { driver })
    await settled()
    await run.steer('a', 'Use tabs.')
    await settled()
    expect(texts.join()).toContain('Use tabs.')
    go()
    expect(await toEnd(report, host)).toMatchObject({ status: 'completed' })
  })

  it('refuses malformed messages, those of other work, and all without a dispatcher', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { driver, release } = waitingDriver((id) => id === 'a')
    const pool = workerPool(host, driver)
    const { run, report } = await start(host, pool)
    await settled()
    const { work, claim } = pool.begun[0]!
    const input = { type: 'workspace_opened', phaseId: 'b', attempt: 1, dispatch: 1 }
    const bad = [
      { type: 'work_input', work, claim, n: 99, inputs: [input] },
      { type: 'work_input', work, claim, n: 99, inputs: [{ type: 'gate_answered', gateId: 'x' }] },
      { type: 'work_input', work, claim, n: 0, inputs: [] },
      { type: 'work_lost', work: { ...work, phaseId: 7 }, reason: '' },
      { type: 'work_lost', work: { ...work, phaseId: 'unknown' }, reason: '' },
    ]
    const ids = await Promise.all(bad.map((value) => host.store.send(run.id, value)))
    await settled()
    const outcomes = await Promise.all(ids.map((id) => host.store.outcome(run.id, id)))
    expect(outcomes.map((outcome) => (outcome as { code?: string }).code)).toEqual([
      ...['COMMAND_INVALID', 'COMMAND_INVALID', 'COMMAND_INVALID', 'COMMAND_INVALID', 'WORK_SUPERSEDED'],
    ])
    release('a')
    expect(await toEnd(report, host)).toMatchObject({ status: 'completed' })
  })

  it('is refused in place', async () => {
    const host = memoryHost({ clock: 'manual' })
    const pool = workerPool(host, idle)
    await expect(start(host, pool, { inPlace: true })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      details: { option: 'dispatcher' },
    })
  })
})
