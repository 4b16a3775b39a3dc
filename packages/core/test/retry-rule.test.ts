import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RetryRule } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'
import { defineReviewer, driverError } from '../src/plugin.ts'
import { runPlan } from './run-plan.ts'

const plan = { phases: [{ id: 'a', title: 'a' }] }

/** A driver whose first sessions fail, each in another way. */
const failing = (count: number) =>
  createScriptedDriver(async ({ workspace }, _context, number) => {
    if (number < count) throw new Error(`broken ${'abcdefgh'[number] ?? number}`)
    await workspace.fs.writeFile('/a.txt', 'a')
  })

const rejecting = () =>
  defineReviewer({
    id: 'r',
    scope: 'phase',
    review: async () => ({
      approved: false,
      summary: 'No.',
      comments: [{ severity: 'major', message: 'Not like this.' }],
    }),
  })

/** The attempts of a run whose rule gives these decisions, and the questions that the rule was asked. */
const runWith = async (retryRule: RetryRule, options: object = {}) => {
  const asked: [message: string, attempt: number, tries: number, earlier: number][] = []
  const run = await runPlan({
    ...{ plan, driver: failing(4), maxAttempts: 2 },
    retryRule: (failure, history) => {
      const { attempt, tries, earlier } = history
      asked.push([failure.message, attempt, tries, earlier.length])
      return retryRule(failure, history)
    },
    ...options,
  })
  return { ...run, asked }
}

describe('a rule for retries', () => {
  it('allows more attempts than `maxAttempts`, and is asked once about each failure', async () => {
    const { report, asked } = await runWith(() => 'retry')
    expect(report.status).toBe('completed')
    expect(asked).toEqual([
      ['broken a', 1, 1, 0],
      ['broken b', 2, 2, 1],
      ['broken c', 3, 3, 2],
      ['broken d', 4, 4, 3],
    ])
  })

  it('ends the phase, or asks a person', async () => {
    const failed = await runWith(() => 'fail')
    expect(failed.report.status).toBe('failed')
    expect(failed.asked).toHaveLength(1)
    const { report } = await runWith((_failure, { tries }) => (tries < 3 ? 'retry' : 'ask'))
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'attempts_exhausted' }] })
  })

  it.each([
    ['failures', 'attempts_exhausted', { driver: failing(1_000) }],
    ['rejections', 'review_rejected', { driver: failing(0), reviewers: [rejecting()] }],
  ])('asks a person after 25 %s, whatever it decides', async (_, blocker, options) => {
    const { report, asked } = await runWith(() => 'retry', options)
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker }] })
    expect(asked.length).toBe(25)
  })

  it('is asked about failed checks and rejecting reviews', async () => {
    const driver = createScriptedDriver(({ workspace }, _context, number) =>
      workspace.fs.writeFile('/a.txt', String(number)).then(() => ({})),
    )
    let checks = 0
    const host = memoryHost({ commands: () => ({ exitCode: checks++ === 0 ? 1 : 0 }) })
    let reviews = 0
    const reviewer = defineReviewer({
      id: 'r',
      scope: 'phase',
      review: () => Promise.resolve({ approved: reviews++ > 0, summary: `review ${reviews}`, comments: [] }),
    })
    const { report, asked } = await runWith(() => 'retry', {
      ...{ driver, host, reviewers: [reviewer], verify: { test: ['test'] } },
      retry: { maxAttempts: 1, maxReviewRounds: 1 },
    })
    expect(report.status).toBe('completed')
    expect(asked.map(([message]) => message)).toEqual([
      'The check "test" failed.',
      expect.stringContaining('review 1'),
    ])
  })

  it('is asked about a hung session when it would count, and about a lost one', async () => {
    for (const [failureClass, sessions] of [
      ['hung', 2],
      ['session_lost', 1],
    ] as const) {
      const driver = createScriptedDriver(() => {
        throw driverError(failureClass)
      })
      const { report, asked } = await runWith(() => 'fail', { driver })
      expect(report.status).toBe('failed')
      expect([asked.length, driver.requests.length], failureClass).toEqual([1, sessions])
    }
  })

  it('is asked about commit hooks that refuse a phase', async () => {
    const host = memoryHost()
    let refusals = 0
    const git: typeof host.git = {
      ...host.git,
      runHooks: async (_workspace, { message }) =>
        ++refusals < 3
          ? { outcome: 'failed', hook: 'commit-msg', output: `refused ${'abc'[refusals]}` }
          : { outcome: 'passed', message },
    }
    const { report, asked } = await runWith(() => 'retry', {
      ...{ host: { ...host, git }, driver: failing(0), hooks: 'on', retry: { maxAttempts: 1 } },
    })
    expect(report.status).toBe('completed')
    expect(asked.map(([message]) => message)).toEqual(
      Array(2).fill('The commit hook commit-msg refused the phase.'),
    )
  })

  describe('about work that does not merge with the head', () => {
    const clash = { phases: ['a', 'b'].map((id) => ({ id, title: id })) }
    /** The first sessions of both phases run at once and write one file. */
    const clashing = () => {
      let begun = (): void => {}
      const both = new Promise<void>((resolve) => (begun = resolve))
      let tries = 0
      return createScriptedDriver(async ({ workspace, phase }) => {
        if (phase?.id === 'b') begun()
        await both
        await workspace.fs.writeFile('/same.txt', phase?.id === 'b' ? `b ${++tries}` : 'a')
      })
    }

    it.each([
      ['retry', { status: 'completed' }],
      ['fail', { status: 'failed' }],
      ['ask', { status: 'waiting', gates: [{ blocker: 'merge_conflict' }] }],
    ] as const)('%s', async (decision, expected) => {
      const { report, asked } = await runWith(() => decision, { plan: clash, driver: clashing() })
      expect(report).toMatchObject(expected)
      expect(asked).toHaveLength(1)
      expect(asked[0]![0]).toMatch(/^Phase [ab] conflicts with .*same\.txt\.$/)
    })
  })

  it.each(['auth', 'environment', 'permission', 'cancelled'] as const)(
    'is not asked about %s, which another attempt does not repair',
    async (failureClass) => {
      const driver = createScriptedDriver(() => {
        throw driverError(failureClass)
      })
      const { report, asked } = await runWith(() => 'retry', { driver })
      expect(report.status).toBe('waiting')
      expect(asked).toEqual([])
    },
  )

  it.each([
    ['undefined', () => undefined, 'got undefined'],
    ['an unknown text', () => 'again', 'got "again"'],
    ['a promise', () => Promise.resolve('retry'), 'got a promise'],
    [
      'an error',
      () => {
        throw new Error('a broken rule')
      },
      'a broken rule',
    ],
  ])('that gives %s is reported, and `retry` decides', async (_what, rule, part) => {
    const errors: [unknown, string?][] = []
    const { report, asked } = await runWith(rule as never, {
      onListenerError: (...given: [unknown, string?]) => errors.push(given),
    })
    expect(report.status).toBe('failed')
    expect(asked).toHaveLength(2)
    expect(errors).toHaveLength(2)
    expect(String(errors[0]![0])).toContain(part)
    expect(errors[0]![1]).toBe('`retryRule`')
  })
})

it('its decisions are journalled: a resume without the rule repeats them, warns, and then uses `retry`', async () => {
  const host = memoryHost()
  let sessions = 0
  const driver = createScriptedDriver(() => {
    if (++sessions === 4) run.cancel()
    throw new Error(`broken ${'abcdefgh'[sessions]}`)
  })
  const run = await createRun({
    ...{ host, driver, plan, reviewers: [], trust: 'autonomous', planApproved: true },
    ...{ maxAttempts: 2, retryRule: () => 'retry' as const },
  })
  expect((await run.start()).status).toBe('cancelled')
  const errors: string[] = []
  const again = await openRun({
    ...{ host, runId: run.id, driver: failing(9), reviewers: [] },
    onListenerError: (error) => errors.push(String(error)),
  })
  const retries = again.report().phases[0]!
  expect(retries.attempts).toHaveLength(4)
  expect((await again.start()).status).toBe('failed')
  expect(errors).toEqual([expect.stringContaining('`retry` decides')])
})
