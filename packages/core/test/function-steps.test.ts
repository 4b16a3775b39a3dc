import { describe, expect, it } from 'vitest'
import { createRun, openRun, readRun, type RunOptions, type StepFunctions } from '../src/index.ts'
import { driverError, type StepDraft } from '../src/plugin.ts'
import { createScriptedDriver, type ManualClock, memoryHost, type MemoryHost } from '../src/testing.ts'
import { Crash, crashAfter } from './crash-after.ts'

const call = (name: string, more: Partial<StepDraft> = {}): StepDraft => ({
  ...{ id: 's1', action: 'function', name },
  ...more,
})

const planOf = (...steps: StepDraft[]) => ({
  title: 'Work',
  meta: { tenant: 't1' },
  phases: [{ id: 'a', title: 'A', subtasks: [{ id: 'a.1', title: 'Deploy', steps }] }],
})

const rules = { trust: 'autonomous', artifacts: 'none', planApproved: true, reviewers: [] } as const

const create = (
  functions: StepFunctions,
  step: StepDraft = call('deploy', { input: { region: 'eu' } }),
  more: Partial<RunOptions> & { host?: MemoryHost<ManualClock> } = {},
) => {
  const { host = memoryHost({ clock: 'manual' }) } = more
  return createRun({ plan: planOf(step), functions, ...rules, ...more, host })
}

it('a step calls its function, whose result is journalled and reported', async () => {
  const seen: unknown[] = []
  const host = memoryHost({ clock: 'manual' })
  const deploy: StepFunctions[string] = async ({ input, context, signal }) => {
    const { run, phase, attempt, unit, step, idempotencyKey, workspace } = context
    seen.push({ input, run, phase, attempt, unit, step, idempotencyKey, aborted: signal.aborted })
    await workspace.fs.writeFile('deployed.txt', 'eu')
    return { url: 'https://eu.example', token: 'hunter2-hunter2' }
  }
  const run = await create({ deploy }, undefined, { host, secrets: ['hunter2-hunter2'] })
  const completed = run.once('step_completed')
  const report = await run.start()
  expect(seen).toEqual([
    {
      input: { region: 'eu' },
      run: { id: run.id, title: 'Work', meta: { tenant: 't1' } },
      phase: { id: 'a', title: 'A', risk: 'medium' },
      attempt: 1,
      unit: { kind: 'step', subtaskId: 'a.1', stepId: 's1' },
      step: { id: 's1', description: '' },
      idempotencyKey: `${run.id}/a/s1/1`,
      aborted: false,
    },
  ])
  const result = { url: 'https://eu.example', token: '[redacted]' }
  expect(await completed).toMatchObject({ result, output: expect.stringContaining('https://eu.example') })
  expect(report).toMatchObject({ status: 'completed' })
  expect(host.git.filesOf(report.head).get('deployed.txt')).toBe('eu')
  const stored = await readRun({ host, runId: run.id })
  expect(stored.report.phases[0]?.subtasks?.[0]?.steps?.[0]).toMatchObject({ status: 'completed', result })
})

it('a phase of functions needs no agent, and may change nothing', async () => {
  const run = await create({ deploy: () => undefined })
  expect(await run.start()).toMatchObject({ status: 'completed', phases: [{ unchanged: true }] })
})

it('a validation command decides about the result', async () => {
  const host = memoryHost({ clock: 'manual', commands: () => 1 })
  const run = await create({ deploy: () => 1 }, call('deploy', { validationCommand: 'npm test' }), { host })
  const report = await run.start()
  expect(report.phases[0]?.failure).toMatchObject({ class: 'verification_failed', command: 'npm test' })
})

describe('a function that fails', () => {
  it('is called again by the class of its error: with the same key in the same attempt', async () => {
    const keys: string[] = []
    const host = memoryHost()
    const deploy: StepFunctions[string] = ({ context }) => {
      keys.push(context.idempotencyKey)
      if (keys.length === 1) throw driverError('transient', { message: 'the API is down' })
      if (keys.length === 2) throw new Error('refused')
      return null
    }
    const run = await createRun({ plan: planOf(call('deploy')), functions: { deploy }, host, ...rules })
    const failed = run.once('step_failed')
    expect(await run.start()).toMatchObject({ status: 'completed', phases: [{ attempt: 2 }] })
    expect(keys.map((key) => key.slice(run.id.length))).toEqual(['/a/s1/1', '/a/s1/1', '/a/s1/2'])
    expect(await failed).toMatchObject({
      failure: {
        class: 'transient',
        message: expect.stringContaining('"deploy" of step s1 failed: the API'),
      },
    })
  })

  it.each([
    ['an error', () => Promise.reject(new Error('refused')), 'command_failed', /deploy.*refused/],
    ['a date', () => new Date(0), 'environment', /must return JSON data of at most 16 kB.*or nothing; got/],
    ['a function', () => () => 1, 'environment', /must return JSON/],
    ['too much', () => 'x'.repeat(20_000), 'environment', /must return JSON/],
  ])('with %s asks a person', async (_, deploy, blocker, question) => {
    const retry = { maxAttempts: 1, onExhausted: 'ask' } as const
    const run = await create({ deploy }, undefined, { retry })
    const { gates } = await run.start()
    expect(gates).toMatchObject([{ blocker, question: expect.stringMatching(question) }])
  })

  it('is stopped after the time limit', async () => {
    const deploy: StepFunctions[string] = ({ signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
    const host = memoryHost()
    const more = { sessionTimeoutMs: 1_000, maxAttempts: 1, ...rules }
    const run = await createRun({ plan: planOf(call('deploy')), functions: { deploy }, host, ...more })
    const report = await run.start()
    expect(report.phases[0]?.failure?.message).toMatch(/The function did not end within 1.0 s/)
  })
})

it('a person is asked before a step of high risk, and about calls in a plan that nobody approved', async () => {
  const run = await create({ deploy: () => 1 }, call('deploy', { risk: 'high', input: { a: 1 } }))
  const { gates } = await run.start()
  expect(gates).toMatchObject([
    { blocker: 'needs_judgment', details: ['calls the function deploy({"a":1})'] },
  ])
  const plan = { ...planOf(call('deploy', { input: { a: 1 } })), byAgent: true }
  const other = await create({ deploy: () => 1 }, undefined, { plan, planApproved: false, trust: 'paranoid' })
  const [gate] = (await other.start()).gates
  expect(gate).toMatchObject({ kind: 'plan', details: [expect.stringContaining('function deploy({"a":1})')] })
})

it('an agent that executes steps does not call functions', async () => {
  let calls = 0
  const driver = createScriptedDriver()
  const run = await create({ deploy: () => ++calls }, undefined, { driver, steps: 'driver' })
  expect(await run.start()).toMatchObject({ status: 'completed' })
  expect([calls, driver.requests.length]).toEqual([1, 0])
})

it('a function that was called but not recorded gets the same key, and its result counts once', async () => {
  // The process dies before each of its records in turn: also between the return and its record.
  let most = 0
  for (let records = 1; ; records++) {
    const done = new Map<string, number>()
    let calls = 0
    const deploy: StepFunctions[string] = ({ context: { idempotencyKey: key } }) => {
      calls++
      if (!done.has(key)) done.set(key, done.size + 1)
      return { deployment: done.get(key) }
    }
    const host = crashAfter(records, 'before')
    const run = await create({ deploy }, undefined, { host, runId: 'r1' })
    const first = await run.start().catch((error: unknown) => error)
    host.revive()
    const again = await openRun({ host, runId: 'r1', functions: { deploy }, reviewers: [] }).catch(
      () => undefined,
    )
    const report = again ? await again.start() : undefined
    most = Math.max(most, calls)
    if (report) {
      expect(report).toMatchObject({ status: 'completed' })
      expect(done.size).toBe(1)
      expect(report.phases[0]?.subtasks?.[0]?.steps?.[0]).toMatchObject({ result: { deployment: 1 } })
    }
    if (!(first instanceof Crash)) {
      expect([calls, most]).toEqual([1, 2])
      break
    }
  }
})

describe('a process without a function', () => {
  it('is refused before anything starts, and nothing is lost', async () => {
    await expect(create({})).rejects.toMatchObject({
      code: 'FUNCTION_MISSING',
      details: { functions: ['deploy'], stepIds: ['s1'] },
    })
    const host = memoryHost({ clock: 'manual' })
    const run = await create({ deploy: () => 1 }, call('deploy', { requiresHumanJudgment: true }), { host })
    const [gate] = (await run.start()).gates
    const other = await openRun({ host, runId: run.id })
    await other.answer(gate!.id, 'approve')
    await expect(other.start()).rejects.toMatchObject({ code: 'FUNCTION_MISSING' })
    const records = (await host.store.load(run.id)).length
    const again = await openRun({ host, runId: run.id, functions: { deploy: () => 1 } })
    await again.answer(gate!.id, 'approve')
    expect(await again.start()).toMatchObject({ status: 'completed' })
    expect((await host.store.load(run.id)).length).toBeGreaterThan(records)
    // Nothing calls it any more.
    expect(await (await openRun({ host, runId: run.id })).start()).toMatchObject({ status: 'completed' })
  })

  it.each([
    [{ deploy: 5 }, /`functions.deploy` must be a function; got 5/],
    [[], /`functions` must be an object of functions by name/],
  ])('functions cannot be %j', async (functions, message) => {
    await expect(create(functions as unknown as StepFunctions)).rejects.toThrow(message)
  })

  it('a step needs a name, and data as its input', async () => {
    const wrong = call('', { input: { at: new Date(0) } })
    await expect(create({}, wrong)).rejects.toMatchObject({ code: 'PLAN_INVALID' })
    await expect(create({}, call(' '))).rejects.toThrow(/has the action function but no name/)
  })
})
