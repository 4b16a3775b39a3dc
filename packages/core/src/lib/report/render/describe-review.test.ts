import { describe, expect, it } from 'vitest'
import { createPerformer } from '../../../../test/performer-fixture.ts'
import type { Disposition, Review } from '../../contract/review.ts'
import { buildReport } from '../build-report.ts'
import { describeReview } from './describe-review.ts'
import { renderReport } from './render-report.ts'
import { renderReportPage } from './page/render-report-page.ts'

const review = (approved: boolean, ...dispositions: Disposition[]): Review => ({
  approved,
  summary: '',
  comments: dispositions.map((disposition, index) => ({
    id: `r-${index}`,
    reviewer: 'r',
    severity: 'minor',
    message: 'x',
    disposition,
  })),
})

describe('describeReview', () => {
  it.each<[Review, string]>([
    [review(true), 'approved'],
    [review(true, 'defer'), 'approved, 1 comment deferred'],
    [
      review(false, 'defer', 'implement', 'implement'),
      'changes requested, 2 comments to implement, 1 deferred',
    ],
    [review(true, 'reject', 'clarify'), 'approved, 1 comment to clarify, 1 rejected'],
    [{ ...review(false), failure: { class: 'auth', message: '' } }, 'failed'],
  ])('counts what is done about the comments', (given, words) => {
    expect(describeReview(given)).toBe(words)
  })
})

describe('reviews in a report', () => {
  it('are the last ones, of the phase and of the whole, for programs and for people', () => {
    const { performer, phase } = createPerformer()
    phase('a').reviews.push(review(false, 'implement'), review(true, 'clarify'))
    performer.state.ending.reviews.push(review(true, 'defer', 'defer'))
    const report = buildReport(performer.state, 0)
    expect(report.phases[0]!.review).toEqual(review(true, 'clarify'))
    expect(report.review).toEqual(review(true, 'defer', 'defer'))
    expect(renderReport(report)).toContain('Review: approved, 1 comment to clarify\n')
    expect(renderReport(report)).toContain('Final review: approved, 2 comments deferred.\n')
    expect(renderReportPage(report)).toContain('| approved, 1 comment to clarify |')
    expect(renderReportPage(report)).toContain('Final review: approved, 2 comments deferred.\n')
  })

  it('are silent where nobody reviewed, and where nobody had anything to say', () => {
    const { performer, phase } = createPerformer()
    expect(buildReport(performer.state, 0)).not.toHaveProperty('review')
    phase('a').reviews.push(review(true))
    const report = buildReport(performer.state, 0)
    expect(report.phases[0]!.review).toEqual(review(true))
    expect(renderReport(report)).not.toMatch(/review/i)
  })
})
