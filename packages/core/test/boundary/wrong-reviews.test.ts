import { describe, expect, it } from 'vitest'
import { defineCheckpointStrategy } from '../../src/lib/contract/checkpoint-strategy.ts'
import { defineDriver } from '../../src/lib/contract/driver.ts'
import { defineEvaluator, defineReviewer } from '../../src/lib/contract/reviewer.ts'
import type { ReviewContext } from '../../src/lib/contract/reviewer.ts'
import { createScriptedDriver } from '../../src/lib/testing/driver/scripted-driver.ts'
import { runPlan, type RunPlanOptions } from '../run-plan.ts'
import { wrongValues } from './wrong-values.ts'

const driver = createScriptedDriver(({ workspace }, _context, number) =>
  workspace.fs.writeFile(`/${number}.txt`, 'x').then(() => ({})),
)
const run = (options: Partial<RunPlanOptions>) =>
  runPlan({ plan: { phases: [{ id: 'a', title: 'a' }] }, driver, maxAttempts: 1, ...options })

const comment = { severity: 'major', message: 'Rename it.' }
const verdict = { approved: false, summary: '', comments: [comment] }

/** Each value, and each member with a wrong value. */
const wrongResults = (whole: object, kinds: Record<string, 'boolean' | 'anyText' | 'list' | 'choice'>) => [
  ...wrongValues('plugin').map(({ what, value }) => [what, value] as const),
  ['undefined', undefined] as const,
  ...Object.entries(kinds).flatMap(([key, kind]) =>
    [...wrongValues(kind), { what: 'missing', value: undefined }].map(
      ({ what, value }) => [`${key}: ${what}`, { ...whole, [key]: value }] as const,
    ),
  ),
]

/** A verdict needs neither a summary nor comments. */
const mayBeAbsent = /^(summary|comments): (missing|null|undefined)$/

describe('a wrong verdict of a reviewer opens a gate that names the reviewer', () => {
  it.each(
    wrongResults(
      { ...verdict, approved: true, comments: [] },
      { approved: 'boolean', summary: 'anyText', comments: 'list' },
    ).filter(([what]) => !mayBeAbsent.test(what)),
  )('%s', async (_what, value) => {
    const reviewer = defineReviewer({
      id: 'own',
      scope: 'phase',
      review: () => Promise.resolve(value as never),
    })
    const { report } = await run({ reviewers: [reviewer], retry: { maxReviewRounds: 1 } })
    expect(report.gates).toMatchObject([
      {
        blocker: 'review_unclear',
        question: expect.stringContaining('The verdict of the reviewer "own" cannot be read: '),
      },
    ])
  })
})

describe('a wrong answer of an evaluator opens a gate that says why', () => {
  const judgement = { id: 'own-1', disposition: 'reject' }
  it.each([
    ...wrongResults([], {}).filter(([what]) => what !== 'an array'),
    ['a text in the list', ['x']] as const,
    ...wrongResults(judgement, { disposition: 'choice' })
      .slice(-8)
      .map(([what, value]) => [what, [value]] as const),
  ])('%s', async (_what, value) => {
    const reviewer = defineReviewer({
      id: 'own',
      scope: 'phase',
      review: () => Promise.resolve(verdict as never),
    })
    const evaluator = defineEvaluator({ evaluate: () => Promise.resolve(value as never) })
    const { events, report } = await run({ reviewers: [reviewer], evaluator, retry: { maxReviewRounds: 1 } })
    expect(events.map(({ type }) => type)).not.toContain('review_completed')
    const question: unknown = expect.stringContaining('The decision of the evaluator cannot be read: ')
    expect(report.gates).toMatchObject([{ blocker: 'review_unclear', question }])
  })
})

describe('a wrong verdict of a checkpoint strategy is a pause', () => {
  it.each([...wrongResults({}, {}), ['an unknown key', { pause: false, nonsense: 1 }] as const])(
    '%s',
    async (_what, value) => {
      const checkpoint = defineCheckpointStrategy({ decide: () => value as never })
      const { report } = await run({ checkpoint })
      expect(report.status).toBe('waiting')
      expect(JSON.stringify(report.gates)).toContain('The checkpoint strategy returned ')
    },
  )
})

describe('a wrong transcript is left out and reported', () => {
  it.each([
    ...wrongResults({ format: 'json', text: '' }, { format: 'anyText', text: 'anyText' }).filter(
      ([what]) => what !== 'undefined',
    ),
  ])('%s', async (_what, value) => {
    const errors: unknown[] = []
    const own = defineDriver({
      ...driver,
      id: 'own',
      runSession: async (request, context) => ({
        ...(await driver.runSession(request, context)),
        sessionId: 's',
      }),
      readTranscript: () => value as never,
    })
    const { report } = await run({ driver: own, onListenerError: (error) => errors.push(error) })
    expect(report.status).toBe('completed')
    expect(errors.map(String)).toEqual([
      expect.stringContaining('The driver "own" returned an invalid result from `readTranscript`'),
    ])
  })
})

describe('a reviewer that passes a wrong argument to its context is named', () => {
  const uses: [what: string, use: (context: ReviewContext) => Promise<unknown>, message: string][] = [
    ['a text', ({ session }) => session('Is it good?' as never), '`session` must be an object'],
    ['an empty prompt', ({ session }) => session({ prompt: '' }), '`session.prompt` must be a text'],
    [
      'an unknown key',
      ({ session }) => session({ prompt: 'x', output: {} } as never),
      '`session.output` is not known',
    ],
    [
      'a factory of drivers',
      ({ session }) => session({ prompt: 'x' }, createScriptedDriver as never),
      'call it, as in createScriptedDriver()',
    ],
    [
      'a command line',
      ({ command }) => command({ argv: 'npm run lint' } as never),
      '`command.argv` must be an array of the program and its arguments; got "npm run lint"',
    ],
  ]
  it.each(uses)('%s', async (_what, use, message) => {
    const reviewer = defineReviewer({
      id: 'own',
      scope: 'phase',
      review: async (_request, context) => (await use(context)) as never,
    })
    const { report } = await run({ reviewers: [reviewer] })
    expect(report.gates).toMatchObject([{ blocker: 'environment' }])
    expect(report.gates[0]!.question).toContain('The reviewer "own" passed an invalid value to `')
    expect(report.gates[0]!.question).toContain(message)
  })
})
