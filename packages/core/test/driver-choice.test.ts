import { describe, expect, it } from 'vitest'
import { createRun, driverEvaluator, driverReviewer, openRun, type RunOptions } from '../src/index.ts'
import { driverError, type SessionRequest } from '../src/plugin.ts'
import {
  createScriptedDriver,
  memoryHost,
  type ManualClock,
  type MemoryHost,
  recordEvents,
  type SessionScript,
} from '../src/testing.ts'
import { runPlan, statuses } from './run-plan.ts'

type DriverOption = NonNullable<RunOptions['driver']>

const phase = (id: string, more: object = {}) => ({ id, title: id, body: `Do ${id}.`, ...more })

/** The sessions of all drivers, in order: driver, role, phase or nothing, model. */
type Log = string[]

const approved = { approved: true, summary: 'Fine.', comments: [] }

/** A driver that logs its sessions and answers reviews. `limited` decides whether a session is refused. */
const agent = (log: Log, id: string, limited: (request: SessionRequest) => number | false = () => false) => {
  const script: SessionScript = (request) => {
    const { role, model } = request
    const about = /Do (\w+)\./.exec(request.prompt)?.[1]
    log.push([id, role, ...(role === 'developer' && about ? [about] : []), model ?? ''].join(' ').trim())
    const retryAfterMs = limited(request)
    if (retryAfterMs !== false) throw driverError('rate_limited', { retryAfterMs })
    return role === 'reviewer' ? { output: approved } : undefined
  }
  return createScriptedDriver(script, { id, provider: `${id}.example`, reviews: script })
}

const run = async (driver: (log: Log) => DriverOption, options: Omit<RunOptions, 'host' | 'driver'>) => {
  const log: Log = []
  const { report } = await runPlan({
    ...options,
    driver: driver(log),
    concurrency: 1,
    onGate: (gate) => gate.choices.approve?.(),
  })
  return { log, report }
}

describe('the driver of a session', () => {
  const plan = { phases: [phase('a'), phase('b', { risk: 'high' })] }
  const options = { plan, reviewers: [driverReviewer()] }

  it('is chosen by role and by phase', async () => {
    const { log, report } = await run(
      (log) => ({
        default: agent(log, 'x'),
        roles: { reviewer: agent(log, 'r') },
        phases: { b: agent(log, 'y') },
      }),
      options,
    )
    expect(report.status).toBe('completed')
    expect(log).toEqual(['x developer a', 'r reviewer', 'y developer b', 'r reviewer'])
  })

  it('is chosen by a function of role, phase, risk and attempt', async () => {
    const log: Log = []
    const asked: object[] = []
    let broken = true
    const first = agent(log, 'first')
    const failing = Object.assign(
      createScriptedDriver((request) => {
        log.push('failing')
        if (broken) throw new Error('It broke.')
        return first.runSession(request, { signal: new AbortController().signal, emit: () => {} })
      }),
      { id: 'failing', provider: 'failing' },
    )
    const { report } = await runPlan({
      plan,
      concurrency: 1,
      onGate: (gate) => gate.choices.approve?.(),
      driver: (question) => {
        asked.push(question)
        if (question.attempt === 2) broken = false
        return question.risk === 'high' && question.attempt === 1 ? failing : first
      },
    })
    expect(report.status).toBe('completed')
    expect(log).toEqual(['first developer a', 'failing', 'first developer b'])
    expect(asked).toContainEqual({ role: 'developer', phase: 'b', risk: 'high', attempt: 2 })
    expect(asked).toContainEqual({ role: 'reviewer' })
  })

  it('is the one that the plan names, unless the run has one for the phase', async () => {
    const named = {
      phases: [
        phase('a', { agent: 'y', model: 'large' }),
        phase('b', { agent: 'fast' }),
        phase('c', { agent: 'x' }),
      ],
    }
    const { log } = await run(
      (log) => ({
        default: [agent(log, 'x'), agent(log, 'y')],
        phases: { c: agent(log, 'z') },
        agents: { fast: agent(log, 'w') },
      }),
      { plan: named },
    )
    expect(log).toEqual(['y developer a large', 'w developer b', 'z developer c'])
  })

  it('uses the model for the phase, the plan or the role, in this order', async () => {
    const named = { phases: [phase('a', { model: 'plan' }), phase('b', { model: 'plan' }), phase('c')] }
    const { log } = await run((log) => agent(log, 'x'), {
      plan: named,
      reviewers: [driverReviewer()],
      models: { phases: { a: 'phase' }, roles: { developer: 'role', reviewer: 'judge' } },
    })
    expect(log).toEqual([
      'x developer a phase',
      'x reviewer judge',
      'x developer b plan',
      'x reviewer judge',
      'x developer c role',
      'x reviewer judge',
    ])
  })

  it('may be absent for phases with steps', async () => {
    const { log, report } = await run((log) => ({ phases: { b: agent(log, 'x') } }), {
      plan: {
        phases: [
          phase('a', {
            subtasks: [
              {
                id: 's',
                title: 's',
                steps: [{ id: 's.1', action: 'code', filePath: 'a.txt', codeChange: 'a\n' }],
              },
            ],
          }),
          phase('b'),
        ],
      },
    })
    expect(statuses(report)).toEqual({ a: 'completed', b: 'completed' })
    expect(log).toEqual(['x developer b'])
  })

  it.each<[string, (log: Log) => unknown, string]>([
    [
      'a name',
      () => 'claude',
      '`driver` must be a driver, such as claude(), or a list of at least one, or a function; got "claude".',
    ],
    ['an empty list', () => [], 'or a list of at least one, or a function; got a list of 0.'],
    ['an unknown key', () => ({ reviewer: {} }), '`driver.reviewer` is not known.'],
    [
      'a driver without its function',
      () => ({ id: 'x', provider: 'x', meters: [], runSesion: () => {} }),
      '`driver.contract` must be "driver-v1"; got undefined.',
    ],
    [
      'an unknown role',
      (log) => ({ default: agent(log, 'x'), roles: { tester: agent(log, 'y') } }),
      '`driver.roles.tester` is not known. Known are: developer, reviewer, evaluator.',
    ],
    [
      'an unknown phase',
      (log) => ({ default: agent(log, 'x'), phases: { z: agent(log, 'y') } }),
      '`driver.phases` names phase "z", which the run does not have. Its phases are: a, b.',
    ],
    [
      'a driver twice',
      (log) => {
        const driver = agent(log, 'x')
        return [driver, driver]
      },
      '`driver[1]` is in the list twice.',
    ],
    [
      'no agent for a phase that needs one',
      (log) => ({ phases: { b: agent(log, 'x') } }),
      'but these parts have none: a "a"',
    ],
    [
      'a function without a driver',
      () => () => ({}),
      '`driver({"role":"reviewer"}).contract` must be "driver-v1"; got undefined.',
    ],
  ])('refuses %s', async (_, driver, message) => {
    const given = driver([]) as DriverOption
    await expect(createRun({ host: memoryHost({ clock: 'manual' }), plan, driver: given })).rejects.toThrow(
      message,
    )
  })

  it('refuses a plan whose agent the run does not have', async () => {
    const named = { phases: [phase('a', { agent: 'other' })] }
    const driver = { default: agent([], 'x'), agents: { fast: agent([], 'y') } }
    await expect(createRun({ host: memoryHost({ clock: 'manual' }), plan: named, driver })).rejects.toThrow(
      'The plan names the agent "other" for phase a, but the run has: fast, x. Give the run that driver, or change the plan.',
    )
  })

  it('refuses a budget that one of them cannot count', async () => {
    const blind = Object.assign(agent([], 'blind'), { meters: [] })
    const driver = [agent([], 'x'), blind]
    await expect(
      createRun({ host: memoryHost({ clock: 'manual' }), plan, driver, budget: { tokens: 9 } }),
    ).rejects.toThrow('The driver "blind" cannot count tokens')
  })

  it('opens a gate when the function fails later', async () => {
    const log: Log = []
    const { report } = await runPlan({
      plan: { phases: [phase('a')] },
      driver: ({ attempt }) => {
        if (log.push('asked') > 6) throw new Error(`None for attempt ${attempt}.`)
        return agent(log, 'x')
      },
    })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'environment' }] })
    expect(JSON.stringify(report.gates)).toContain('None for attempt 1.')
  })
})

/** Waits until nothing more happens without time advancing. */
const flush = async (): Promise<void> => {
  for (let round = 0; round < 60; round++) await new Promise((resolve) => setImmediate(resolve))
}

const begin = async (
  options: Omit<RunOptions, 'host'>,
  host: MemoryHost<ManualClock> = memoryHost({ clock: 'manual' }),
) => {
  const started = await createRun({ host, trust: 'autonomous', artifacts: 'none', reviewers: [], ...options })
  const events = recordEvents(started)
  const report = started.start()
  await flush()
  return { host, run: started, events, report }
}

const minute = 60_000

describe('failover', () => {
  const plan = { phases: [phase('a'), phase('b'), phase('c')] }

  it('passes a driver over that is rate limited for long, and returns to it', async () => {
    const log: Log = []
    let refused = 0
    const main = agent(log, 'main', () => refused++ === 0 && 30 * minute)
    const spare = agent(log, 'spare')
    const { host, report, events } = await begin({ plan, driver: [main, spare], concurrency: 1 })
    const first = await report
    expect(first.status).toBe('completed')
    expect(log).toEqual(['main developer a', 'spare developer a', 'spare developer b', 'spare developer c'])
    expect(events.filter(({ type }) => type === 'provider_paused')).toHaveLength(1)
    expect(events.find(({ type }) => type === 'phase_delayed')).toMatchObject({ phaseId: 'a', waitMs: 0 })
    expect(host.clock.waiting).toBe(0)
  })

  it('waits for the first driver while its pauses are short', async () => {
    const log: Log = []
    let refused = 0
    const main = agent(log, 'main', () => refused++ === 0 && 2 * minute)
    const { host, report, run } = await begin({ plan, driver: [main, agent(log, 'spare')], concurrency: 1 })
    expect(run.report().status).toBe('running')
    expect(log).toEqual(['main developer a'])
    host.clock.advance(3 * minute)
    expect((await report).status).toBe('completed')
    expect(log.slice(1)).toEqual(['main developer a', 'main developer b', 'main developer c'])
  })

  it('adds up pauses in a row, and `failoverAfterMs` is an option', async () => {
    const log: Log = []
    const main = agent(log, 'main', () => 2 * minute)
    const { host, report } = await begin({
      plan: { phases: [phase('a')] },
      driver: [main, agent(log, 'spare')],
      waits: { rateLimited: { failoverAfterMs: 3 * minute } },
    })
    host.clock.advance(3 * minute)
    expect((await report).status).toBe('completed')
    expect(log).toEqual(['main developer a', 'main developer a', 'spare developer a'])
  })

  it('does not pass a model on to the next driver', async () => {
    const log: Log = []
    const main = agent(log, 'main', () => 30 * minute)
    const { report } = await begin({
      plan: { phases: [phase('a', { model: 'large' })] },
      driver: [main, agent(log, 'spare')],
    })
    expect((await report).status).toBe('completed')
    expect(log).toEqual(['main developer a large', 'spare developer a'])
  })

  it('waits if all drivers are limited, for the one that is free first', async () => {
    const log: Log = []
    let refused = 0
    const limit = (ms: number) => () => refused++ < 2 && ms
    const driver = [agent(log, 'main', limit(60 * minute)), agent(log, 'spare', limit(20 * minute))]
    const { host, report, run } = await begin({ plan: { phases: [phase('a')] }, driver })
    expect(run.report().status).toBe('running')
    expect(log).toEqual(['main developer a', 'spare developer a'])
    host.clock.advance(25 * minute)
    expect((await report).status).toBe('completed')
    expect(log.at(-1)).toBe('spare developer a')
  })

  it('waits if the function names only the limited driver, instead of asking it again and again', async () => {
    const log: Log = []
    const main = Object.assign(
      createScriptedDriver(() => {
        if (log.push('main') === 1) throw new Error('It broke.')
        throw driverError('rate_limited', { retryAfterMs: 30 * minute })
      }),
      { id: 'main', provider: 'main.example' },
    )
    const spare = agent(log, 'spare')
    const { report, run } = await begin({
      plan: { phases: [phase('a')] },
      driver: ({ attempt }) => (attempt === 2 ? main : [main, spare]),
    })
    await flush()
    expect(log).toEqual(['main', 'main', 'main'])
    expect(run.report().status).toBe('running')
    run.cancel()
    await report
  })

  it('applies to reviewers separately', async () => {
    const log: Log = []
    const judge = agent(log, 'judge', () => 30 * minute)
    const { report } = await begin({
      plan: { phases: [phase('a')] },
      driver: { default: agent(log, 'x'), roles: { reviewer: [judge, agent(log, 'second')] } },
      reviewers: [driverReviewer()],
      evaluator: driverEvaluator(),
    })
    expect((await report).status).toBe('completed')
    expect(log.filter((line) => line.includes('reviewer'))).toEqual(['judge reviewer', 'second reviewer'])
  })

  it('keeps the pauses over a resume with the same drivers', async () => {
    const log: Log = []
    const limited = (): DriverOption => [agent(log, 'main', () => 60 * minute), agent(log, 'spare')]
    const gated = { phases: [phase('a'), phase('b', { risk: 'high', dependsOn: ['a'] })] }
    const { host, report, run } = await begin({ plan: gated, driver: limited(), trust: 'paranoid' })
    expect((await report).status).toBe('waiting')
    const [gate] = run.gates()
    const again = await openRun({ host, runId: run.id, driver: limited() })
    await again.answer(gate!.id, 'approve')
    await again.start()
    expect(log.filter((line) => line.startsWith('main'))).toEqual(['main developer a'])
    expect(log.filter((line) => line === 'spare developer b').length).toBeGreaterThan(0)
  })
})

describe('the time of a session', () => {
  it('is limited, and the attempt fails', async () => {
    const driver = createScriptedDriver(
      (_, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
        }),
    )
    const { host, report } = await begin({
      plan: { phases: [phase('a')] },
      driver,
      maxAttempts: 1,
      sessionTimeoutMs: 10 * minute,
    })
    host.clock.advance(10 * minute)
    const { status, phases } = await report
    expect(status).toBe('failed')
    expect(JSON.stringify(phases)).toContain('The session did not end within 10m 00s.')
  })

  it.each([0, -1, 1.5, Number.NaN])('must be a number of milliseconds: %j', async (sessionTimeoutMs) => {
    const options = {
      host: memoryHost({ clock: 'manual' }),
      plan: { phases: [phase('a')] },
      driver: agent([], 'x'),
    }
    await expect(createRun({ ...options, sessionTimeoutMs })).rejects.toThrow(
      '`sessionTimeoutMs` must be an integer from 1 to',
    )
  })
})
