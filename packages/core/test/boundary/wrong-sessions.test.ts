import { describe, expect, it } from 'vitest'
import { defineDriver, type SessionProgress, type SessionResult } from '../../src/lib/contract/driver.ts'
import { defineParser } from '../../src/lib/contract/plan-parser.ts'
import { generatePlan } from '../../src/lib/run/doors.ts'
import { memoryHost } from '../../src/lib/testing/memory/memory-host.ts'
import { runPlan, type PlanRun } from '../run-plan.ts'
import { wrongValues } from './wrong-values.ts'

const plan = { phases: [{ id: 'a', title: 'a' }] }

/** Runs one session of a driver without type checks. */
const runWith = (
  session: (emit: (progress: never) => void, signal: AbortSignal) => unknown,
  more: object = {},
): Promise<PlanRun> => {
  const driver = defineDriver({
    id: 'wrong',
    provider: 'p',
    meters: ['tokens', 'usd'],
    runSession: async ({ workspace }, { emit, signal }) => {
      await workspace.fs.writeFile('/a.txt', 'a')
      return session(emit, signal) as SessionResult
    },
  })
  return runPlan({ plan, driver, ...more })
}

const result = { text: 'done', usage: {} }
const figures = ['inputTokens', 'cachedInputTokens', 'outputTokens', 'usd']

/** Wrong values of an amount. */
const wrongAmounts = wrongValues('count').filter(({ what }) => what !== 'a fraction')
const wrongObjects = wrongValues('plugin')
const wrongTexts = wrongValues('text').filter(({ what }) => what !== 'empty text')

const results: [name: string, value: unknown, part: string][] = [
  ['undefined', undefined, '`result`'],
  ...wrongObjects
    .filter(({ what }) => !['an object', 'an unknown key'].includes(what))
    .map(({ what, value }): [string, unknown, string] => [
      what,
      // The engine awaits a promise: its value is checked.
      what === 'a promise' ? Promise.resolve('text') : value,
      '`result`',
    ]),
  ['an empty object', {}, '`result.text`'],
  ['no usage', { text: '' }, '`result.usage`'],
  ...wrongTexts.flatMap(({ what, value }): [string, unknown, string][] => [
    [`text: ${what}`, { ...result, text: value }, '`result.text`'],
    [`sessionId: ${what}`, { ...result, sessionId: value }, '`result.sessionId`'],
  ]),
  ...wrongObjects.flatMap(({ what, value }): [string, unknown, string][] =>
    what === 'an object' ? [] : [[`usage: ${what}`, { ...result, usage: value }, '`result.usage']],
  ),
]

const usages: [name: string, usage: object, part: string][] = [
  ...figures.flatMap((figure) =>
    wrongAmounts.map(({ what, value }): [string, object, string] => [
      `${figure}: ${what}`,
      { [figure]: value },
      figure,
    ]),
  ),
  ['inputTokens: Infinity', { inputTokens: Infinity }, 'inputTokens'],
  ['usd: digits as text', { usd: '0.5' }, 'usd'],
  ['estimated: false', { usd: 1, estimated: false }, 'estimated'],
  ['the name of another API', { input_tokens: 5 }, 'Did you mean `'],
]

const progress: [name: string, value: unknown, part: string][] = [
  ['undefined', undefined, '`progress`'],
  ...wrongObjects.map(({ what, value }): [string, unknown, string] => [what, value, '`progress']),
  ['an unknown type', { type: 'usages' }, '`progress.type`'],
  ...[
    { type: 'text', text: 'a' },
    { type: 'tool', name: 'n', summary: 's' },
    { type: 'usage', usage: {} },
    { type: 'todo', items: [] },
    { type: 'session', sessionId: 'i' },
    { type: 'waiting', reason: 'transient' },
  ].flatMap((whole) =>
    Object.keys(whole)
      .filter((key) => key !== 'type')
      .flatMap((key): [string, unknown, string][] => [
        [`${whole.type} without ${key}`, { ...whole, [key]: undefined }, `\`progress.${key}\``],
        ...(['usage', 'items'].includes(key) ? wrongObjects : wrongTexts)
          .filter(({ what }) => !(key === 'usage' && what === 'an object'))
          .filter(({ what }) => !(key === 'reason' && what === 'text'))
          .map(({ what, value }): [string, unknown, string] => [
            `${whole.type}, ${key}: ${what}`,
            { ...whole, [key]: value },
            `\`progress.${key}`,
          ]),
      ]),
  ),
  ['an item', { type: 'todo', items: [{ text: 'a', status: 'done' }] }, '`progress.items[0].status`'],
]

const expectBlocked = ({ report }: PlanRun, ...parts: string[]): void => {
  expect(report.status).toBe('waiting')
  const [gate] = report.gates
  expect(gate).toMatchObject({ blocker: 'environment' })
  const told = [gate!.question, ...gate!.details].join('\n')
  for (const part of ['driver "wrong"', ...parts]) expect(told).toContain(part)
}

describe('a wrong result of `runSession` blocks the phase', () => {
  it.each(results)('%s', async (_name, value, part) => {
    expectBlocked(await runWith(() => value), '`runSession`', part)
  })

  it.each(usages)('usage with %s', async (_name, usage, part) => {
    expectBlocked(await runWith(() => ({ ...result, usage })), '`runSession`', part)
  })
})

describe('wrong progress blocks the phase', () => {
  it.each(progress)('%s', async (_name, value, part) => {
    const run = await runWith((emit) => {
      emit(value as never)
      return result
    })
    expectBlocked(run, '`emit`', part)
  })

  it.each(usages)('usage with %s', async (_name, usage, part) => {
    const run = await runWith((emit) => {
      emit({ type: 'usage', usage } as never)
      return result
    })
    expectBlocked(run, '`emit`', part)
  })
})

it('stops a session that emits a wrong value', async () => {
  const run = await runWith(
    (emit, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')))
        emit({ type: 'usage', usage: { usd: -1 } } as never)
      }),
  )
  expectBlocked(run, '`progress.usage.usd` must be a number of at least 0; got -1.')
})

it('accepts each kind of progress and result', async () => {
  const all: SessionProgress[] = [
    { type: 'text', text: '' },
    { type: 'tool', name: 'n', summary: '' },
    { type: 'usage', usage: { inputTokens: 1.5, usd: 0, estimated: true } },
    { type: 'todo', items: [{ text: 'a', status: 'pending' }] },
    { type: 'session', sessionId: 'i' },
    { type: 'waiting', reason: 'rate_limited', until: 5 },
  ]
  const { report } = await runWith((emit) => {
    for (const each of all) emit(each as never)
    return { ...result, sessionId: 's', output: null, extra: 1 }
  })
  expect(report.status).toBe('completed')
})

describe('a budget', () => {
  it.each([
    ['negative usage', { inputTokens: -1_000_000 }],
    ['usage that is not a number', { inputTokens: Number.NaN, usd: 'free' }],
    ['usage under another name', { tokens: 5 }],
  ])('is not bypassed by %s', async (_name, usage) => {
    let sessions = 0
    const run = await runWith(
      () => {
        sessions++
        return { ...result, usage }
      },
      { plan: { phases: ['a', 'b', 'c'].map((id) => ({ id, title: id })) }, budget: { tokens: 10 } },
    )
    expect(run.report.status).toBe('waiting')
    expect(run.report.phases.filter(({ status }) => status === 'completed')).toEqual([])
    expect(sessions).toBe(3)
  })

  it.each([
    ['no figures', {}, { tokens: 10 }, '`usage.inputTokens` or `usage.outputTokens`'],
    ['dollars only', { usd: 0.1 }, { tokens: 10 }, '`usage.inputTokens` or `usage.outputTokens`'],
    ['cached tokens only', { cachedInputTokens: 9 }, { tokens: 10 }, '`usage.inputTokens`'],
    ['tokens only', { inputTokens: 1 }, { usd: 1 }, '`usage.usd`'],
  ])('is not bypassed by a driver that reports %s', async (_name, usage, budget, part) => {
    for (const more of [{ budget }, { phaseBudget: budget }])
      expectBlocked(await runWith(() => ({ ...result, usage }), more), 'as `meters` says', part)
  })

  it('takes figures that the driver reported during the session', async () => {
    const session = (emit: (progress: never) => void): unknown => {
      emit({ type: 'usage', usage: { outputTokens: 0 } } as never)
      return result
    }
    const { report } = await runWith(session, { budget: { tokens: 10, sessions: 9 } })
    expect(report.status).toBe('completed')
  })

  it('counts valid usage of an invalid result', async () => {
    const run = await runWith(() => ({ usage: { inputTokens: 700 } }), { budget: { tokens: 10_000 } })
    expectBlocked(run, '`result.text`')
    expect(run.report.spent.tokens).toBe(700)
  })
})

describe('generatePlan', () => {
  const parser = defineParser({ id: 'task-heading', detect: () => 1, parse: () => ({ issues: [] }) })
  const write = (
    runSession: Parameters<typeof defineDriver>[0]['runSession'],
    more: object = {},
  ): Promise<unknown> =>
    generatePlan({
      goal: 'A goal.',
      host: memoryHost(),
      driver: defineDriver({ id: 'wrong', provider: 'p', meters: ['tokens'], runSession }),
      parsers: [parser],
      limits: { tokens: 1_000 },
      ...more,
    })

  it('refuses wrong usage, and stops at wrong progress', async () => {
    await expect(write(() => Promise.resolve({ text: '', usage: { inputTokens: -5 } }))).rejects.toThrow(
      'The driver "wrong" returned an invalid result from `runSession`: `result.usage.inputTokens` must be a number of at least 0; got -5.',
    )
    const stuck = write(
      (_request, { emit, signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')))
          emit({ type: 'usage', usage: { usd: Infinity } })
        }),
    )
    await expect(stuck).rejects.toThrow('`progress.usage.usd` must be a number of at least 0; got Infinity.')
  })

  it('refuses a session without the figures of its limits, and limits that its driver cannot count', async () => {
    await expect(write(async () => ({ text: '', usage: {} }))).rejects.toMatchObject({
      details: { class: 'environment' },
      message: expect.stringMatching(/counts tokens, .* reported no `usage.inputTokens`/) as string,
    })
    await expect(write(async () => ({ text: '', usage: {} }), { limits: { usd: 1 } })).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message:
        'The driver "wrong" cannot count usd: it counts tokens. Give another limit, or another driver.',
    })
  })

  it('counts tokens as a budget does, those of progress included', async () => {
    const given: unknown[] = []
    const call = write(
      async ({ limits }, { emit }) => {
        given.push(limits.tokens)
        emit({ type: 'usage', usage: { inputTokens: 500, cachedInputTokens: 500, outputTokens: 250 } })
        return { text: '', usage: {} }
      },
      { maxRepairs: 9 },
    )
    await expect(call).rejects.toMatchObject({ details: { class: 'budget_exceeded' } })
    expect(given).toEqual([1_000, 700, 400, 100])
  })
})
