import { expect, it } from 'vitest'
import { endsWithReview } from './ends-with-review.ts'

const plan = { format: 'execution-plan' }

it('follows the preset that the run has', () => {
  expect(endsWithReview(plan)).toBe(true)
  expect(endsWithReview(plan, { preset: 'phased' })).toBe(false)
  expect(endsWithReview(plan, { oneSession: true })).toBe(false)
  expect(endsWithReview({ format: 'task-heading' })).toBe(false)
  expect(endsWithReview({ format: 'task-heading' }, { preset: 'intelligent' })).toBe(true)
})
