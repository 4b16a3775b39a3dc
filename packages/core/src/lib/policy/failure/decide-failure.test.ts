import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideFailure, type FailureHistory, failureKey } from './decide-failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { FailureClass } from '../../contract/failure-class.ts'

const failure = (of: FailureClass, more: Partial<Failure> = {}): Failure => ({
  class: of,
  message: 'It broke.',
  ...more,
})
const decide = (of: Failure, tries: number, earlier: Failure[] = [], more: Partial<FailureHistory> = {}) =>
  decideFailure({
    failure: of,
    earlier,
    tries,
    retry: { maxAttempts: 3, maxReviewRounds: 3, onExhausted: 'fail' },
    mayWait: true,
    mayContinue: false,
    shortened: false,
    ...more,
  })

const retried: FailureClass[] = [
  'agent_failed',
  'verification_failed',
  'review_rejected',
  'report_invalid',
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
        expect(decide(failure(of), tries)).toEqual({ action: 'block', blocker: of })
    },
  )

  it.each([
    ['transient', 'wait'],
    ['rate_limited', 'pause'],
  ] as const)(
    'fault 34: waits for %s whatever attempts are left, until the waits are used up',
    (of, action) => {
      for (const tries of [1, 3, 9]) {
        expect(decide(failure(of), tries)).toEqual({ action })
        expect(decide(failure(of), tries, [], { mayWait: false })).toEqual({
          action: 'block',
          blocker: 'environment',
        })
      }
    },
  )

  it('fault 36: asks for less once when the context is full, then asks a person', () => {
    expect(decide(failure('context_overflow'), 3)).toEqual({ action: 'shorten' })
    expect(decide(failure('context_overflow'), 1, [], { shortened: true })).toEqual({
      action: 'block',
      blocker: 'context_overflow',
    })
  })

  it('counts what reviewers refuse by the rounds of review, not by attempts', () => {
    const rejected = failure('review_rejected')
    const retry = { maxAttempts: 1, maxReviewRounds: 2, onExhausted: 'fail' } as const
    expect(decide(rejected, 1, [], { retry, reviewRounds: 1 })).toEqual({ action: 'retry' })
    expect(decide(rejected, 1, [], { retry, reviewRounds: 2 })).toEqual({ action: 'fail' })
    // Whoever else calls its failure so has attempts, like everybody.
    expect(decide(rejected, 1, [], { retry })).toEqual({ action: 'fail' })
    expect(decide(rejected, 1, [], { retry: { ...retry, onExhausted: 'ask' }, reviewRounds: 2 })).toEqual({
      action: 'block',
      blocker: 'review_rejected',
    })
  })

  it('asks when no attempt is left, where the rules say so (seed intelligent-execution, Blocker Detection & Handling)', () => {
    const ask = { retry: { maxAttempts: 1, maxReviewRounds: 1, onExhausted: 'ask' } } as const
    const blockerOf = (of: Failure) => decide(of, 1, [], ask)
    expect(blockerOf(failure('verification_failed', { stepId: '1.1', action: 'command' }))).toMatchObject({
      blocker: 'command_failed',
    })
    expect(blockerOf(failure('verification_failed'))).toMatchObject({ blocker: 'validation_failed' })
    expect(blockerOf(failure('merge_conflict'))).toMatchObject({ blocker: 'merge_conflict' })
    expect(blockerOf(failure('agent_failed'))).toMatchObject({ blocker: 'attempts_exhausted' })
  })

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
