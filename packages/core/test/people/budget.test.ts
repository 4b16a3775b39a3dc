import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunOptions } from '../../src/index.ts'
import { createMemoryHost, createScriptedDriver } from '../../src/testing.ts'
import { runPlan, statuses, told } from '../run-plan.ts'

const phases = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `p${index}`, title: `P${index}`, body: 'Work.' }))

/** An agent that makes model requests until it is done or stopped, and says what each has used. */
const spender = (requests: number, tokens = 100) => {
  const made = { requests: 0, overLimit: 0 }
  const driver = createScriptedDriver(async ({ limits }, { signal, emit }) => {
    let used = 0
    for (let request = 0; request < requests; request++) {
      signal.throwIfAborted()
      made.requests++
      used += tokens
      if (used > (limits.tokens ?? Infinity) + tokens) made.overLimit++
      emit({ type: 'usage', usage: { inputTokens: used, usd: used / 1_000 } })
      // A request takes its time: what the engine has decided meanwhile is heard before the next one.
      await new Promise(setImmediate)
      await new Promise(setImmediate)
      await new Promise(setImmediate)
    }
    return { usage: { inputTokens: used, usd: used / 1_000 } }
  })
  return { driver, made }
}

describe('a budget', () => {
  it('stops what goes on over it, asks once, and goes on with as much again', async () => {
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
          ? gate.choices.accept?.()
          : undefined
      },
    })
    expect(report.status).toBe('completed')
    expect(asked).toHaveLength(1)
    expect(asked[0]![0]).toMatch(/^(700|800) of 700 tokens$/)
    expect(told(events, 'budget_exceeded')).toHaveLength(1)
    // What the stopped session has used is counted, although it was for nothing.
    expect(report.spent).toMatchObject({ tokens: made.requests * 100, sessions: 3 })
    expect([12, 13]).toContain(made.requests)
  })

  it('unattended waits with what was spent, and goes on counting after a resume', async () => {
    const host = createMemoryHost()
    const first = await runPlan({
      host,
      plan: { phases: phases(3) },
      driver: spender(5).driver,
      concurrency: 1,
      budget: { usd: 1 },
    })
    expect(first.report.status).toBe('waiting')
    expect(first.report.gates).toMatchObject([
      { blocker: 'budget_exceeded', details: [expect.stringMatching(/^1\.[01]0 of 1\.00 US dollars$/)] },
    ])
    expect(statuses(first.report)).toMatchObject({ p0: 'completed', p1: 'completed' })
    const again = await openRun({ host, runId: first.run.id, driver: spender(5).driver })
    await again.answer('run:budget:1', 'accept')
    const report = await again.start()
    expect(report.status).toBe('completed')
    expect(report.spent.usd).toBeGreaterThanOrEqual(1.5)
    expect(report.spent.usd).toBeLessThan(1.7)
  })

  it('of sessions lets those end that have begun, and begins no other', async () => {
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

  it('of one phase is a question about that phase, and the others go on', async () => {
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

  it('hands down what is left', async () => {
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

  it('that nobody can watch, or that is none, is refused before anything is created', async () => {
    const driver = { ...createScriptedDriver(), meters: ['tokens' as const] }
    const make = (budget: RunOptions['budget'] & object) =>
      createRun({ plan: { phases: phases(1) }, host: createMemoryHost(), driver, budget })
    await expect(make({ usd: 1 })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message:
        'The driver "scripted" cannot count usd: it counts tokens. Give another budget, or another driver.',
    })
    for (const wrong of [{ tokens: 0 }, { tokens: Number.NaN }, { sessions: -1 }, { euros: 1 }])
      await expect(make(wrong as never)).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  })

  it('is overspent by one model request a running session at most', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 100, max: 3_000 }),
        async (count, concurrency, requests, tokens) => {
          const { driver } = spender(requests)
          const { report } = await runPlan({
            plan: { phases: phases(count) },
            driver,
            concurrency,
            budget: { tokens },
          })
          expect(report.spent.tokens).toBeLessThanOrEqual(Math.ceil(tokens / 100) * 100 + concurrency * 100)
          const all = count * requests * 100
          expect(report.status).toBe(
            report.spent.tokens === all && all < tokens ? 'completed' : report.status,
          )
          if (all < tokens) expect(report.status).toBe('completed')
          else if (report.status === 'waiting') expect(report.gates).toHaveLength(1)
        },
      ),
      { numRuns: 100 },
    )
  })
})
