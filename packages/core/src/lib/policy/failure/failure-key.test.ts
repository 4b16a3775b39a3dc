import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Failure } from '../../contract/failure.ts'
import { failureKey } from './failure-key.ts'

const base: Failure = {
  class: 'verification_failed',
  message: 'It broke.',
  command: 'npm test',
  exitCode: 1,
  output: 'expected 1 to be 2',
}
const keyOf = (output: string): string => failureKey({ ...base, output })
const review = (output: string, summary = 'agent: No.'): string =>
  failureKey({
    class: 'review_rejected',
    message: `The review of phase 1 asks for changes: ${summary}`,
    output,
  })

describe('failureKey', () => {
  it.each([
    ['Tests 2 failed in 31 ms', 'Tests  2 failed in 1290 ms'],
    ['took 3s', 'took 14s'],
    ['duration_ms 12.3456', 'duration_ms 7.01'],
    ['at /tmp/slot-a/src/a.ts:12:3', 'at /tmp/slot-b/src/a.ts:12:3'],
    ['file:///tmp/slot-a/src/a.ts:12:3', 'file:///tmp/slot-b/src/a.ts:12:3'],
    ['at (C:\\work\\one\\b.ts:9:1)', 'at (C:\\work\\two\\b.ts:9:1)'],
    ['no table at /tmp/run-1', 'no table at /tmp/run-2'],
    ['12:30:01 error', '12:31:59 error'],
    ['2026-11-28T08:00:00.123Z error', '2026-11-28T09:10:11.456Z error'],
    ['commit 0badbe55 is red', 'commit a8dc5a48 is red'],
    ['listen EADDRINUSE 127.0.0.1:34567', 'listen EADDRINUSE 127.0.0.1:45678'],
    ['a is red\nb is red', 'b is red\na is red'],
  ])('is the same for %j and %j', (one, other) => {
    expect(keyOf(one)).toBe(keyOf(other))
  })

  it.each([
    ['6 failed', '4 failed'],
    ['src/a.ts:3 is wrong', 'src/b.ts:3 is wrong'],
    ['src/a.ts:3 is wrong', 'src/a.ts:31 is wrong'],
    ['expected 1 to be 2', 'expected 1 to be 3'],
    ['not ok 3 - adds', 'not ok 4 - adds'],
    ['a is red\nb is red', 'a is red'],
  ])('tells %j and %j apart', (one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other))
  })

  it('tells class, command, exit code and message apart', () => {
    const others: Failure[] = [
      { ...base, class: 'agent_failed' },
      { ...base, command: 'npm run lint' },
      { ...base, exitCode: 2 },
      { ...base, exitCode: null },
      { ...base, message: 'Something else.' },
    ]
    expect(new Set([base, ...others].map(failureKey)).size).toBe(6)
  })

  it('of a rejection consists of its comments, however it is summed up', () => {
    const key = review('src/a.ts:3: Unused.')
    expect(review('src/a.ts:3: Unused.', 'agent: Still not.')).toBe(key)
    expect(review('src/b.ts:3: Unused.')).not.toBe(key)
    expect(review('src/a.ts:3: Unused.\nsrc/b.ts:1: Wrong.')).not.toBe(key)
    expect(review('')).not.toBe(review('', 'agent: Still not.'))
  })

  it('has no two lengths of time for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), (text, a, b) => {
        expect(keyOf(`${text}\ntook ${a} ms`)).toBe(keyOf(`${text}\ntook ${b} ms`))
      }),
    )
  })
})
