import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerRun, createRun, openRun, type RunOptions } from '../../src/index.ts'
import type { Unit } from '../../src/plugin.ts'
import { memoryHost, createScriptedDriver } from '../../src/testing.ts'
import { Crash, crashAfter } from '../crash-after.ts'
import { runPlan, statuses, told } from '../run-plan.ts'
import { runsOf } from '../../../../test/fixtures/runs-of.ts'

const phases = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, title: `P${index}`, body: 'Work.' }))

/** An agent that makes model requests until it is done or stopped, and reports the usage of each. */
const spender = (requests: number, tokens = 100) => {
  const made = { requests: 0, overLimit: 0, units: [] as Unit[] }
  const driver = createScriptedDriver(async ({ unit, limits }, { signal, emit }) => {
    if (unit) made.units.push(unit)
    let used = 0
    for (let request = 0; request < requests; request++) {
      signal.throwIfAborted()
      made.requests++
      used += tokens
      if (used > (limits.tokens ?? Infinity) + tokens) made.overLimit++
      emit({ type: 'usage', usage: { inputTokens: used, usd: used / 1_000 } })
      // A request takes time: a decision of the engine arrives before the next one.
      await new Promise(setImmediate)
      await new Promise(setImmediate)
      await new Promise(setImmediate)
    }
    return { usage: { inputTokens: used, usd: used / 1_000 } }
  })
  return { driver, made }
}

describe('a budget', () => {
  it('stops running sessions at its limit, opens one gate, and continues with the same amount again', async () => {
    const { driver, made } = spender(5)
    const asked: string[][] = []
    const { report, events } = await runPlan({
      plan: { phases: phases(2) },
      driver,
      concurrency: 1,
      budget: { tokens: 700 },
      onGate: (gate) => {
        asked.push(gate.details)
        return gate.kind === 'blocker' && gate.blocker === 'budget_exceeded'
          ? gate.choices.approve?.()
          : undefined
      },
    })
    expect(report.status).toBe('completed')
    expect(asked).toHaveLength(1)
    expect(asked[0]![0]).toMatch(/^(700|800) of 700 tokens$/)
    expect(told(events, 'budget_exceeded')).toHaveLength(1)
    // The usage of the stopped session counts, although its work is lost.
    expect(report.spent).toMatchObject({ tokens: made.requests * 100, sessions: 3 })
    expect([12, 13]).toContain(made.requests)
  })

  it('is raised by the amount of the answer', async () => {
    const { driver } = spender(5)
    const asked: string[][] = []
    const { report, events } = await runPlan({
      plan: { phases: phases(3) },
      driver,
      concurrency: 1,
      budget: { tokens: 700 },
      onGate: (gate) => {
        asked.push(gate.details)
        return gate.kind === 'blocker' ? gate.choices.approve?.({ tokens: 600 }) : undefined
      },
    })
    expect(report.status).toBe('completed')
    // 700 or 800 are spent at the first question, so the second one is about 1,300 or 1,400.
    expect(asked[1]![0]).toMatch(/^1,[345]00 of 1,[34]00 tokens$/)
    expect(events.find(({ type }) => type === 'gate_resolved')).toMatchObject({ amount: { tokens: 600 } })
  })

  it('is raised by a resume, which closes the question, and by a stored answer with an amount', async () => {
    const [host, plan] = [memoryHost(), { phases: phases(4) }]
    const driver = (): ReturnType<typeof createScriptedDriver> => spender(5).driver
    const { run } = await runPlan({ host, plan, driver: driver(), concurrency: 1, budget: { tokens: 700 } })
    const open = (budget?: { tokens: number }) =>
      openRun({ host, runId: run.id, driver: driver(), ...(budget && { budget }) })
    await expect(open({ tokens: 600 })).rejects.toThrow(
      /^`budget\.tokens` is the limit of the full run: it must be above the [78]00 that run \S+ has used; got 600\.$/,
    )
    const second = await (await open({ tokens: 1_200 })).start()
    expect(second).toMatchObject({ status: 'waiting', gates: [{ id: 'run:budget:2' }] })
    const command = { type: 'answer', gateId: 'run:budget:2', choice: 'approve' } as const
    const { store } = host
    const wrong = answerRun({ store, runId: run.id, command: { ...command, amount: { usd: 5 } } })
    await expect(wrong).rejects.toMatchObject({ code: 'GATE_CHOICE' })
    await answerRun({ store, runId: run.id, command: { ...command, amount: { tokens: 300 } } })
    const other = answerRun({ store, runId: run.id, command: { ...command, amount: { tokens: 400 } } })
    await expect(other).rejects.toMatchObject({ code: 'GATE_EXPIRED' })
    const third = await (await open()).start()
    expect(third).toMatchObject({ status: 'waiting', gates: [{ id: 'run:budget:3' }] })
    expect(third.gates[0]!.details[0]).toMatch(/^1,[5-7]00 of 1,[5-7]00 tokens$/)
    const last = await (await open({ tokens: 1_000_000 })).start()
    expect(last.status).toBe('completed')
    await expect(open({ tokens: 2_000_000 })).rejects.toMatchObject({ code: 'RUN_ENDED' })
  })

  it('unattended: waits with the spent amount, and continues counting after a resume', async () => {
    const host = memoryHost()
    const first = await runPlan({
      host,
      plan: { phases: phases(3) },
      driver: spender(5).driver,
      concurrency: 1,
      budget: { usd: 1.05 },
    })
    expect(first.report.status).toBe('waiting')
    expect(first.report.gates).toMatchObject([
      {
        blocker: 'budget_exceeded',
        exhausted: ['usd'],
        details: [
          '1.10 of 1.05 US dollars',
          expect.stringMatching(
            /^2 of 3 phases done; at their rate the other one needs about 0\.\d\d US dollars$/,
          ),
        ],
      },
    ])
    expect(statuses(first.report)).toMatchObject({ p0: 'completed', p1: 'completed' })
    const again = await openRun({ host, runId: first.run.id, driver: spender(5).driver })
    await again.answer('run:budget:1', 'approve')
    const report = await again.start()
    expect(report.status).toBe('completed')
    expect(report.spent.usd).toBeGreaterThanOrEqual(1.5)
    expect(report.spent.usd).toBeLessThan(1.7)
  })

  it('of sessions lets started ones end, and starts no more', async () => {
    const { driver } = spender(1)
    const { report } = await runPlan({
      plan: { phases: phases(5) },
      driver,
      concurrency: 4,
      budget: { sessions: 2 },
    })
    expect(report.status).toBe('waiting')
    expect(driver.requests).toHaveLength(2)
    expect(report.spent.sessions).toBe(2)
    expect(report.phases.filter(({ status }) => status === 'completed')).toHaveLength(2)
  })

  it.each(['budget', 'phaseBudget'] as const)(
    'as %s pays for nothing twice: a committed part is not redone',
    async (kind) => {
      const { driver, made } = spender(5)
      const subtasks = ['s1', 's2', 's3'].map((id) => ({ id, title: id, body: 'A part.' }))
      const { report, events } = await runPlan({
        plan: { phases: [{ id: 'p', title: 'P', body: 'Work.', subtasks }] },
        driver,
        units: 'subtask',
        parallelSubtasks: false,
        // Two parts and the start of a third.
        [kind]: { tokens: 1_100 },
        onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.approve?.() : undefined),
      })
      expect(report.status).toBe('completed')
      expect(made.units).toEqual(
        ['s1', 's2', 's3', 's3'].map((subtaskId) => ({ kind: 'subtask', subtaskId })),
      )
      expect(told(events, 'subtask_started')).toHaveLength(4)
      expect(told(events, 'phase_continued')).toEqual(['phase_continued p'])
    },
  )

  it('of one phase opens a gate about that phase, and the others continue', async () => {
    const { driver } = spender(5)
    const { report } = await runPlan({
      plan: { phases: phases(2) },
      driver,
      phaseBudget: { tokens: 300 },
      onGate: (gate) =>
        gate.kind === 'blocker' && gate.phaseIds[0] === 'p0' ? gate.choices.skip?.() : undefined,
    })
    expect(statuses(report)).toEqual({ p0: 'skipped', p1: 'waiting' })
    expect(report.gates).toMatchObject([{ blocker: 'budget_exceeded', phaseIds: ['p1'] }])
  })

  it('passes on the remaining amount', async () => {
    const { driver } = spender(2)
    await runPlan({
      plan: { phases: phases(2) },
      driver,
      concurrency: 1,
      budget: { tokens: 1_000, usd: 5 },
      phaseBudget: { tokens: 900 },
    })
    expect(driver.requests.map(({ limits }) => limits)).toEqual([
      { tokens: 900, usd: 5 },
      { tokens: 800, usd: 4.8 },
    ])
  })

  it('that cannot be metered, or is not valid, is refused before anything is created', async () => {
    const driver = { ...createScriptedDriver(), meters: ['tokens' as const] }
    const make = (budget: RunOptions['budget'] & object) =>
      createRun({ plan: { phases: phases(1) }, host: memoryHost(), driver, budget })
    await expect(make({ usd: 1 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message:
        'The driver "scripted" cannot count usd: it counts tokens. Give another limit, or another driver.',
    })
    for (const wrong of [{ tokens: 0 }, { tokens: Number.NaN }, { sessions: -1 }, { euros: 1 }])
      await expect(make(wrong as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })

  it('is exceeded by at most one model request per running session', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          count: fc.integer({ min: 1, max: 6 }),
          concurrency: fc.integer({ min: 1, max: 4 }),
          requests: fc.integer({ min: 1, max: 8 }),
          tokens: fc.integer({ min: 100, max: 3_000 }),
          ofPhase: fc.option(fc.integer({ min: 100, max: 1_500 }), { nil: undefined }),
          /**
           * The number of records after which each process dies. A later process survives, and asks for more.
           */
          deaths: fc.array(fc.integer({ min: 3, max: 40 }), { maxLength: 3 }),
        }),
        async (world) => {
          await spendAll(world)
        },
      ),
      { numRuns: runsOf(40) },
    )
  })
})

interface SpendingWorld {
  count: number
  concurrency: number
  requests: number
  tokens: number
  ofPhase: number | undefined
  deaths: number[]
}

/**
 * Runs to the end, through deaths and gates, next to a model of the budget: the actual and the allowed
 * requests. The model counts requests as they are made, and compares the reported spending with them.
 */
const spendAll = async ({ count, concurrency, requests, tokens, ofPhase, deaths }: SpendingWorld) => {
  const { driver, made } = spender(requests)
  const host = crashAfter(deaths[0] ?? Infinity, 'after')
  const options = { host, driver }
  let allowed = tokens
  let lost = 0
  const within = (spent: number): void => {
    // A death loses usage after the last record: at most one request of each session.
    expect(made.requests * 100 - spent).toBeLessThanOrEqual(lost)
    expect(spent).toBeLessThanOrEqual(made.requests * 100)
    expect(made.requests * 100).toBeLessThanOrEqual(Math.ceil(allowed / 100) * 100 + concurrency * 100 + lost)
  }
  const budgets = { budget: { tokens }, ...(ofPhase !== undefined && { phaseBudget: { tokens: ofPhase } }) }
  const rules = { trust: 'autonomous', artifacts: 'none', planApproved: true } as const
  let run = await createRun({
    plan: { phases: phases(count) },
    concurrency,
    ...options,
    ...budgets,
    ...rules,
  })
  const runId = run.id
  for (let process = 0; process < 16; process++) {
    const report = await run.start().catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    if (report) within(report.spent.tokens)
    else {
      // Requests of a session until it receives the abort, and its unreported usage.
      for (let turn = 0; turn < 12; turn++) await new Promise(setImmediate)
      lost += concurrency * 300
      host.revive()
    }
    if (report?.status === 'completed') return
    run = await openRun({ ...options, runId })
    for (const { id, blocker, phaseIds } of run.gates()) {
      expect(blocker).toBe('budget_exceeded')
      const isOfRun = phaseIds.length === 0
      if (isOfRun) allowed = Math.max(run.report().spent.tokens, tokens) + tokens
      await run.answer(id, 'approve')
    }
  }
  // The same amount again may never suffice for concurrent sessions under two budgets.
  expect(Math.min(tokens, ofPhase ?? Infinity)).toBeLessThanOrEqual(2 * concurrency * requests * 100 + 200)
}
