import { AmeliaError } from '@amelia/core'
import { expect, it } from 'vitest'
import { describeError } from './describe-error.ts'

it('names a question instead of its gate', () => {
  const saved = 'Gate "blocker:2:1" already has the saved answer "skip". "retry" was not saved.'
  const details = { gateId: 'blocker:2:1', choice: 'skip' }
  expect(describeError(new AmeliaError('GATE_EXPIRED', saved, details))).toBe(
    'This question already has the saved answer "skip". "retry" was not saved.',
  )
  expect(describeError(new Error('The gate "a" is over, and the gate "b" too.'))).toBe(
    'This question is over, and this question too.',
  )
  const unknown = new AmeliaError('GATE_UNKNOWN', 'Gate "a" not found. Open: b.', {
    gateId: 'a',
    open: ['b'],
  })
  expect(describeError(unknown)).toBe('This question is not open any more.')
})

it('says how a page gets a token that is accepted', () => {
  const refused = new AmeliaError('REQUEST_REFUSED', 'Sign in first.', {
    reason: 'unauthenticated',
    status: 401,
  })
  expect(describeError(refused)).toMatch(/^The server does not accept the token of this page\..*amelia ui/)
})
