import { describe, expect, it } from 'vitest'
import {
  type AmeliaErrorCode,
  createRun,
  answerRun,
  listRuns,
  openRun,
  readRun,
  type ControlCommand,
  type RunOptions,
} from '../src/index.ts'
import {
  memoryHost,
  createScriptedDriver,
  type ManualClock,
  type MemoryHost,
  recordEvents,
} from '../src/testing.ts'
import { told } from './run-plan.ts'
import { phase } from './sample-plan.ts'

/** A phase with a checkpoint. */
const risky = (id: string, dependsOn: string[] = []) =>
  phase(id, dependsOn, {
    risk: 'high',
    subtasks: [
      {
        id: `${id}.1`,
        title: 'do',
        steps: [{ id: `${id}.1.1`, action: 'code', filePath: `${id}.txt`, codeChange: id }],
      },
    ],
  })

const flush = async (): Promise<void> => {
  for (let round = 0; round < 30; round++) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets the run poll for commands, and handle them. */
const pollSent = async ({ clock }: MemoryHost<ManualClock>): Promise<void> => {
  clock.advance(250)
  await flush()
}

interface World {
  host: MemoryHost<ManualClock>
  runId: string
}

/** A parked run that waits for answers to a and b. */
const waitingRun = async (options: Partial<RunOptions> = {}): Promise<World> => {
  const host = memoryHost({ clock: 'manual' })
  const plan = { phases: [risky('a'), risky('b')] }
  const run = await createRun({ plan, host, trust: 'autonomous', ...options })
  expect((await run.start()).status).toBe('waiting')
  return { host, runId: run.id }
}

/** An active run: one session lasts until `finish`, while phase a waits for an answer. */
const busyRun = async ({
  host = memoryHost({ clock: 'manual' }),
  ...options
}: Partial<RunOptions> & { host?: MemoryHost<ManualClock> } = {}) => {
  let finish = (): void => {}
  const ends = new Promise<void>((resolve) => {
    finish = resolve
  })
  const driver = createScriptedDriver(async ({ prompt }, { signal }) => {
    // The agent finishes the other phase at once.
    if (!/phase long/i.test(prompt)) return
    await Promise.race([ends, new Promise((resolve) => signal.addEventListener('abort', resolve))])
    signal.throwIfAborted()
  })
  const plan = { phases: [risky('a'), { id: 'long', title: 'Long', body: 'Do it.' }] }
  const run = await createRun({ plan, host, driver, trust: 'autonomous', ...options })
  const events = recordEvents(run)
  const report = run.start()
  await flush()
  expect(run.gates().map(({ id }) => id)).toEqual(['checkpoint:a:1'])
  return { host, runId: run.id, run, events, report, finish }
}

const approve = (gateId: string) => ({ type: 'answer', gateId, choice: 'approve' }) as const
const abort = (gateId: string) => ({ type: 'answer', gateId, choice: 'abort' }) as const

/** Commands from another process, as the command line does, while time advances. */
const command = async ({ host, runId }: World, what: ControlCommand) => {
  const { store, clock } = host
  const done = answerRun({ store, runId, command: what, clock, waitMs: 2_000 })
  let ended = false
  void done.then(
    () => void (ended = true),
    () => void (ended = true),
  )
  for (let turn = 0; turn < 100 && !ended; turn++) {
    await flush()
    if (!ended) clock.advance(50)
  }
  return done
}

const rejected = (world: World, what: ControlCommand, code: AmeliaErrorCode, details: object = {}) =>
  expect(command(world, what)).rejects.toMatchObject({ code, details })

describe('an answer from another process', () => {
  it('reaches an active run', async () => {
    const world = await busyRun()
    expect(await command(world, approve('checkpoint:a:1'))).toMatchObject({ outcome: 'taken', locked: true })
    expect(told(world.events, 'gate_resolved', 'phase_completed')).toEqual([
      'gate_resolved a',
      'phase_completed a',
    ])
    world.finish()
    expect((await world.report).status).toBe('completed')
    expect(world.host.clock.waiting).toBe(0)
  })

  it('may be repeated while the run is active; another answer is refused with the first', async () => {
    const world = await busyRun()
    const answer = approve('checkpoint:a:1')
    expect(await command(world, answer)).toMatchObject({ outcome: 'taken' })
    expect(await command(world, answer)).toMatchObject({ outcome: 'repeated', locked: true })
    await rejected(world, abort('checkpoint:a:1'), 'GATE_EXPIRED', { choice: 'approve' })
    world.finish()
    expect((await world.report).status).toBe('completed')
  })

  // seed: intelligent-execution 61
  it('is kept while the run is parked, and is applied first by the next process', async () => {
    const world = await waitingRun()
    const kept = await command(world, approve('checkpoint:a:1'))
    expect(kept).toMatchObject({ outcome: 'kept', locked: false })
    const run = await openRun(world)
    const events = recordEvents(run)
    const before = events.length
    const report = await run.start()
    expect(report.phases.map(({ status }) => status)).toEqual(['completed', 'checkpoint'])
    expect(told(events).slice(before, before + 2)).toEqual(['run_resumed', 'gate_resolved a'])
    expect(await world.host.store.outcome(run.id, kept.id!)).toEqual({ ok: true })
  })

  it('applies several kept answers before the run parks again', async () => {
    const world = await waitingRun()
    await command(world, approve('checkpoint:b:1'))
    await command(world, approve('checkpoint:a:1'))
    expect((await (await openRun(world)).start()).status).toBe('completed')
  })

  it('approves one phase of a batch and sends another back, in any spelling', async () => {
    const host = memoryHost({ clock: 'manual' })
    const plan = { phases: ['2A', '2B', '2C'].map((id) => ({ id, title: `Do ${id}`, body: id })) }
    const driver = createScriptedDriver(async ({ workspace, phase: of, attempt }) => {
      await workspace.fs.writeFile(`/${of?.id}.txt`, `attempt ${attempt}`)
    })
    const run = await createRun({ plan, host, driver, trust: 'standard' })
    expect((await run.start()).status).toBe('waiting')
    const world = { host, runId: run.id }
    const gateId = 'checkpoint:batch-1:2A.1'
    const back = { feedback: 'smaller', phaseIds: ['2C'] }
    await command(world, { ...approve(gateId), phaseIds: ['phase 2-a'] })
    await command(world, { type: 'answer', gateId, choice: 'send-back', ...back })
    await rejected(world, { ...approve(gateId), phaseIds: ['2A', '2B'] }, 'GATE_EXPIRED', {
      choice: 'approve',
    })
    await rejected(world, { ...approve(gateId), phaseIds: ['9'] }, 'GATE_CHOICE', {})
    expect((await listRuns({ host }))[0]?.gates).toBe(1)
    const resumed = await openRun({ ...world, driver })
    expect((await resumed.start()).phases.map(({ status }) => status)).toEqual([
      'completed',
      'checkpoint',
      'checkpoint',
    ])
    expect(resumed.gates().map(({ phaseIds }) => phaseIds)).toEqual([['2B'], ['2C']])
    expect(await command(world, { ...approve(gateId), phaseIds: ['2A'] })).toMatchObject({
      outcome: 'repeated',
    })
  })

  it('is received even just before the run parks, without time advancing', async () => {
    const world = await busyRun()
    const { host, runId } = world
    await host.store.send(runId, approve('checkpoint:a:1'))
    world.finish()
    expect((await world.report).status).toBe('completed')
  })

  it('is refused by the ending process if it arrives after the end', async () => {
    const world = await busyRun()
    const { host, runId, run } = world
    const late: Promise<string>[] = []
    run.on('run_ended', () => {
      late.push(host.store.send(runId, approve('checkpoint:a:1')), host.store.send(runId, { type: 'drain' }))
    })
    await run.answer('checkpoint:a:1', 'abort')
    expect((await world.report).status).toBe('aborted')
    const [answer, drain] = await Promise.all(late)
    expect(await host.store.outcome(runId, answer!)).toMatchObject({ ok: false, code: 'GATE_EXPIRED' })
    expect(await host.store.outcome(runId, drain!)).toEqual({ ok: true })
  })

  it('does not block a run whose process dies before acknowledging it', async () => {
    const world = await waitingRun()
    const { host, runId } = world
    const kept = await command(world, approve('checkpoint:a:1'))
    const { store } = host
    const dying: MemoryHost<ManualClock> = {
      ...host,
      store: {
        ...store,
        acquire: async (id) => ({
          ...(await store.acquire(id)),
          acknowledge: () => Promise.reject(new Error('gone')),
        }),
      },
    }
    const errors: unknown[] = []
    const onListenerError = (error: unknown): void => void errors.push(error)
    await (await openRun({ host: dying, runId, onListenerError })).start()
    expect(errors).toMatchObject([{ message: 'gone' }])
    const report = await (await openRun(world)).start()
    expect(report.phases.map(({ status }) => status)).toEqual(['completed', 'checkpoint'])
    expect(await store.outcome(runId, kept.id!)).toEqual({ ok: true, repeated: true })
  })

  it('includes its feedback, without secrets', async () => {
    const world = await busyRun({ secrets: ['hunter2hunter2'] })
    const offered: unknown[] = []
    const { store } = world.host
    world.host.store = {
      ...store,
      send: (runId, value) => {
        offered.push(value)
        return store.send(runId, value)
      },
    }
    await command(world, {
      type: 'answer',
      gateId: 'checkpoint:a:1',
      choice: 'send-back',
      feedback: 'use hunter2hunter2',
    })
    const resolved = world.events.find(({ type }) => type === 'gate_resolved')
    const key = `AKIA${'ABCDEFGHIJKLMNOP'}`
    const gateId = 'checkpoint:a:2'
    expect(
      await command(world, { type: 'answer', gateId, choice: 'send-back', feedback: key }),
    ).toMatchObject({
      outcome: 'taken',
    })
    expect(offered.filter((value) => JSON.stringify(value).includes(key))).toEqual([])
    expect(offered).toHaveLength(2)
    expect(resolved).toMatchObject({ choice: 'send-back', feedback: expect.not.stringContaining('hunter2') })
    world.run.cancel()
    await world.report
  })
})

describe('fault 69: two answers to one gate before a resume', () => {
  it('the second, conflicting answer is refused with the first, which the resume applies', async () => {
    const driver = createScriptedDriver()
    const world = await waitingRun({ driver })
    const first = {
      type: 'answer',
      gateId: 'checkpoint:a:1',
      choice: 'approve',
      feedback: 'shorter',
    } as const
    await command(world, first)
    for (const second of [approve('checkpoint:a:1'), { ...first, feedback: 'longer' }]) {
      const refusal = await command(world, second).catch((error: unknown) => error)
      expect(refusal).toMatchObject({
        code: 'GATE_EXPIRED',
        message: expect.stringContaining(
          'already has the saved answer "approve" and the feedback "shorter"',
        ) as string,
      })
    }
    expect(await world.host.store.pending(world.runId)).toHaveLength(1)
    const { type: _, ...saved } = first
    expect(await readRun(world)).toMatchObject({
      savedAnswers: [saved],
      report: { gates: [{ id: 'checkpoint:a:1' }, { id: 'checkpoint:b:1' }] },
    })
    expect(await listRuns({ host: world.host })).toMatchObject([{ gates: 1 }])
    const run = await openRun({ ...world, driver })
    const events = recordEvents(run)
    await run.start()
    expect(events.filter(({ type }) => type === 'gate_resolved')).toMatchObject([
      { gateId: 'checkpoint:a:1', choice: 'approve', feedback: 'shorter' },
    ])
    expect((await readRun(world)).savedAnswers).toEqual([])
  })

  it('an equal answer is saved once, and another gate is independent', async () => {
    const world = await waitingRun()
    const first = await command(world, approve('checkpoint:a:1'))
    expect(await command(world, approve('checkpoint:a:1'))).toEqual(first)
    expect(await command(world, abort('checkpoint:b:1'))).toMatchObject({ outcome: 'kept' })
    expect(await world.host.store.pending(world.runId)).toHaveLength(2)
  })

  it('one of two concurrent answers is saved, the other refused', async () => {
    const world = await waitingRun()
    const both = await Promise.allSettled([
      command(world, approve('checkpoint:a:1')),
      command(world, abort('checkpoint:a:1')),
    ])
    expect(both).toMatchObject([
      { status: 'fulfilled', value: { outcome: 'kept' } },
      { status: 'rejected', reason: { code: 'GATE_EXPIRED' } },
    ])
    expect((await (await openRun(world)).start()).phases[0]?.status).toBe('completed')
  })

  it('an invalid answer does not block a valid one', async () => {
    const world = await waitingRun()
    const { store } = world.host
    await store.send(world.runId, { type: 'answer', gateId: 'checkpoint:a:1', choice: 'skip' })
    await store.send(world.runId, 'nonsense')
    expect(await command(world, approve('checkpoint:a:1'))).toMatchObject({ outcome: 'kept' })
  })

  it('of a program before the start: an equal answer changes nothing, a different one is refused', async () => {
    const world = await waitingRun()
    const run = await openRun(world)
    await run.answer('checkpoint:a:1', 'approve')
    await run.answer('checkpoint:a:1', 'approve')
    await expect(run.answer('checkpoint:a:1', 'abort')).rejects.toMatchObject({
      code: 'GATE_EXPIRED',
      message: expect.stringContaining('has the answer "approve"') as string,
    })
    expect((await run.start()).phases[0]?.status).toBe('completed')
  })

  it('of a program before the start, conflicting with a saved answer: it is refused with the saved one', async () => {
    const world = await waitingRun()
    await command(world, { ...approve('checkpoint:a:1'), feedback: 'good' })
    const run = await openRun(world)
    await expect(run.answer('checkpoint:a:1', 'abort')).rejects.toMatchObject({
      code: 'GATE_EXPIRED',
      message: expect.stringContaining(
        'already has the saved answer "approve" and the feedback "good"',
      ) as string,
    })
    await run.answer('checkpoint:a:1', 'approve', { feedback: 'good' })
    await run.answer('checkpoint:b:1', 'approve')
    expect((await run.start()).status).toBe('completed')
  })
})

describe('fault 68: a late answer', () => {
  it('expires, in an active or a parked run, and never answers the next question', async () => {
    const world = await busyRun()
    await command(world, {
      type: 'answer',
      gateId: 'checkpoint:a:1',
      choice: 'send-back',
      feedback: 'shorter',
    })
    await flush()
    expect(world.run.gates().map(({ id }) => id)).toEqual(['checkpoint:a:2'])
    await rejected(world, approve('checkpoint:a:1'), 'GATE_EXPIRED', {
      ...{ gateId: 'checkpoint:a:1', choice: 'send-back' },
    })
    // Bypasses the first check, as if offered just before the gate was answered.
    const id = await world.host.store.send(world.runId, approve('checkpoint:a:1'))
    await pollSent(world.host)
    expect(await world.host.store.outcome(world.runId, id)).toMatchObject({ ok: false, code: 'GATE_EXPIRED' })
    expect(world.run.gates().map(({ id: gate }) => gate)).toEqual(['checkpoint:a:2'])
    world.finish()
    expect((await world.report).status).toBe('waiting')
    await rejected(world, abort('checkpoint:a:1'), 'GATE_EXPIRED')
    expect(told(world.events, 'gate_resolved')).toHaveLength(1)
  })

  it('to a finished run expires, or reports that no gate is open', async () => {
    const world = await waitingRun()
    const run = await openRun(world)
    await run.answer('checkpoint:a:1', 'approve')
    await run.answer('checkpoint:b:1', 'abort')
    expect((await run.start()).status).toBe('aborted')
    await rejected(world, abort('checkpoint:a:1'), 'GATE_EXPIRED')
    await rejected(world, approve('checkpoint:z:1'), 'GATE_UNKNOWN', { open: [] })
  })
})

describe('fault 69: two answers', () => {
  it('that differ: the first one wins, even if concurrent', async () => {
    for (const [first, second] of [
      [approve, abort],
      [abort, approve],
    ] as const) {
      const { host, runId } = await waitingRun()
      const ids = [
        await host.store.send(runId, first('checkpoint:a:1')),
        await host.store.send(runId, second('checkpoint:a:1')),
      ]
      const run = await openRun({ host, runId })
      const events = recordEvents(run)
      await run.start()
      expect(events.filter(({ type }) => type === 'gate_resolved')).toMatchObject([
        { choice: first('').choice },
      ])
      expect(await host.store.outcome(runId, ids[0]!)).toEqual({ ok: true })
      expect(await host.store.outcome(runId, ids[1]!)).toMatchObject({ ok: false, code: 'GATE_EXPIRED' })
    }
  })

  it('that are equal: the second one is reported as a duplicate, and nothing is applied twice', async () => {
    const world = await busyRun()
    const { host, runId, events } = world
    const ids = [
      await host.store.send(runId, approve('checkpoint:a:1')),
      await host.store.send(runId, approve('checkpoint:a:1')),
    ]
    await pollSent(host)
    const outcomes = await Promise.all(ids.map((id) => host.store.outcome(runId, id)))
    expect(outcomes).toEqual([{ ok: true }, { ok: true, repeated: true }])
    expect(await command(world, approve('checkpoint:a:1'))).toMatchObject({ outcome: 'repeated' })
    expect(told(events, 'gate_resolved')).toHaveLength(1)
    world.finish()
    await world.report
    expect(await command(world, approve('checkpoint:a:1'))).toEqual({ outcome: 'repeated', locked: false })
  })

  it('with different feedback are two answers', async () => {
    const world = await busyRun()
    const say = (feedback: string): ControlCommand => ({
      type: 'answer',
      gateId: 'checkpoint:a:1',
      choice: 'send-back',
      feedback,
    })
    await command(world, say('shorter'))
    expect(await command(world, say('shorter'))).toMatchObject({ outcome: 'repeated' })
    await rejected(world, say('longer'), 'GATE_EXPIRED')
    world.run.cancel()
    await world.report
  })

  it('from this process and another: the first one wins', async () => {
    const world = await busyRun()
    const { host, runId, run } = world
    const id = await host.store.send(runId, abort('checkpoint:a:1'))
    const here = run.answer('checkpoint:a:1', 'approve')
    await pollSent(host)
    await here
    await pollSent(host)
    expect(await host.store.outcome(runId, id)).toMatchObject({ ok: false, code: 'GATE_EXPIRED' })
    world.finish()
    expect((await world.report).status).toBe('completed')
  })
})

describe('fault 70: an invalid answer', () => {
  const malformed: unknown[] = [
    null,
    'approve',
    [],
    {},
    { type: 'answer' },
    { type: 'answer', gateId: 'checkpoint:a:1', choice: 'yes' },
    { type: 'answer', gateId: ['checkpoint:a:1'], choice: 'approve' },
    { type: 'answer', gateId: 'checkpoint:a:1', choice: 'approve', feedback: 1 },
    { type: 'answer', gateId: 'checkpoint:a:1', choice: 'approve', more: true },
    { type: 'answer', gateId: 'x'.repeat(2_000), choice: 'approve' },
    { type: 'gate_answered', gateId: 'checkpoint:a:1', choice: 'approve' },
    { type: '__proto__' },
  ]

  it('is refused at once with the ids of open gates, and nothing is offered', async () => {
    const world = await waitingRun()
    const open = ['checkpoint:a:1', 'checkpoint:b:1']
    for (const value of malformed) await rejected(world, value as ControlCommand, 'COMMAND_INVALID', { open })
    await rejected(world, approve('checkpoint:x:1'), 'GATE_UNKNOWN', { open })
    await rejected(world, { type: 'answer', gateId: open[0]!, choice: 'skip' }, 'GATE_CHOICE')
    expect(await (await world.host.store.acquire(world.runId)).sent()).toEqual([])
  })

  it('that reaches the store is refused with the ids of open gates, and has no other effect', async () => {
    const world = await busyRun()
    const { host, runId, run, events } = world
    const ids: string[] = []
    for (const value of malformed) ids.push(await host.store.send(runId, value))
    const unknown = await host.store.send(runId, approve('checkpoint:x:1'))
    const good = await host.store.send(runId, approve('checkpoint:a:1'))
    const seen = events.length
    await pollSent(host)
    for (const id of ids)
      expect(await host.store.outcome(runId, id)).toMatchObject({
        ok: false,
        code: 'COMMAND_INVALID',
        details: { open: ['checkpoint:a:1'] },
      })
    expect(await host.store.outcome(runId, unknown)).toMatchObject({
      code: 'GATE_UNKNOWN',
      details: { open: ['checkpoint:a:1'] },
    })
    expect(await host.store.outcome(runId, good)).toEqual({ ok: true })
    expect(events.slice(seen).filter(({ type }) => type === 'gate_resolved')).toHaveLength(1)
    expect(run.gates()).toEqual([])
    run.cancel()
    await world.report
  })

  it('to an unknown or unreadable run is reported', async () => {
    const world = await waitingRun()
    await rejected({ ...world, runId: 'nobody' }, approve('x'), 'RUN_NOT_FOUND')
  })
})

describe('a stop from another process', () => {
  it('drains, and cancels', async () => {
    const drained = await busyRun()
    expect(await command(drained, { type: 'drain' })).toMatchObject({ outcome: 'taken' })
    expect(drained.run.report().status).toBe('draining')
    drained.finish()
    await drained.report
    const cancelled = await busyRun()
    await command(cancelled, { type: 'cancel' })
    expect((await cancelled.report).status).toBe('cancelled')
  })

  it('ends one phase, and asks how to continue with it', async () => {
    const world = await busyRun()
    expect(await command(world, { type: 'cancel', phaseId: 'long' })).toMatchObject({ outcome: 'taken' })
    expect((await world.report).gates.map(({ phaseIds }) => phaseIds)).toEqual([['a'], ['long']])
    await rejected(world, { type: 'cancel', phaseId: 'long' }, 'RUN_ENDED')
  })

  it('of a phase that is not running is refused', async () => {
    const world = await busyRun()
    await rejected(world, { type: 'cancel', phaseId: 'a' }, 'NOT_CANCELLED', { phaseId: 'a' })
    await rejected(world, { type: 'cancel', phaseId: 'z' }, 'NOT_CANCELLED', { phaseId: 'z' })
    const id = await world.host.store.send(world.runId, { type: 'cancel', phaseId: 'z' })
    await pollSent(world.host)
    expect(await world.host.store.outcome(world.runId, id)).toMatchObject({ code: 'NOT_CANCELLED' })
    world.finish()
    await world.report
  })

  it('applies to the process that owns the run: the next process continues', async () => {
    const world = await waitingRun()
    const { host, runId } = world
    await rejected(world, { type: 'cancel' }, 'RUN_ENDED')
    await rejected(world, { type: 'drain' }, 'RUN_ENDED')
    const ids = [
      await host.store.send(runId, { type: 'cancel' }),
      await host.store.send(runId, { type: 'drain' }),
    ]
    await host.store.send(runId, approve('checkpoint:a:1'))
    await host.store.send(runId, approve('checkpoint:b:1'))
    expect((await (await openRun(world)).start()).status).toBe('completed')
    for (const id of ids) expect(await host.store.outcome(runId, id)).toMatchObject({ code: 'RUN_ENDED' })
  })
})

describe('a failing store', () => {
  it('receives an outcome later, and the answer is applied once', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { store } = host
    let broken = true
    host.store = {
      ...store,
      acquire: async (id) => {
        const lease = await store.acquire(id)
        return {
          ...lease,
          acknowledge: (...said) =>
            broken ? Promise.reject(new Error('no disk')) : lease.acknowledge(...said),
        }
      },
    }
    const errors: unknown[] = []
    const { run, report, finish } = await busyRun({ host, onListenerError: (error) => errors.push(error) })
    const id = await store.send(run.id, { type: 'drain' })
    for (let n = 0; n < 3; n++) await pollSent(host)
    expect(errors).toMatchObject([{ message: 'no disk' }])
    expect(await store.outcome(run.id, id)).toBeUndefined()
    broken = false
    await pollSent(host)
    expect(await store.outcome(run.id, id)).toEqual({ ok: true })
    finish()
    await report
    const inputs = (await store.load(run.id)).map(({ value }) => (value as { type: string }).type)
    expect(inputs.filter((type) => type === 'drain_requested')).toHaveLength(1)
  })

  it('is reported once, and the run receives commands again after it recovers', async () => {
    const host = memoryHost({ clock: 'manual' })
    const { store } = host
    let broken = true
    host.store = {
      ...store,
      acquire: async (id) => {
        const lease = await store.acquire(id)
        return { ...lease, sent: () => (broken ? Promise.reject(new Error('no disk')) : lease.sent()) }
      },
    }
    const errors: unknown[] = []
    let finish = (): void => {}
    const driver = createScriptedDriver(
      () => new Promise<undefined>((resolve) => (finish = () => resolve(undefined))),
    )
    const run = await createRun({
      plan: { phases: [risky('a'), { id: 'long', title: 'Long', body: 'Do it.' }] },
      host,
      driver,
      trust: 'autonomous',
      onListenerError: (error) => errors.push(error),
    })
    const report = run.start()
    await flush()
    await pollSent(host)
    await pollSent(host)
    expect(errors.length).toBeLessThanOrEqual(2)
    expect(errors[0]).toMatchObject({ message: 'no disk' })
    broken = false
    const id = await store.send(run.id, approve('checkpoint:a:1'))
    await pollSent(host)
    expect(await store.outcome(run.id, id)).toEqual({ ok: true })
    finish()
    expect((await report).status).toBe('completed')
  })
})

describe('readRun', () => {
  it('inspects a run owned by another process', async () => {
    const world = await busyRun()
    const seen = await readRun({ store: world.host.store, runId: world.runId, now: world.host.clock.now() })
    expect(seen).toMatchObject({
      canGoOn: true,
      report: { status: 'running', gates: [{ id: 'checkpoint:a:1' }] },
    })
    expect(seen.report).toEqual(world.run.report())
    expect(seen.seq).toBe(world.events.at(-1)?.seq)
    await world.run.answer('checkpoint:a:1', 'abort')
    await world.report
    const over = await readRun({ store: world.host.store, runId: world.runId, now: 0 })
    expect(over).toMatchObject({ canGoOn: false, report: { status: 'aborted' } })
  })
})
