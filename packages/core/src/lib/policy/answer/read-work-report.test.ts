import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readWorkReport, workReportJsonSchema, workReportSchema } from './read-work-report.ts'

const report = {
  status: 'partial',
  summary: 'Half of it.',
  subtasks: [{ id: 'a1', status: 'done', summary: '' }],
  files: ['src/a.ts'],
  notDone: ['The other half.'],
}

describe('workReportJsonSchema', () => {
  it('says what the schema says', () => {
    expect(z.toJSONSchema(workReportSchema)).toEqual({
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
      answer: { status: 'done', summary: '', subtasks: [], files: [], notDone: [] },
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
    ['no summary', { status: 'done' }],
    ['parts that are not a list', { ...report, subtasks: { a1: 'done' } }],
    ['a part without a status', { ...report, subtasks: [{ id: 'a1', summary: '' }] }],
    ['files that are not texts', { ...report, files: [1] }],
    ['files in one text', { ...report, files: 'src/a.ts' }],
  ])('takes %s for no report, and says so', (_, value) => {
    expect(readWorkReport(value)).toEqual({ problem: expect.stringMatching(/\S.*\.$/) })
  })

  it('says where a report breaks off from the form', () => {
    expect(readWorkReport({ ...report, subtasks: [{ id: 'a1', status: 'x', summary: '' }] })).toEqual({
      problem: expect.stringMatching(/^subtasks\[0\]\.status must be ".*"; got "x"\.$/),
    })
  })
})
