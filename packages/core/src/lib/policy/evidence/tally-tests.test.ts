import { describe, expect, it } from 'vitest'
import { hashText } from '../../text/hash-text.ts'
import { tallyTests } from './tally-tests.ts'

const test = (id: string, passed: boolean) => ({ id, file: 'a.test.js', passed, message: '' })

describe('tallyTests', () => {
  it('counts tests, lists those that failed, and digests those that passed, in any order', () => {
    const tests = [test('b', true), test('d', false), test('a', true), test('c', false)]
    const broken = [
      { file: 'e.test.js', message: 'x' },
      { file: 'e.test.js', message: 'y' },
    ]
    expect(tallyTests({ runner: 'node', tests, broken })).toEqual({
      passed: 2,
      failed: 3,
      failedIds: ['c', 'd', 'e.test.js'],
      passedDigest: hashText('a\nb'),
    })
  })

  it('lists a bounded number of ids of a bounded length', () => {
    const many = Array.from({ length: 500 }, (_, index) => test(`t${index}`, false))
    expect(tallyTests({ runner: 'node', tests: many, broken: [] })).toMatchObject({ failed: 500 })
    expect(tallyTests({ runner: 'node', tests: many, broken: [] }).failedIds).toHaveLength(200)
    const long = [test('x'.repeat(30_000), false)]
    expect(tallyTests({ runner: 'node', tests: long, broken: [] })).toMatchObject({
      failed: 1,
      failedIds: [],
    })
  })
})
