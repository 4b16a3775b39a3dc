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
    expect(readCriteria(verdict, value, criteria)).toBe(verdict)
    expect(readCriteria(verdict, {}, [])).toBe(verdict)
  })

  it.each([
    [{ criteria: [answer('s1', true), answer('s2', false)] }, ['s2 (It is small) is not met: Seen.']],
    [{ criteria: [answer('s1', true)] }, ['s2 (It is small) has no answer']],
    [{ criteria: [answer('s1', true), answer('s2', 'true')] }, ['s2 (It is small) is not met: Seen.']],
    [{ criteria: [null, 1] }, ['s1 (It is fast) has no answer', 's2 (It is small) has no answer']],
    [undefined, ['s1 (It is fast) has no answer', 's2 (It is small) has no answer']],
  ])('rejects %j', (value, messages) => {
    const read = readCriteria(verdict, value, criteria)
    expect(read.approved).toBe(false)
    expect(read.comments.map(({ severity }) => severity)).toEqual(messages.map(() => 'major'))
    read.comments.forEach(({ message }, index) => expect(message).toContain(messages[index]!))
  })
})
