import { expect, it } from 'vitest'
import { makeAnswer } from './make-answer.ts'

it('has the text of a person, without the spaces around it', () => {
  const answer = makeAnswer('g', { choice: 'fix', feedback: ' use the cache\n', scope: 'run' })
  expect(answer).toEqual({ type: 'answer', gateId: 'g', choice: 'fix', feedback: 'use the cache' })
  expect(makeAnswer('g', { choice: 'retry', feedback: ' ', scope: 'batch' })).toEqual({
    ...{ type: 'answer', gateId: 'g', choice: 'retry' },
  })
})

it('has the scope of a revert, and no text', () => {
  expect(makeAnswer('g', { choice: 'abort-revert', feedback: 'x', scope: 'batch' })).toEqual({
    ...{ type: 'answer', gateId: 'g', choice: 'abort-revert', scope: 'batch' },
  })
})

it('has the amount of an approval, with minutes as milliseconds', () => {
  const amount = { kind: 'wallMs', text: '10' } as const
  expect(makeAnswer('g', { choice: 'approve', feedback: '', scope: 'run', amount })).toEqual({
    ...{ type: 'answer', gateId: 'g', choice: 'approve', amount: { wallMs: 600_000 } },
  })
  expect(makeAnswer('g', { choice: 'skip', feedback: '', scope: 'run', amount })).not.toHaveProperty('amount')
})
