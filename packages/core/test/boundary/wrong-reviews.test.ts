import { describe, expect, it } from 'vitest'
import { defineCheckpointStrategy } from '../../src/lib/contract/checkpoint-strategy.ts'
import { defineDriver } from '../../src/lib/contract/driver.ts'
import { defineEvaluator, defineReviewer } from '../../src/lib/contract/reviewer.ts'
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

describe('a wrong verdict of a reviewer rejects the phase and names the reviewer', () => {
  it.each(
    wrongResults(
      { ...verdict, approved: true, comments: [] },
      { approved: 'boolean', summary: 'anyText', comments: 'list' },
    ),
  )('%s', async (_what, value) => {
    const reviewer = defineReviewer({
      id: 'own',
      scope: 'phase',
      review: () => Promise.resolve(value as never),
    })
    const { report } = await run({ reviewers: [reviewer], retry: { maxReviewRounds: 1 } })
    expect(report.status).not.toBe('completed')
    expect(JSON.stringify(report)).toContain('The verdict of \\"own\\" cannot be read: ')
  })
})

describe('a wrong answer of an evaluator implements each comment, and says why', () => {
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
    const { events } = await run({ reviewers: [reviewer], evaluator, retry: { maxReviewRounds: 1 } })
    const review = events.find(({ type }) => type === 'review_completed')
    const reason: unknown = expect.stringContaining("The evaluator's answer cannot be read: ")
    expect(review).toMatchObject({ comments: [{ disposition: 'implement', reason }] })
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
