import type { PhaseReport } from '@amelia/core'
import { listChips } from './list-chips.ts'
import { expect, it } from 'vitest'

type Judged = Parameters<typeof listChips>[0][number]

const check = (name: string, passed = true) => ({ name, passed }) as PhaseReport['checks'][number]
const review = (approved: boolean, ...severities: string[]) =>
  ({ approved, comments: severities.map((severity) => ({ severity })) }) as unknown as PhaseReport['review']
const show = (...phases: { checks?: PhaseReport['checks']; review?: PhaseReport['review'] }[]): string =>
  listChips(phases.map((phase) => ({ checks: [], ...phase }) as Judged))
    .map(({ text, tone = '' }) => `${text} ${tone}`.trim())
    .join(', ')

it('lists each check once, failed if it failed for one phase', () => {
  expect(show({ checks: [check('test')] }, { checks: [check('test'), check('lint', false)] })).toBe(
    'tests passed good, lint failed bad',
  )
  expect(show({ checks: [check('test')] }, { checks: [check('test', false)] })).toBe('tests failed bad')
  expect(show({})).toBe('')
})

it('counts the comments of all reviews by severity', () => {
  expect(show({ review: review(true, 'minor', 'minor') }, { review: review(true, 'major') })).toBe(
    'review approved good, 1 major comment warn, 2 minor comments',
  )
  expect(show({ review: review(false, 'critical') }, { review: review(true) })).toBe(
    'changes requested warn, 1 critical comment bad',
  )
})
