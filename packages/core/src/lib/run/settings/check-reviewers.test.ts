import { describe, expect, it } from 'vitest'
import { defineReviewer, type ReviewerV1 } from '../../contract/reviewer.ts'
import { checkReviewers } from './check-reviewers.ts'

const reviewer = (id: string, scope = 'phase'): ReviewerV1 =>
  defineReviewer({
    id,
    scope: scope as ReviewerV1['scope'],
    review: async () => ({ approved: true, summary: '', comments: [] }),
  })

describe('checkReviewers', () => {
  it('accepts reviewers with distinct ids, and none', () => {
    checkReviewers([reviewer('a'), reviewer('b.2_x-y', 'run')])
    checkReviewers()
  })

  it.each<[string, ReviewerV1[], string]>([
    ['two of one id', [reviewer('a'), reviewer('a', 'run')], 'Two reviewers have the id "a".'],
    ['an empty id', [reviewer('')], '"" is not a valid reviewer id'],
    ['an id with a line break', [reviewer('a\nb')], 'is not a valid reviewer id'],
    ['an unknown scope', [reviewer('a', 'batch')], 'must be phase or run, not "batch"'],
  ])('refuses %s', (_, reviewers, message) => {
    expect(() => checkReviewers(reviewers)).toThrow(
      expect.objectContaining({ code: 'OPTION_INVALID', message: expect.stringContaining(message) }),
    )
  })
})
