import { describe, expect, it } from 'vitest'
import { describeWorkReport, judgeWorkReport } from './judge-work-report.ts'
import type { WorkReport } from './read-work-report.ts'

const done: WorkReport = {
  status: 'done',
  summary: 'All of it.',
  subtasks: [],
  files: [],
  notDone: [],
  concerns: [],
}
const part = (id: string, status: WorkReport['status'], summary = ''): WorkReport['subtasks'][number] => ({
  id,
  status,
  summary,
})

describe('judgeWorkReport', () => {
  it('takes done for a claim that is verified, whatever was left out beside it', () => {
    const report = { ...done, subtasks: [part('a1', 'done')], notDone: ['The linter is not installed.'] }
    expect(judgeWorkReport(report)).toEqual({ outcome: 'completed' })
  })

  // seed: phased-execution 25, phased-execution 28
  it('counts what failed or is done in part as a failed attempt, and keeps what is left', () => {
    const report: WorkReport = {
      ...done,
      status: 'failed',
      summary: 'The types do not fit.\nI tried two ways.',
      subtasks: [part('a1', 'done'), part('a2', 'failed', 'no overload')],
      notDone: ['The export.'],
    }
    expect(judgeWorkReport(report)).toEqual({
      outcome: 'failed',
      failure: {
        class: 'agent_failed',
        message: 'The agent says that it failed: The types do not fit.',
        output: 'The types do not fit.\nI tried two ways.\n- a2 failed: no overload\nNot done: The export.',
      },
    })
    expect(judgeWorkReport({ ...done, status: 'partial', summary: ' ' })).toMatchObject({
      failure: { message: 'The agent says that it did only a part of it: It gives no reason.' },
    })
  })

  it.each(['partial', 'failed'] as const)('does not take all for done where a part is %s', (status) => {
    expect(judgeWorkReport({ ...done, subtasks: [part('a1', 'done'), part('a2', status)] })).toMatchObject({
      outcome: 'failed',
      failure: { class: 'agent_failed', output: `- a2 ${status}` },
    })
  })

  it.each<[string, Partial<WorkReport>]>([
    ['itself', { status: 'blocked' }],
    ['a part', { subtasks: [part('a1', 'blocked')] }],
    ['a part of what failed', { status: 'failed', subtasks: [part('a1', 'blocked')] }],
  ])('asks a person where %s is blocked', (_, more) => {
    expect(judgeWorkReport({ ...done, notDone: ['Which key?'], ...more })).toMatchObject({
      outcome: 'blocked',
      blocker: 'agent_asks',
      message: 'The agent needs a decision: All of it.',
      details: expect.arrayContaining(['Not done: Which key?']),
    })
  })

  it('keeps a bounded part of what is endless', () => {
    const notDone = Array.from({ length: 9_000 }, (_, index) => `part ${index}`)
    const judged = judgeWorkReport({ ...done, status: 'failed', summary: 'x'.repeat(9_000), notDone })
    const { failure } = judged as Extract<typeof judged, { outcome: 'failed' }>
    expect(failure.message.length).toBeLessThan(300)
    expect(failure.output?.length).toBeLessThanOrEqual(4_000)
    expect(describeWorkReport({ ...done, notDone }).length).toBeLessThanOrEqual(4_000)
  })
})

it('a report in words says what each part came to', () => {
  const subtasks = [part('a1', 'done', 'Two tests.'), part('a2', 'done')]
  expect(describeWorkReport({ ...done, subtasks, notDone: ['The linter.'] })).toBe(
    'All of it.\n- a1 done: Two tests.\n- a2 done\nNot done: The linter.',
  )
  expect(describeWorkReport({ ...done, summary: ' ' })).toBe('')
})
