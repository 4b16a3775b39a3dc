import { expect, it } from 'vitest'
import { describeEmptyAccount } from './describe-empty-account.ts'

it('describes the response to each class, as the run decides it', () => {
  expect(describeEmptyAccount(['permission', 'rate_limited'])).toBe(
    'permission: asks you at once, and continues after your answer; rate_limited: waits until the provider accepts sessions, or takes the next agent with another provider',
  )
  expect(describeEmptyAccount(['transient'])).toBe('transient: waits and tries again')
})
