import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readWorkReport, workReportJsonSchema, workReportSchema } from './read-work-report.ts'

const report = {
  status: 'partial',
  summary: 'Half of it.',
  subtasks: [{ id: 'a1', status: 'done', summary: '' }],
  files: ['src/a.ts'],
  notDone: ['The other half.'],
  concerns: ['It has no limit.'],
}

describe('workReportJsonSchema', () => {
  it('says what the schema says', () => {
    type Shape = { required: string[]; properties: { subtasks: { items: { required: string[] } } } }
    const made = z.toJSONSchema(workReportSchema) as unknown as Shape
    const { required } = (workReportJsonSchema as Shape).properties.subtasks.items
    expect(required).toEqual(['id', 'status'])
    made.properties.subtasks.items.required = required
    made.required = made.required.filter((name) => name !== 'concerns')
    expect(made).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...workReportJsonSchema,
    })
  })
})

describe('readWorkReport', () => {
  it('reads a report', () => {
    expect(readWorkReport(report)).toEqual({ answer: report })
  })

  it.each([
    ['left out', { status: 'done', summary: '' }],
    ['null', { status: 'done', summary: '', subtasks: null, files: null, notDone: undefined }],
  ])('takes a list that is %s for an empty one', (_, loose) => {
    expect(readWorkReport(loose)).toEqual({
      answer: { status: 'done', summary: '', subtasks: [], files: [], notDone: [], concerns: [] },
    })
  })

  it.each([
    ['missing', { status: 'done', subtasks: [{ id: 'a1', status: 'done' }] }],
    ['null', { status: 'done', summary: null, subtasks: [{ id: 'a1', status: 'done', summary: null }] }],
    ['in a part without a status', { status: 'done', summary: '', subtasks: [{ id: 'a1' }] }],
    ['in other words', { status: 'Completed', summary: '', subtasks: [{ id: 'a1', status: 'Done' }] }],
  ])('takes a text that is %s for an empty one', (_, loose) => {
    expect(readWorkReport(loose)).toEqual({
      answer: {
        status: 'done',
        summary: '',
        subtasks: [{ id: 'a1', status: 'done', summary: '' }],
        files: [],
        notDone: [],
        concerns: [],
      },
    })
  })

  it('takes one text for a list, and an object of a list for its path or its text', () => {
    const loose = {
      status: 'already done',
      files: 'a.ts\nb.ts',
      notDone: '',
      concerns: 'Slow.',
      subtasks: [],
    }
    expect(readWorkReport(loose)).toMatchObject({
      answer: { status: 'already_done', files: ['a.ts', 'b.ts'], notDone: [], concerns: ['Slow.'] },
    })
    expect(
      readWorkReport({ ...loose, files: [{ path: 'a.ts', how: 'new' }], notDone: [{ what: 'docs' }] }),
    ).toMatchObject({ answer: { files: ['a.ts'], notDone: ['{"what":"docs"}'] } })
  })

  it('reads a part with the status of its report, and an admission as one', () => {
    const parts = [{ id: 1 }, { id: 'b', status: 'In progress' }, { summary: 'no id' }]
    expect(readWorkReport({ status: 'partial', subtasks: parts })).toMatchObject({
      answer: {
        subtasks: [
          { id: '1', status: 'partial' },
          { id: 'b', status: 'partial' },
          { id: '', status: 'partial', summary: 'no id' },
        ],
      },
    })
  })

  it('keeps nothing that the schema does not name', () => {
    const [part] = report.subtasks
    expect(readWorkReport({ ...report, sure: true, subtasks: [{ ...part, sure: true }] })).toEqual({
      answer: report,
    })
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'done'],
    ['true', true],
    ['an empty object', {}],
    ['a list', [report]],
    ['no status', { summary: 'Done.' }],
    ['an unknown status', { ...report, status: 'ok' }],
    ['another word alone', { status: 'completed' }],
    ['parts that are not a list', { ...report, subtasks: { a1: 'done' } }],
    ['files that are not texts', { ...report, files: [1] }],
  ])('takes %s for no report, and says so', (_, value) => {
    expect(readWorkReport(value)).toEqual({ problem: expect.stringMatching(/\S.*\.$/) })
  })

  it('says where a report breaks off from the form', () => {
    expect(readWorkReport({ ...report, subtasks: [{ id: 'a1', status: 'x', summary: '' }] })).toEqual({
      problem: expect.stringMatching(/^subtasks\[0\]\.status must be ".*"; got "x"\.$/),
    })
  })
})
