import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunEvent } from '../../src/index.ts'
import { defineCheckpointStrategy } from '../../src/plugin.ts'
import { createManualClock, memoryHost, createScriptedDriver, recordEvents } from '../../src/testing.ts'
import { runPlan, statuses } from '../run-plan.ts'

const phase = (id: string, more: object = {}) => ({ id, title: id, body: `Do ${id}.`, ...more })
const one = { phases: [phase('a')] }
const write = () =>
  createScriptedDriver(async ({ workspace }, _, number) => {
    await workspace.fs.writeFile(`/${number}.txt`, 'x')
  })

/** A strategy that returns a value outside its type. */
const returning = (value: unknown) => defineCheckpointStrategy({ decide: () => value as 'pass' })
const verdicts = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'checkpoint_decided' ? [event] : []))
const never = <Value>() => new Promise<Value>(() => {})

describe('a strategy that asks a service', () => {
  it('passes a phase if its promise resolves so', async () => {
    const asked: string[] = []
    const checkpoint = defineCheckpointStrategy({
      decide: async ({ requestId, signal }) => {
        asked.push(`${requestId} ${signal.aborted}`)
        await Promise.resolve()
        return 'pass' as const
      },
    })
    const { report, events, run } = await runPlan({ plan: one, driver: write(), checkpoint })
    expect(report).toMatchObject({ status: 'completed', gates: [] })
    expect(asked).toEqual([`${run.id}/checkpoint:a:1 false`])
    expect(verdicts(events)).toMatchObject([
      { phaseId: 'a', requestId: `${run.id}/checkpoint:a:1`, pause: false },
    ])
  })

  it('pauses if its promise resolves so, with the reason', async () => {
    const checkpoint = defineCheckpointStrategy({
      decide: () => Promise.resolve({ pause: true, reason: 'It touches the login.' }),
    })
    const { report } = await runPlan({ plan: one, driver: write(), checkpoint })
    expect(report.gates[0]).toMatchObject({
      id: 'checkpoint:a:1',
      details: ['It touches the login.', 'a: 0.txt', 'not verified: no check is configured'],
    })
  })

  it('occupies no slot: another phase runs to its end while it decides', async () => {
    let decide = (_: 'pass'): void => {}
    const checkpoint = defineCheckpointStrategy({
      decide: ({ phase: { id } }) => (id === 'a' ? new Promise((done) => (decide = done)) : 'pass'),
    })
    const host = memoryHost()
    const plan = { phases: [phase('a'), phase('b')] }
    const run = await createRun({
      host,
      plan,
      driver: write(),
      checkpoint,
      concurrency: 1,
      artifacts: 'none',
    })
    const done: string[] = []
    run.on('phase_completed', ({ phaseId }) => {
      done.push(phaseId)
      if (phaseId === 'b') decide('pass')
    })
    expect((await run.start()).status).toBe('completed')
    expect(done).toEqual(['b', 'a'])
  })

  it('is a pause at its time limit, on the clock of the run; a late verdict is only an event', async () => {
    const clock = createManualClock()
    const host = memoryHost({ clock })
    let decide = (_: 'pass'): void => {}
    let told = (_: unknown): void => {}
    const aborted = new Promise((done) => (told = done))
    const checkpoint = defineCheckpointStrategy({
      timeoutMs: 5_000,
      decide: ({ signal }) => {
        signal.addEventListener('abort', () => told(signal.reason))
        setTimeout(() => clock.advance(5_000), 0)
        return new Promise((done) => (decide = done))
      },
    })
    let approve = (): void => {}
    const run = await createRun({
      host,
      plan: one,
      driver: write(),
      checkpoint,
      artifacts: 'none',
      onGate: (gate) =>
        new Promise((done) => {
          approve = () => done(gate.kind === 'checkpoint' ? gate.choices.approve() : undefined)
        }),
    })
    const events = recordEvents(run)
    const seen: unknown[] = []
    run.on('gate_opened', ({ gate }) => {
      seen.push(gate.details[0])
      decide('pass')
    })
    run.on('checkpoint_decided', ({ late }) => {
      if (!late) return
      // The verdict alone does not advance the phase.
      seen.push(statuses(run.report()).a, run.gates().length)
      approve()
    })
    expect((await run.start()).status).toBe('completed')
    expect(seen).toEqual(['The checkpoint strategy did not decide within 5.0 s.', 'checkpoint', 1])
    expect(await aborted).toMatchObject({ name: 'TimeoutError' })
    expect(verdicts(events)).toMatchObject([{ pause: true }, { pause: false, late: true }])
    expect(clock.waiting).toBe(0)
  })

  it('is asked again after a crash, by the same request id', async () => {
    const asked: string[] = []
    let dead = false
    const host = memoryHost()
    const dying = {
      ...host,
      store: {
        ...host.store,
        acquire: async (runId: string) => {
          const lease = await host.store.acquire(runId)
          const append: typeof lease.append = (records) =>
            dead ? Promise.reject(new Error('no disk')) : lease.append(records)
          return { ...lease, append }
        },
      },
    }
    const hanging = defineCheckpointStrategy({
      decide: ({ requestId }) => {
        asked.push(requestId)
        return never()
      },
    })
    const run = await createRun({
      host: dying,
      plan: one,
      driver: write(),
      checkpoint: hanging,
      artifacts: 'none',
    })
    // The next write fails: the process ends as if it had died.
    run.on('phase_waiting', () => {
      dead = true
      run.drain()
    })
    await expect(run.start()).rejects.toThrow('no disk')
    const again = await openRun({
      host,
      runId: run.id,
      driver: write(),
      checkpoint: defineCheckpointStrategy({
        decide: async ({ requestId }) => {
          asked.push(requestId)
          return 'pass' as const
        },
      }),
    })
    expect((await again.start()).status).toBe('completed')
    expect(asked).toEqual([`${run.id}/checkpoint:a:1`, `${run.id}/checkpoint:a:1`])
  })

  it('that never answers does not delay a cancel', async () => {
    const checkpoint = defineCheckpointStrategy({ decide: () => never() })
    const run = await createRun({
      host: memoryHost(),
      plan: one,
      driver: write(),
      checkpoint,
      artifacts: 'none',
    })
    run.on('phase_waiting', () => run.cancel())
    expect((await run.start()).status).toBe('cancelled')
  })

  it('that never answers does not delay the cancel of its phase', async () => {
    const checkpoint = defineCheckpointStrategy({ decide: () => never() })
    const run = await createRun({
      host: memoryHost(),
      plan: one,
      driver: write(),
      checkpoint,
      artifacts: 'none',
    })
    run.on('phase_waiting', (event) => {
      if (event.for === 'strategy') run.cancel({ phaseId: 'a' })
    })
    expect((await run.start()).gates).toMatchObject([{ blocker: 'user_cancelled', phaseIds: ['a'] }])
  })
})

describe('anything but a valid verdict', () => {
  it.each<[string, unknown, string]>([
    ['null', null, 'null'],
    ['nothing', undefined, 'undefined'],
    ['a boolean', false, 'false'],
    ['an unknown word', 'ok', '"ok"'],
    ['an empty object', {}, '{}'],
    ['a pause that is not a boolean', { pause: 0 }, '{"pause":0}'],
    ['a reason that is not text', { pause: false, reason: 1 }, '{"pause":false,"reason":1}'],
    [
      'a verdict with more properties',
      { pause: false, error: 'no rule' },
      '{"pause":false,"error":"no rule"}',
    ],
    ['a promise of null', Promise.resolve(null), 'null'],
    ['a list', [false], '[false]'],
    ['a function', () => 'pass', 'a function'],
    ['a long text', 'x'.repeat(5_000), `"${'x'.repeat(298)}…`],
  ])('%s is a pause that reports it', async (_, value, shown) => {
    const { report } = await runPlan({ plan: one, driver: write(), checkpoint: returning(value) })
    expect(statuses(report)).toEqual({ a: 'checkpoint' })
    expect(report.gates[0]?.details[0]).toBe(
      `The checkpoint strategy returned ${shown} instead of "pass", "pause" or { pause, reason? }.`,
    )
  })

  it('an error is a pause that reports it, thrown or rejected', async () => {
    const decisions = [
      () => {
        throw new Error('no rule')
      },
      () => Promise.reject(new Error('no rule')),
      () => ({
        get pause(): boolean {
          throw new Error('no rule')
        },
      }),
    ]
    for (const decide of decisions) {
      const { report } = await runPlan({
        plan: one,
        driver: write(),
        checkpoint: defineCheckpointStrategy({ decide }),
      })
      expect(report.gates[0]?.details[0]).toBe('The checkpoint strategy failed: no rule')
    }
  })

  it('never writes a secret to the journal', async () => {
    const host = memoryHost()
    const { report } = await runPlan({
      host,
      plan: one,
      driver: write(),
      secrets: ['hunter2-hunter2'],
      checkpoint: returning({ pause: true, reason: 'token hunter2-hunter2 expired' }),
    })
    expect(report.gates[0]?.details[0]).toBe('token [redacted] expired')
  })

  it('an invalid time limit is refused', async () => {
    const checkpoint = defineCheckpointStrategy({ timeoutMs: 0, decide: () => 'pass' })
    await expect(
      createRun({ host: memoryHost(), plan: one, driver: write(), checkpoint }),
    ).rejects.toMatchObject({ code: 'OPTION_INVALID', message: expect.stringContaining('got 0') })
  })
})
