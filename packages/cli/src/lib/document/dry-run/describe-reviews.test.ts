import { commandReviewer, driverEvaluator, driverReviewer, readPlan, type Plan } from '@amelia/core'
import { createScriptedDriver } from '@amelia/core/testing'
import { taskHeading } from '@amelia/parser-task-heading'
import { expect, it } from 'vitest'
import { describeReviews } from './describe-reviews.ts'

const task = (id: number): string => `### Task ${id}: Part ${id}\n\nDo it.\n`
const plan: Plan = readPlan(`# Plan\n\n${[1, 2, 3].map(task).join('\n')}`, { parsers: [taskHeading()] })
const driver = createScriptedDriver()

it('counts the review sessions of a run, and names what comes on top', () => {
  expect(describeReviews(plan, { driver }, false)).toBe(
    'by the agent, 3 sessions, more after changes, and one for each evaluation of comments; --no-review turns it off',
  )
  expect(describeReviews(plan, { driver, evaluator: false }, false)).toBe(
    'by the agent, 3 sessions, more after changes; --no-review turns it off',
  )
  expect(describeReviews(plan, {}, false)).toContain('3 sessions')
  expect(describeReviews({ ...plan, phases: [] }, {}, true)).toBe('none: no agent works on the plan')
  expect(describeReviews(plan, { driver, reviewers: [] }, true)).toBe('off')
  const reviewers = [driverReviewer(), commandReviewer({ id: 'final', scope: 'run', argv: ['npm', 'test'] })]
  expect(describeReviews(plan, { driver, reviewers, evaluator: driverEvaluator() }, true)).toBe(
    'reviewer on 3 phases; final on the final result; one session for each evaluation of comments',
  )
})

it('counts the session on the final result, also if no agent works on a phase', () => {
  expect(describeReviews(plan, { driver, evaluator: false }, true)).toBe(
    'by the agent, 3 sessions and 1 session on the final result, more after changes; --no-review turns it off',
  )
  expect(describeReviews({ ...plan, phases: [] }, { driver, evaluator: false }, true)).toBe(
    'by the agent, 1 session on the final result, more after changes; --no-review turns it off',
  )
})
