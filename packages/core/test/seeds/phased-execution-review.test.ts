import { describe, expect, it } from 'vitest'
import { driverEvaluator, driverReviewer, type RunEventOf } from '../../src/index.ts'
import { createScriptedDriver } from '../../src/testing.ts'
import { runPlan, type RunPlanOptions, statuses, told } from '../run-plan.ts'
import { forAgent, layers, row } from './seed-plans.ts'

const folder = 'docs/amelia/2026-01-01-work'
const approval = { approved: true, summary: 'Good.', comments: [] }
const comment = (severity: string, message: string) => ({
  severity,
  message,
  file: null,
  line: null,
  suggestion: null,
})
const rejection = {
  approved: false,
  summary: 'Not yet.',
  comments: [
    comment('critical', 'It loses a line.'),
    comment('major', 'Use a database.'),
    comment('major', 'The manual is old.'),
    comment('minor', 'Which currency?'),
  ],
}
const judge = (...dispositions: string[]) => ({
  judgements: dispositions.map((disposition, index) => ({
    id: `reviewer-${index + 1}`,
    disposition,
    reason: `Because of ${index + 1}.`,
  })),
})

/**
 * A run whose agent writes a line in each session, reviews with these verdicts in order before approving, and
 * evaluates comments with these decisions.
 */
const run = (verdicts: unknown[], judgements?: unknown, options: Partial<RunPlanOptions> = {}) => {
  const left = [...verdicts]
  const driver = createScriptedDriver(
    async ({ workspace }, _, number) => {
      await workspace.fs.writeFile('/work.txt', `session ${number}\n`)
    },
    {
      reviews: ({ role }) => ({
        output: role === 'evaluator' ? judgements : left.length > 0 ? left.shift() : approval,
      }),
    },
  )
  return runPlan({
    plan: { title: 'Work', phases: row(1) },
    driver,
    reviewers: [driverReviewer()],
    artifacts: 'commit',
    ...(judgements === undefined ? {} : { evaluator: driverEvaluator() }),
    ...options,
  }).then((result) => ({
    ...result,
    driver,
    roles: driver.requests.map(({ role }) => role),
    reviews: result.events.filter(
      (event): event is RunEventOf<'review_completed'> => event.type === 'review_completed',
    ),
  }))
}

describe('a review', () => {
  // seed: phased-execution 7
  it('comes after each phase and before its integration, in a read-only session (seed phased-execution, Evaluator Integration for Phase Review)', async () => {
    const { driver, roles, events, report } = await run([], undefined, {
      plan: { title: 'Work', phases: row(2) },
    })
    expect(report.status).toBe('completed')
    expect(roles).toEqual(['developer', 'reviewer', 'developer', 'reviewer'])
    for (const { role, access, resume } of driver.requests)
      expect({ access, resume }).toEqual({
        access: role === 'reviewer' ? 'read' : 'write',
        resume: undefined,
      })
    expect(told(events, 'review_started', 'review_completed', 'phase_completed')).toEqual([
      'review_started 1',
      'review_completed 1',
      'phase_completed 1',
      'review_started 2',
      'review_completed 2',
      'phase_completed 2',
    ])
  })

  // seed: phased-execution 3, phased-execution 84, phased-execution 85, phased-execution 86
  it('has only the comments to implement done (seed phased-execution, Evaluator Integration for Phase Review)', async () => {
    const { report, roles, driver, reviews, host } = await run(
      [rejection],
      judge('implement', 'reject', 'defer', 'clarify'),
    )
    expect(report.status).toBe('completed')
    expect(roles).toEqual(['developer', 'reviewer', 'evaluator', 'developer', 'reviewer'])
    expect(reviews.map(({ round, approved }) => [round, approved])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(driver.requests[3]!.resume).toBeUndefined()
    const again = driver.requests[3]!.prompt
    expect(again).toContain('It loses a line.')
    for (const other of ['database', 'manual', 'currency']) expect(again).not.toContain(other)
    expect(driver.requests[4]!.prompt).toContain('- critical, to be done: It loses a line.')
    expect(driver.requests[4]!.prompt).toContain('- major, rejected: Use a database.')
    const feedback = host.git.filesOf(report.phases[0]!.commit!).get(`${folder}/phase-1/review-feedback.md`)
    for (const [title, id] of [
      ['To implement', 1],
      ['To clarify, by a person', 4],
      ['Deferred', 3],
      ['Rejected', 2],
    ])
      expect(feedback).toContain(`### ${title}\n\n**reviewer-${id}**`)
    expect(feedback).toContain('Why: Because of 2.')
  })

  // seed: phased-execution 86
  it('without comments to implement does not block, even if it rejects (seed phased-execution, Evaluator Integration for Phase Review)', async () => {
    const { report, roles, reviews } = await run([rejection], judge('reject', 'reject', 'defer', 'clarify'))
    expect(report.status).toBe('completed')
    expect(roles).toEqual(['developer', 'reviewer', 'evaluator'])
    expect(reviews).toMatchObject([{ approved: true, round: 1 }])
    expect(report.phases[0]!.review?.comments.map(({ disposition }) => disposition)).toEqual([
      'reject',
      'reject',
      'defer',
      'clarify',
    ])
  })

  // seed: phased-execution 4, phased-execution-draft 6
  it('that rejects twice halts the run, and nothing of the phase is integrated (seed phased-execution, Phase Review with Retry)', async () => {
    const { report, roles } = await run([rejection, rejection], undefined, {
      plan: { title: 'Work', phases: row(2) },
    })
    expect(report.status).toBe('failed')
    expect(statuses(report)).toMatchObject({ 1: 'failed' })
    expect(report.phases[0]!.failure).toMatchObject({ class: 'review_rejected' })
    expect(report.phases[0]!.commit).toBeUndefined()
    expect(roles).toEqual(['developer', 'reviewer', 'developer', 'reviewer'])
  })

  // seed: phased-execution 89
  it('without a verdict approves nothing, and gives the developer no work (seed phased-execution, Phase Review with Retry)', async () => {
    for (const answers of [
      [null, {}],
      ['fine', { approved: 'yes' }],
    ]) {
      const { report, reviews, roles } = await run(answers)
      expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'review_unclear' }] })
      expect({ reviews, roles }).toEqual({ reviews: [], roles: ['developer', 'reviewer', 'reviewer'] })
    }
  })

  // seed: phased-execution 46
  it('judges the quality of tests in a phase of tests alone, not whether they pass (seed phased-execution, TDD Workflow)', async () => {
    const { driver } = await run([], undefined, { plan: forAgent(layers()) })
    const reviews = driver.requests.filter(({ role }) => role === 'reviewer').map(({ prompt }) => prompt)
    expect(reviews.map((prompt) => prompt.includes('Judge the tests'))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
    for (const prompt of reviews)
      expect(prompt.includes('They are expected to fail now')).toBe(prompt.includes('Judge the tests'))
  })
})
