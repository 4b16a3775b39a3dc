import { describe, expect, it } from 'vitest'
import { readCriteria } from './read-criteria.ts'

const verdict = { approved: true, summary: 'Fine.', comments: [] }
const criteria = [
  { name: 's1', text: 'It is fast' },
  { name: 's2', text: 'It is small' },
]
const answer = (name: string, met: unknown) => ({ name, met, reason: 'Seen.' })

describe('readCriteria', () => {
  it('keeps a verdict that calls each criterion met', () => {
    const value = { criteria: [answer('s2', true), answer('s1', true)] }
    expect(readCriteria(verdict, value, criteria)).toEqual({ answer: verdict })
    expect(readCriteria(verdict, {}, [])).toEqual({ answer: verdict })
  })

  it.each([
    [{ criteria: [answer('s1', true)] }, 'The criterion s2 (It is small) has no answer.'],
    [
      { criteria: [null, 1] },
      'The criterion s1 (It is fast) has no answer. The criterion s2 (It is small) has no answer.',
    ],
    [undefined, 'The criterion s1 (It is fast) has no answer.'],
  ])('cannot read an approval with the answers %j', (value, problem) => {
    expect(readCriteria(verdict, value, criteria)).toEqual({ problem: expect.stringContaining(problem) })
  })

  it('keeps a rejection without answers', () => {
    const rejection = { ...verdict, approved: false }
    expect(readCriteria(rejection, {}, criteria)).toEqual({ answer: rejection })
  })

  it.each([
    [{ criteria: [answer('s1', true), answer('s2', false)] }, ['s2 (It is small) is not met: Seen.']],
    [{ criteria: [answer('s1', true), answer('s2', 'true')] }, ['s2 (It is small) is not met: Seen.']],
    [{ criteria: [answer('s1', false)] }, ['s1 (It is fast) is not met: Seen.']],
  ])('rejects %j', (value, messages) => {
    const reading = readCriteria(verdict, value, criteria)
    const read = 'answer' in reading ? reading.answer : expect.fail(reading.problem)
    expect(read.approved).toBe(false)
    expect(read.comments.map(({ severity }) => severity)).toEqual(messages.map(() => 'major'))
    read.comments.forEach(({ message }, index) => expect(message).toContain(messages[index]!))
  })
})
