import { describe, expect, it, onTestFinished } from 'vitest'
import { answerRun, createRun, type RunOptions } from '../src/index.ts'
import { defineDriver, driverError, type Clock } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost, type MemoryHost, recordEvents } from '../src/testing.ts'

const plan = { goal: 'Work', phases: ['a', 'b'].map((id) => ({ id, title: id })) }
const common = { plan, trust: 'autonomous', reviewers: [] } as const
const working = createScriptedDriver(({ workspace, phase }) =>
  workspace.fs.writeFile(`/${phase?.id}.txt`, 'done\n'),
)

/** A driver whose sessions wait for something, and end when their signal aborts if they obey it. */
const driverThat = (wait: (signal: AbortSignal) => Promise<unknown>) => {
  let begin = (): void => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const driver = defineDriver({
    ...{ id: 'waiting', provider: 'waiting', meters: [] },
    async runSession(_request, { signal }) {
      begin()
      await wait(signal)
      return { text: '', usage: {} }
    },
  })
  return { driver, begun }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  )
const never = (): Promise<never> => new Promise(() => {})
const timer = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const start = async (options: Partial<RunOptions>) => {
  const run = await createRun({ ...common, host: memoryHost(), driver: working, ...options })
  const events = recordEvents(run)
  return { run, events, report: run.start() }
}

describe('answerRun({ host })', () => {
  const strict = {
    checkpoint: { contract: 'checkpoint-strategy-v1', decide: () => ({ pause: true, reason: 'Look' }) },
  } as const

  it('answers a gate of a run that is being asked about it', async () => {
    const host = memoryHost()
    const asked: Promise<unknown>[] = []
    const { run, report } = await start({
      ...{ host, ...strict },
      onGate: (gate) => {
        asked.push(
          answerRun({ host, runId: run.id, command: { type: 'answer', gateId: gate.id, choice: 'approve' } }),
        )
        return new Promise((resolve) => run.on('gate_resolved', () => resolve(undefined as never)))
      },
    })
    expect((await report).status).toBe('completed')
    expect(await Promise.all(asked)).toMatchObject([{ outcome: 'taken' }, { outcome: 'taken' }])
  })

  it('ends as kept if the process that owns the run does not take the answer', async () => {
    const host = memoryHost()
    const { run, report } = await start({ host, ...strict })
    await report
    const lease = await host.store.acquire(run.id)
    const command = { type: 'answer', gateId: run.gates()[0]!.id, choice: 'approve' } as const
    expect(await answerRun({ host, runId: run.id, command })).toMatchObject({ outcome: 'kept', locked: true })
    await lease.release()
  })
})

describe('a call that ignores its signal', () => {
  it.each(['waits for nothing', 'uses timers'])(
    'is abandoned when the run is cancelled and it %s',
    async (name) => {
      const pulse = name === 'uses timers' ? setInterval(() => {}, 10) : undefined
      onTestFinished(() => clearInterval(pulse))
      const { driver, begun } = driverThat(never)
      const { run, events, report } = await start({ driver })
      await begun
      run.cancel()
      expect((await report).status).toBe('cancelled')
      expect(events.filter(({ type }) => type === 'call_abandoned')).toHaveLength(2)
    },
  )

  it('is abandoned while another phase runs', async () => {
    const { driver, begun } = driverThat(never)
    const { run, events, report } = await start({ driver })
    await begun
    run.cancel({ phaseId: 'a' })
    await new Promise((resolve) => run.on('gate_opened', resolve))
    expect(run.gates()).toMatchObject([{ blocker: 'user_cancelled', phaseIds: ['a'] }])
    expect(events.filter(({ type }) => type === 'call_abandoned')).toHaveLength(1)
    run.cancel()
    await report
  })

  it('is not abandoned if it stops in time', async () => {
    const { driver, begun } = driverThat((signal) => aborted(signal).catch(() => timer(300)))
    const { run, events, report } = await start({ driver, callGraceMs: 1_000 })
    await begun
    run.cancel()
    expect((await report).status).toBe('cancelled')
    expect(events.some(({ type }) => type === 'call_abandoned')).toBe(false)
  })
})

describe('a limit', () => {
  const hour = 3_600_000

  it('ends a session for which nothing can happen any more', async () => {
    const { driver } = driverThat(aborted)
    const { report } = await start({ driver, sessionTimeoutMs: hour, maxAttempts: 1 })
    expect(await report).toMatchObject({
      status: 'failed',
      phases: [{ failure: { class: 'agent_failed' } }, {}],
    })
  })

  it('ends a strategy that does not decide, and the run asks', async () => {
    const checkpoint = { contract: 'checkpoint-strategy-v1', decide: never } as const
    const { report } = await start({ checkpoint })
    const { status, gates } = await report
    expect(status).toBe('waiting')
    expect(gates[0]!.details).toContain('The checkpoint strategy did not decide within 5m 00s.')
  })

  it('ends a session at its time budget', async () => {
    const { driver } = driverThat(aborted)
    const { report } = await start({ driver, budget: { wallMs: hour } })
    expect((await report).gates).toMatchObject([{ blocker: 'budget_exceeded' }])
  })

  it('leaves a session that works with timers alone', async () => {
    const driver = createScriptedDriver(async (request, context) => {
      for (let part = 0; part < 5; part += 1) {
        await timer(300)
        context.emit({ type: 'text', text: `Part ${part}` })
      }
      await request.workspace.fs.writeFile(`/${request.phase?.id}.txt`, 'done\n')
    })
    const { report } = await start({ driver })
    expect((await report).status).toBe('completed')
  })

  it('leaves a strategy that takes 300 ms alone', async () => {
    const decide = async () => {
      await timer(300)
      return { pause: false }
    }
    const checkpoint = { contract: 'checkpoint-strategy-v1', timeoutMs: 1_000, decide } as const
    const { report } = await start({ checkpoint })
    expect((await report).status).toBe('completed')
  })

  it('leaves a check that takes 300 ms alone', async () => {
    const host = memoryHost({
      async commands() {
        await timer(300)
        return 0
      },
    })
    const { report } = await start({
      host,
      verify: { test: ['npm', 'test'] },
      tdd: 'off',
      budget: { wallMs: 1_000 },
    })
    expect((await report).status).toBe('completed')
  })
})

describe('a wait', () => {
  it('takes no time, and is as long as it should be', async () => {
    const host = memoryHost()
    const began = host.clock.now()
    const driver = createScriptedDriver(async ({ workspace, phase }, _context, number) => {
      if (number < 2) throw driverError('rate_limited', { retryAfterMs: 600_000 })
      await workspace.fs.writeFile(`/${phase?.id}.txt`, 'done\n')
    })
    const { report } = await start({ host, driver })
    const { status, spent } = await report
    expect(status).toBe('completed')
    expect(host.clock.now() - began).toBeGreaterThanOrEqual(600_000)
    expect(host.clock.now() - began).toBeLessThan(800_000)
    expect(spent.wallMs).toBe(0)
  })

  it('for an answer does not move the clock', async () => {
    const host = memoryHost()
    const began = host.clock.now()
    let answer = (): void => {}
    const { run, report } = await start({
      host,
      checkpoint: { contract: 'checkpoint-strategy-v1', decide: () => ({ pause: true, reason: 'Look' }) },
      onGate: (gate) => new Promise((resolve) => (answer = () => resolve(gate.choices.approve?.()))),
      plan: { goal: 'Work', phases: [{ id: 'a', title: 'a' }] },
    })
    await new Promise((resolve) => run.on('gate_opened', resolve))
    // Twice the time between two polls for answers of other processes.
    await timer(500)
    expect(host.clock.now()).toBe(began)
    answer()
    expect((await report).status).toBe('completed')
  })
})

describe('memoryHost({ clock })', () => {
  it('has the system clock, or one of the caller', () => {
    expect(memoryHost({ clock: 'real' }).clock.now()).toBeGreaterThan(memoryHost().clock.now())
    const clock: Clock = { now: () => 5, wait: never }
    const host: MemoryHost = memoryHost({ clock })
    expect(host.clock).toBe(clock)
  })

  it('stands still if it is manual', async () => {
    const { clock } = memoryHost({ clock: 'manual' })
    let isOver = false
    void clock.wait(10).then(() => (isOver = true))
    await timer(30)
    expect([isOver, clock.waiting]).toEqual([false, 1])
    clock.advance(10)
    await timer(0)
    expect(isOver).toBe(true)
  })
})
