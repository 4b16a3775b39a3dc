import { checkPlan, type PlanCheck } from '@amelia/core'
import { allParsers } from '@amelia/parsers'
import { describe, expect, it, test } from 'vitest'
import { growsLinearly } from './fixtures/grows-linearly.ts'

const parsers = allParsers()
const check = (source: string): PlanCheck => checkPlan(source, { parsers })
/** The text of a phase that agents and reviewers receive. */
const textOf = ({ plan }: PlanCheck, index: number): string => {
  const { body = '', subtasks = [] } = plan?.phases[index] ?? {}
  return [body, ...subtasks.map((subtask) => subtask.body)].join('\n')
}

const story = (status: string, head = '## Status') => `# Story 1.2: Export notes

${head}

${status}

## Story

**As a** writer, **I want** to export notes.

## Acceptance Criteria

1. A note becomes a PDF file.
2. Headings are kept.
3. An empty note is an error.
4. It takes a second.

## Tasks / Subtasks

- [ ] Task 1: Write the exporter (AC: 1-2)
  - [ ] Render
- [ ] Refuse empty notes (AC #3)

## Dev Notes

- [ ] Read the manual

## QA Results

- [x] Reviewed
`

/** The boxes of the story that are no work. */
const notes = ['CONTENT_SKIPPED 24', 'CONTENT_SKIPPED 28']

describe('a BMAD story', () => {
  it('gives each task the criteria that it names, and the last one the others', () => {
    const read = check(story('Approved'))
    expect(read.issues.map(({ code, line }) => `${code} ${line}`)).toEqual(notes)
    expect(read.plan?.phases).toMatchObject([
      { id: '1', title: 'Write the exporter (AC: 1-2)', status: 'pending' },
      { id: '2', title: 'Refuse empty notes (AC #3)', status: 'pending', dependsOn: ['1'] },
    ])
    expect(read.plan?.phases.map(({ body }) => body)).toEqual([
      'Acceptance Criteria:\n1. A note becomes a PDF file.\n2. Headings are kept.',
      'Acceptance Criteria:\n3. An empty note is an error.\n\nAcceptance Criteria:\n4. It takes a second.',
    ])
  })

  it('gives all criteria to the last open task if none names one', () => {
    const source = story('Ready').replace(/ \(AC[^)]*\)/g, '')
    expect(textOf(check(source), 0)).not.toContain('Criteria')
    expect(textOf(check(source), 1)).toContain('1. A note becomes a PDF file.\n2. Headings are kept.')
    const ticked = source.replace('- [ ] Refuse', '- [x] Refuse')
    expect(textOf(check(ticked), 0)).toContain('4. It takes a second.')
  })

  it.each([
    ['Draft', 'pending', ['STATUS_UNKNOWN 5']],
    ['Ready for Review', 'pending', ['STATUS_UNKNOWN 5']],
    ['Review', 'pending', ['STATUS_UNKNOWN 5']],
    ['Approved', 'pending', []],
    ['Ready', 'pending', []],
    ['InProgress', 'pending', []],
    ['**In Progress**', 'pending', []],
    ['Done', 'done', []],
    ['✅ Done', 'done', []],
  ])('with the status %s has phases that are %s', (status, expected, issues) => {
    const read = check(story(status))
    expect(read.issues.map(({ code, line }) => `${code} ${line}`)).toEqual([...issues, ...notes])
    expect(read.plan?.phases.map((phase) => phase.status)).toEqual([expected, expected])
    const inLine = check(story('', `**Status:** ${status.replaceAll('*', '')}`))
    expect(inLine.plan?.phases.map((phase) => phase.status)).toEqual([expected, expected])
  })

  it('keeps the status of its boxes', () => {
    const read = check(story('InProgress').replace('- [ ] Task 1', '- [x] Task 1'))
    expect(read.plan?.phases.map(({ status }) => status)).toEqual(['done', 'pending'])
  })
})

test.each<[name: string, source: string, phase: number, texts: string[]]>([
  [
    'an ExecPlan: Validation and Acceptance',
    '# Cache\n\n## Progress\n\n- [ ] Milestone 1: Store\n- [ ] Milestone 2: Expiry\n\n### Milestone 1: Store\n\nWrite it.\n\n### Milestone 2: Expiry\n\nExpire it.\n\n## Validation and Acceptance\n\nA read after a minute is empty.\n',
    1,
    ['A read after a minute is empty.'],
  ],
  [
    'Backlog.md: Acceptance Criteria',
    '---\nid: TASK-7\ntitle: Cache\nstatus: To Do\n---\n\n## Acceptance Criteria\n\n- [x] #1 A second read is fast\n- [x] #2 Entries expire\n',
    0,
    ['#1 A second read is fast', '#2 Entries expire'],
  ],
  [
    'prd.json: acceptanceCriteria',
    JSON.stringify({
      project: 'P',
      userStories: [
        {
          id: 'US-1',
          title: 'A',
          priority: 1,
          acceptanceCriteria: ['It is fast', { description: 'It is small' }],
        },
      ],
    }),
    0,
    ['It is fast', 'It is small'],
  ],
  [
    'GSD: done',
    '<tasks>\n<task type="auto">\n<name>Write it</name>\n<verify>npm test</verify>\n<done>It is there</done>\n</task>\n</tasks>\n',
    0,
    ['It is there'],
  ],
  [
    'agent-os: Acceptance Criteria',
    '#### T1.1: Add the table\n**Dependencies:** None\n\n- [ ] Write it\n\n**Acceptance Criteria:**\n- [x] The index exists\n\n#### T1.2: Add the model\n**Dependencies:** T1.1\n\n- [ ] Write it\n',
    0,
    ['The index exists'],
  ],
])('%s reaches the phase, and says nothing about its status', (_, source, phase, texts) => {
  const read = check(source)
  expect(read.issues.filter(({ severity }) => severity === 'error')).toEqual([])
  for (const text of texts) expect(textOf(read, phase)).toContain(text)
  expect(read.plan?.phases[phase]?.status).toBe('pending')
})

test('a command in GSD <verify> is a check of the phase', () => {
  const read = check(
    '<tasks>\n<task type="auto">\n<name>Write it</name>\n<verify>npm test</verify>\n</task>\n</tasks>\n',
  )
  expect(read.plan?.phases[0]?.acceptance).toMatchObject([{ command: 'npm test' }])
})

test('details, descriptions and test strategies of Task Master may be lists', () => {
  const task = {
    ...{ id: 1, title: 'A', status: 'pending', dependencies: [] },
    ...{ description: ['one', 'two'], details: ['three'], testStrategy: ['four', 'five'] },
    subtasks: [{ id: 1, title: 'B', status: 'done', details: ['six', 'seven'] }],
  }
  for (const file of [{ tasks: [task] }, { master: { tasks: [task] } }]) {
    const { plan, issues } = check(JSON.stringify(file))
    expect(issues).toEqual([])
    expect(plan?.phases).toMatchObject([
      {
        body: '- one\n- two\n\n- three\n\nTest strategy:\n- four\n- five',
        subtasks: [{ id: '1.1', body: '- six\n- seven', status: 'done' }],
      },
    ])
  }
})

test('criteria cost linear time', () => {
  const refs = '- [ ] Task (AC: 1-999, 1-999, 1-999)\n'
  const source = (count: number) =>
    `## Acceptance Criteria\n\n1. a\n\n## Tasks / Subtasks\n\n${refs.repeat(count)}\n${'## Success Criteria\n\nx\n\n'.repeat(count)}`
  growsLinearly(2_000, (count) => void check(source(count)))
})
