import { createScriptedDriver } from '@amelia/core/testing'
import { describe, expect, it } from 'vitest'
import { type ReviewerFlags, type ReviewingAgents, readReviewers } from './read-reviewers.ts'

const nobody: ReviewingAgents = { works: false, final: false, reviewer: undefined, evaluator: undefined }
const worker: ReviewingAgents = { ...nobody, works: true }
const other = createScriptedDriver(undefined, { id: 'other' })

/** The reviewers by id and scope, and the evaluator: an agent, its driver, or `by severity`. */
const read = (flags: ReviewerFlags, agents = worker) => {
  const { reviewers, evaluator } = readReviewers(flags, agents)
  return {
    reviewers: reviewers?.map(({ id, scope }) => `${id} ${scope}`),
    evaluator: evaluator === false ? 'by severity' : evaluator && (evaluator.driver?.id ?? 'agent'),
  }
}
const unset = { reviewers: undefined, evaluator: undefined }

describe('readReviewers', () => {
  it('leaves the default to the run, and turns it off', () => {
    expect(read({})).toEqual(unset)
    expect(read({}, nobody)).toEqual(unset)
    expect(read({ review: true })).toEqual(unset)
    expect(read({ review: false })).toEqual({ reviewers: [], evaluator: undefined })
  })

  // seed: phased-execution 88
  it('has the named agent, or the severity, decide about comments', () => {
    expect(read({ evaluator: 'other' }, { ...worker, evaluator: other })).toEqual({
      reviewers: undefined,
      evaluator: 'other',
    })
    expect(read({ evaluator: 'none' })).toEqual({ reviewers: undefined, evaluator: 'by severity' })
  })

  it('has commands review in place of the agent', () => {
    expect(read({ reviewer: ['npm test', 'npm run review'] })).toEqual({
      reviewers: ['reviewer-1 phase', 'reviewer-2 phase'],
      evaluator: undefined,
    })
  })

  it('has another agent review, and the one that works decide', () => {
    const named = { ...worker, reviewer: other }
    expect(read({ reviewerDriver: 'other' }, named)).toEqual({
      reviewers: ['reviewer-other phase'],
      evaluator: 'agent',
    })
    expect(read({ reviewerDriver: 'other' }, { ...named, works: false }).evaluator).toBe('other')
    expect(read({ reviewerDriver: 'other', evaluator: 'none' }, named).evaluator).toBe('by severity')
  })

  it('keeps the review by the agent beside a final one', () => {
    expect(read({ finalReviewer: ['npm test'] })).toEqual({
      reviewers: ['reviewer phase', 'final-reviewer-1 run'],
      evaluator: 'agent',
    })
    expect(read({ finalReviewer: ['npm test'] }, nobody).reviewers).toEqual(['final-reviewer-1 run'])
  })

  it('keeps the final review by the agent beside reviewers of phases, if the run ends with one', () => {
    const final = { ...worker, final: true }
    expect(read({}, final)).toEqual(unset)
    expect(read({ evaluator: 'none' }, final).reviewers).toBeUndefined()
    expect(read({ review: false }, final).reviewers).toEqual([])
    expect(read({ reviewer: ['npm test'] }, final)).toEqual({
      reviewers: ['reviewer-1 phase', 'final-reviewer run'],
      evaluator: undefined,
    })
    expect(read({ reviewerDriver: 'other' }, { ...final, reviewer: other })).toEqual({
      reviewers: ['reviewer-other phase', 'final-reviewer-other run'],
      evaluator: 'agent',
    })
    expect(read({ finalReviewer: ['npm test'] }, final).reviewers).toEqual([
      'reviewer phase',
      'final-reviewer-1 run',
    ])
    expect(read({ reviewer: ['npm test'] }, { ...nobody, final: true }).reviewers).toEqual([
      'reviewer-1 phase',
    ])
  })

  it('refuses flags that contradict each other or have no effect', () => {
    for (const flags of [
      { reviewer: ['x'] },
      { finalReviewer: ['x'] },
      { reviewerDriver: 'x' },
      { reviewerModel: 'x' },
      { evaluator: 'none' },
    ])
      expect(() => read({ review: false, ...flags })).toThrow(/--no-review and --[a-z-]+ contradict/)
    expect(() => read({ evaluator: 'none' }, nobody)).toThrow('--evaluator none has no effect')
  })
})
