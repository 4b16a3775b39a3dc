import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readVerdict, verdictJsonSchema, verdictSchema } from './read-verdict.ts'

const comment = { severity: 'major', message: 'It loses a line.', file: null, line: null, suggestion: null }
const verdict = { approved: false, summary: 'Nearly.', comments: [comment] }

describe('verdictJsonSchema', () => {
  it('says what the schema says', () => {
    const made = z.toJSONSchema(verdictSchema, {
      override: ({ jsonSchema }) => void delete jsonSchema.maximum,
    })
    expect(made).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...verdictJsonSchema,
      required: ['approved', 'summary', 'comments'],
    })
    expect(verdictJsonSchema['required']).toEqual(['approved', 'comments'])
  })
})

describe('readVerdict', () => {
  it('reads a verdict, and leaves out what says nothing', () => {
    const full = { severity: 'minor', message: 'Name it.', file: 'src/a.ts', line: 3, suggestion: 'sum' }
    expect(readVerdict({ ...verdict, comments: [comment, full] })).toEqual({
      answer: {
        approved: false,
        summary: 'Nearly.',
        comments: [{ severity: 'major', message: 'It loses a line.' }, full],
      },
    })
  })

  it.each([
    ['left out', { severity: 'major', message: 'It loses a line.' }],
    ['undefined', { ...comment, file: undefined, line: undefined, suggestion: undefined }],
  ])('takes a property that is %s for null', (_, loose) => {
    expect(readVerdict({ ...verdict, comments: [loose] })).toEqual(readVerdict(verdict))
  })

  it.each([
    ['no summary', { approved: true, comments: [] }],
    ['a summary that is null', { approved: true, summary: null, comments: [] }],
    ['no comments', { approved: true, summary: '' }],
    ['nothing else', { approved: true }],
  ])('reads an approval with %s', (_, value) => {
    expect(readVerdict(value)).toEqual({ answer: { approved: true, summary: '', comments: [] } })
  })

  it.each([
    ['a severity in another case', { severity: ' Major ' }, {}],
    ['a line in quotes', { line: '3' }, { line: 3 }],
    ['0 for no line', { line: 0 }, {}],
  ])('reads a comment with %s', (_, loose, read) => {
    expect(readVerdict({ ...verdict, comments: [{ ...comment, ...loose }] })).toMatchObject({
      answer: { comments: [{ severity: 'major', message: 'It loses a line.', ...read }] },
    })
  })

  it('reads a rejection whose only reason is a criterion that is not met', () => {
    const criteria = [{ name: 's1', text: 'It is fast' }]
    const answers = [{ name: 's1', met: false, reason: 'It takes a minute' }]
    expect(readVerdict({ approved: false, criteria: answers }, criteria)).toMatchObject({
      answer: { approved: false, comments: [{ message: expect.stringContaining('It takes a minute') }] },
    })
  })

  it('keeps nothing that the schema does not name', () => {
    const more = { ...verdict, note: 'x', comments: [{ ...comment, reviewer: 'me', id: 'x' }] }
    expect(readVerdict(more)).toEqual(readVerdict(verdict))
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'approved'],
    ['an empty text', ''],
    ['true', true],
    ['an empty object', {}],
    ['a list', [verdict]],
    ['no decision', { summary: '', comments: [] }],
    ['a decision in words', { ...verdict, approved: 'true' }],
    ['a summary that is not a text', { ...verdict, summary: ['Nearly.'] }],
    ['a rejection without a reason', { approved: false }],
    [
      'a rejection without a word',
      { approved: false, summary: ' ', comments: [{ ...comment, message: '' }] },
    ],
    ['comments that are not a list', { ...verdict, comments: comment }],
    ['a comment that is a text', { ...verdict, comments: ['wrong'] }],
    ['a comment without a message', { ...verdict, comments: [{ severity: 'major' }] }],
    ['an unknown severity', { ...verdict, comments: [{ ...comment, severity: 'blocker' }] }],
    ['a line before the first', { ...verdict, comments: [{ ...comment, line: -1 }] }],
    ['a line in words', { ...verdict, comments: [{ ...comment, line: 'ten' }] }],
    ['half a line', { ...verdict, comments: [{ ...comment, line: 1.5 }] }],
  ])('refuses %s with a reason', (_, value) => {
    const reading = readVerdict(value)
    expect(reading).toEqual({ problem: expect.stringMatching(/\S.*\.$/) })
  })

  it('says where a verdict breaks off from the form', () => {
    expect(readVerdict({ ...verdict, comments: [comment, { ...comment, severity: 'x' }] })).toMatchObject({
      problem: expect.stringMatching(/^comments\[1\]\.severity must be ".*"; got "x"\.$/),
    })
  })
})
