import { expect, it } from 'vitest'
import { describeAttempt } from './describe-attempt.ts'

it.each([
  [0, undefined, ''],
  [1, undefined, 'attempt 1'],
  [1, 'verification_failed', 'attempt 1'],
  [2, 'verification_failed', 'attempt 2 after verification failed'],
  [3, undefined, 'attempt 3'],
] as const)('attempt %s after %s', (attempt, reason, text) => {
  expect(describeAttempt({ attempt, ...(reason && { failure: { class: reason, message: 'no' } }) })).toBe(
    text,
  )
})
