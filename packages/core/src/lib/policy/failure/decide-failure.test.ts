import { describe, expect, it } from 'vitest'
import { decideFailure, type FailureHistory } from './decide-failure.ts'
import type { Failure } from '../../contract/failure.ts'
import type { FailureClass } from '../../contract/failure-class.ts'

const failure = (of: FailureClass, more: Partial<Failure> = {}): Failure => ({
  class: of,
  message: 'It broke.',
  ...more,
})
const decide = (of: Failure, tries: number, last?: Failure, more: Partial<FailureHistory> = {}) =>
  decideFailure({
    failure: of,
    ...(last && { last }),
    tries,
    isAttended: false,
    retry: { maxAttempts: 3, onExhausted: 'fail' },
    mayWait: true,
    mayContinue: false,
    mayPassOn: false,
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
    expect(decide(failure(of), 2, failure('agent_failed', { message: 'Another thing.' }))).toEqual({
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
        expect(decide(failure(of), tries, undefined, { mayWait: false })).toEqual({
          action: 'block',
          blocker: 'environment',
        })
      }
    },
  )

  it('fault 36: asks for less once when the context is full, then asks a person', () => {
    expect(decide(failure('context_overflow'), 3)).toEqual({ action: 'shorten' })
    expect(decide(failure('context_overflow'), 1, undefined, { shortened: true })).toEqual({
      action: 'block',
      blocker: 'context_overflow',
    })
  })

  it('gives work that no check found wrong another round, which uses no attempt', () => {
    const rejected = failure('review_rejected')
    const retry = { maxAttempts: 1, onExhausted: 'fail' } as const
    const left = { retry, rounds: { used: 1, limit: 2 } }
    expect(decide(rejected, 1, undefined, left)).toEqual({ action: 'round' })
    expect(decide(rejected, 1, undefined, { ...left, given: 'retry' })).toEqual({ action: 'round' })
    // Whoever else calls its failure so has attempts, like everybody.
    expect(decide(rejected, 1, undefined, { retry })).toEqual({ action: 'fail' })
  })

  it('asks when no round is left, and fails only if nobody can answer', () => {
    const rejected = failure('review_rejected')
    const used = { rounds: { used: 2, limit: 2 } }
    const asks = { action: 'block', blocker: 'review_rejected' }
    expect(decide(rejected, 1, undefined, { ...used, isAttended: true })).toEqual(asks)
    expect(decide(rejected, 1, undefined, used)).toEqual({ action: 'fail' })
    const retry = { maxAttempts: 1, onExhausted: 'ask' } as const
    expect(decide(rejected, 1, undefined, { ...used, retry })).toEqual(asks)
    expect(decide(rejected, 1, undefined, { ...used, isAttended: true, given: 'fail' })).toEqual({
      action: 'fail',
    })
    // Attempts that failed are another matter.
    expect(decide(failure('verification_failed'), 3, undefined, { isAttended: true })).toEqual({
      action: 'fail',
    })
  })

  it('asks when no attempt is left, where the rules say so (seed intelligent-execution, Blocker Detection & Handling)', () => {
    const ask = { retry: { maxAttempts: 1, onExhausted: 'ask' } } as const
    const blockerOf = (of: Failure) => decide(of, 1, undefined, ask)
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
    expect(decide(red('2 failed in 31 ms'), 2, red('2 failed in 29 ms'))).toEqual({
      action: 'block',
      blocker: 'repeated_failure',
    })
    expect(decide(red('a is red'), 2, red('b is red'))).toEqual({ action: 'retry' })
    expect(decide(red('4 failed'), 2, red('6 failed')), 'progress').toEqual({ action: 'retry' })
    expect(decide(red('a is red'), 3, red('a is red')), 'no attempt is left').toEqual({ action: 'fail' })
    const rounds = { used: 1, limit: 5 }
    const rejected = failure('review_rejected', { output: 'src/a.ts:3: Unused.' })
    const other = failure('review_rejected', { output: 'src/b.ts:3: Unused.' })
    expect(decide(rejected, 1, rejected, { rounds })).toMatchObject({ blocker: 'repeated_failure' })
    expect(decide(rejected, 1, other, { rounds }), 'another file').toEqual({ action: 'round' })
  })
})
