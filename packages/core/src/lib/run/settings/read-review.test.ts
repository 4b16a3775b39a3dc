import { describe, expect, it } from 'vitest'
import { defineEvaluator, defineReviewer, type ReviewerV1 } from '../../contract/reviewer.ts'
import { createScriptedDriver } from '../../testing/driver/scripted-driver.ts'
import { readReview, reviewersOf } from './read-review.ts'

const driver = createScriptedDriver()
const of = (id: string, scope: ReviewerV1['scope']): ReviewerV1 =>
  defineReviewer({ id, scope, review: async () => ({ approved: true, summary: '', comments: [] }) })
const [phase, run] = [of('own', 'phase'), of('end', 'run')]
const named = ({ reviewers }: { reviewers: readonly ReviewerV1[] }) =>
  reviewers.map(({ id, scope }) => `${id} ${scope}`)

describe('readReview', () => {
  it('has the agent review phases, and with `finalReview` the final result', () => {
    const evaluated = 'agent'
    expect(readReview({ driver, finalReview: false })).toEqual({ phase: 'agent', run: false, evaluated })
    expect(readReview({ driver, finalReview: true })).toEqual({ phase: 'agent', run: 'agent', evaluated })
    expect(readReview({ driver, finalReview: true, evaluator: false })).not.toHaveProperty('evaluated')
  })

  it('has nothing reviewed without an agent for reviews', () => {
    const nothing = { phase: false, run: false }
    expect(readReview({ finalReview: true })).toEqual(nothing)
    expect(readReview({ driver: { roles: { developer: driver } }, finalReview: true })).toEqual(nothing)
    const reviewer = { roles: { reviewer: driver } }
    expect(readReview({ driver: reviewer, finalReview: true })).toEqual({ phase: 'agent', run: 'agent' })
  })

  it.each([
    [[], { phase: false, run: false }],
    [[phase], { phase: true, run: false }],
    [[run], { phase: false, run: true }],
    [[phase, run], { phase: true, run: true }],
  ])('a given list replaces both: %#', (reviewers, review) => {
    expect(readReview({ driver, reviewers, finalReview: true })).toEqual(review)
  })
})

describe('reviewersOf', () => {
  const both = { phase: 'agent', run: 'agent', evaluated: 'agent' } as const

  it('has the agent of the default in a process without reviewers', () => {
    expect(named(reviewersOf({}, both))).toEqual(['reviewer phase', 'final-reviewer run'])
    expect(named(reviewersOf({}, { phase: 'agent', run: false }))).toEqual(['reviewer phase'])
    expect(named(reviewersOf({}, { phase: false, run: 'agent' }))).toEqual(['final-reviewer run'])
    expect(named(reviewersOf({}, { phase: true, run: true }))).toEqual([])
    expect(reviewersOf({}, both).evaluator).toBeDefined()
    expect(reviewersOf({}, { phase: 'agent', run: 'agent' })).not.toHaveProperty('evaluator')
  })

  it('has the agent of the default beside reviewers of the other scope', () => {
    expect(named(reviewersOf({ reviewers: [phase] }, both))).toEqual(['own phase', 'final-reviewer run'])
    expect(named(reviewersOf({ reviewers: [run] }, both))).toEqual(['end run', 'reviewer phase'])
    expect(named(reviewersOf({ reviewers: [phase, run] }, both))).toEqual(['own phase', 'end run'])
  })

  it('has the given evaluator, or none', () => {
    const evaluator = defineEvaluator({ evaluate: async () => [] })
    expect(reviewersOf({ evaluator }, both).evaluator).toBe(evaluator)
    expect(reviewersOf({ evaluator: false }, both).evaluator).toBe(false)
  })
})
