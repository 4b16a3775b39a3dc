import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideFailure, failureKey } from './decide-failure.ts'
import type { Failure } from './failure.ts'
import type { FailureClass } from './failure-class.ts'

const failure = (of: FailureClass, more: Partial<Failure> = {}): Failure => ({
  class: of,
  message: 'It broke.',
  ...more,
})
const decide = (of: Failure, tries: number, earlier: Failure[] = []) =>
  decideFailure({ failure: of, earlier, tries, maxAttempts: 3 })

const retried: FailureClass[] = [
  'transient',
  'rate_limited',
  'agent_failed',
  'verification_failed',
  'review_rejected',
  'report_invalid',
  'context_overflow',
  'merge_conflict',
  'hung',
]

describe('decideFailure', () => {
  it.each(retried)('tries %s again while attempts are left, then fails', (of) => {
    expect(decide(failure(of), 1)).toEqual({ action: 'retry' })
    expect(decide(failure(of), 2, [failure('agent_failed', { message: 'Another thing.' })])).toEqual({
      action: 'retry',
    })
    expect(decide(failure(of), 3)).toEqual({ action: 'fail' })
    expect(decide(failure(of), 4)).toEqual({ action: 'fail' })
  })

  it.each(['environment', 'auth', 'permission', 'budget_exceeded'] as const)(
    'fault 37: asks at once about %s',
    (of) => {
      for (const tries of [1, 2, 3])
        expect(decide(failure(of), tries)).toEqual({ action: 'block', blocker: 'environment' })
    },
  )

  it('asks about what a person stopped', () => {
    expect(decide(failure('cancelled'), 1)).toEqual({ action: 'block', blocker: 'user_cancelled' })
  })

  it('asks when the same thing goes wrong twice in a row', () => {
    const red = (output: string): Failure =>
      failure('verification_failed', { command: 'npm test', exitCode: 1, output })
    expect(decide(red('2 failed in 31 ms'), 2, [red('2 failed in 29 ms')])).toEqual({
      action: 'block',
      blocker: 'repeated_failure',
    })
    expect(decide(red('a is red'), 2, [red('b is red')])).toEqual({ action: 'retry' })
    expect(decide(red('a is red'), 2, [red('a is red'), red('b is red')]), 'not in a row').toEqual({
      action: 'retry',
    })
    expect(decide(red('a is red'), 3, [red('a is red')]), 'no attempt is left').toEqual({ action: 'fail' })
  })
})

describe('failureKey', () => {
  const base = failure('verification_failed', {
    command: 'npm test',
    exitCode: 1,
    output: 'expected 1 to be 2',
  })

  it('passes over digits, times, white space and paths', () => {
    const key = failureKey({ ...base, output: 'at /tmp/a/b.ts:12:3 expected 1 to be 2' })
    expect(failureKey({ ...base, output: 'at C:\\work\\b.ts:99:1\n expected 17  to be 4' })).not.toBe(key)
    expect(failureKey({ ...base, output: 'at C:\\work\\b.ts:99:1\nexpected 17 to be 4' })).toBe(key)
  })

  it('tells class, command, exit code, message and words apart', () => {
    const others: Failure[] = [
      { ...base, class: 'agent_failed' },
      { ...base, command: 'npm run lint' },
      { ...base, exitCode: 2 },
      { ...base, exitCode: null },
      { ...base, message: 'Something else.' },
      { ...base, output: 'expected 1 to be odd' },
    ]
    expect(new Set([base, ...others].map(failureKey)).size).toBe(7)
  })

  it('is the same for any digits', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        expect(failureKey({ ...base, output: `took ${a} ms` })).toBe(
          failureKey({ ...base, output: `took ${b} ms` }),
        )
      }),
    )
  })
})
