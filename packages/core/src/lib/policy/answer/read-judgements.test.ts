import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { judgementsJsonSchema, judgementsSchema, readJudgements } from './read-judgements.ts'

describe('judgementsJsonSchema', () => {
  it('says what the schema says', () => {
    expect(z.toJSONSchema(judgementsSchema)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...judgementsJsonSchema,
    })
  })
})

describe('readJudgements', () => {
  it('reads judgements, with a reason or without', () => {
    const judgements = [
      { id: 'a-1', disposition: 'reject', reason: 'It is right as it is.' },
      { id: 'a-2', disposition: 'implement', reason: null },
      { id: 'a-3', disposition: 'clarify' },
    ]
    expect(readJudgements({ judgements })).toEqual({
      answer: [
        { id: 'a-1', disposition: 'reject', reason: 'It is right as it is.' },
        { id: 'a-2', disposition: 'implement' },
        { id: 'a-3', disposition: 'clarify' },
      ],
    })
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'reject all'],
    ['an empty object', {}],
    ['a list', []],
    ['an unknown disposition', { judgements: [{ id: 'a-1', disposition: 'ignore', reason: null }] }],
    ['a judgement about nothing', { judgements: [{ disposition: 'reject', reason: null }] }],
  ])('takes %s for no judgements, and says so', (_, value) => {
    expect(readJudgements(value)).toEqual({ problem: expect.stringMatching(/\S.*\.$/) })
  })
})
