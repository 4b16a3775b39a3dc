import { checkPlan } from '@amelia/core'
import type { PlanSource } from '@amelia/core/plugin'
import { parserContract } from '@amelia/core/testing'
import { allParsers } from '@amelia/parsers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyDocument, samples } from './arbitrary-document.ts'

/** `npm run test:plans` sets a higher number. */
const numRuns = Number(process.env.PLAN_DOCUMENTS ?? 200)
const timeout = 60_000 + numRuns * 20

const parsers = allParsers()
const formats = [
  'phase-table',
  'phase-table',
  'task-heading',
  'execution-plan',
  'execution-plan',
  'subtask-list',
]

const more = [
  ...['checklist', 'checklist', 'checklist', 'task-master', 'outline'],
  ...['phase-table', 'task-heading', 'checklist'],
]

const backlogTask = (id: string, more = '') => ({
  path: `tasks/${id}.md`,
  text: `---\nid: ${id}\ntitle: Do ${id}\nstatus: To Do\n${more}---\n\n## Description\n\nWords.\n`,
})

const gsdPlan = (name: string) => ({
  path: `${name}-PLAN.md`,
  text: `---\nphase: 11-auth\n---\n\n<objective>\nIt works.\n</objective>\n\n<tasks>\n\n<task type="auto">\n  <name>Task 1: Write it</name>\n  <verify>npm test</verify>\n</task>\n\n</tasks>\n`,
})

const ccpmTask = (number: number, more = '') => ({
  path: `${number}.md`,
  text: `---\nname: Do ${number}\nstatus: open\nparallel: false\n${more}---\n\n# Task: Do ${number}\n\n- [ ] Words\n`,
})

/** Plans of several files, by the id of their format. */
const filesOf: Readonly<Record<string, readonly (readonly PlanSource[])[]>> = {
  'backlog-task': [[backlogTask('task-1'), backlogTask('task-2', 'dependencies: [task-1]\n')]],
  'ccpm-epic': [[ccpmTask(1), ccpmTask(2, 'depends_on: [1]\nconflicts_with: [1]\n')]],
  'gsd-plan': [
    [gsdPlan('11-01'), gsdPlan('11-02'), { path: '11-01-SUMMARY.md', text: '# Done\n', context: true }],
  ],
}

/** Plans of one file in formats that `samples` does not contain, by the id of the format. */
const dialectSamples: Readonly<Record<string, string>> = {
  'backlog-task': backlogTask('task-1').text,
  'ccpm-epic': ccpmTask(1).text,
  'gsd-plan': gsdPlan('11-01').text,
  'github-issues': JSON.stringify([
    { number: 7, title: 'Types', body: '', labels: [], state: 'CLOSED' },
    { number: 9, title: 'Parser', body: 'Depends on #7\n', labels: [{ name: 'bug' }], state: 'OPEN' },
  ]),
  prp: '# Shop\n\n## Task List\n\n```yaml\nTask 1: Types\nCREATE src/types.ts\n\nTask 2: Parser\nCREATE src/parse.ts\n```\n',
  'user-stories': JSON.stringify({
    project: 'Shop',
    userStories: [
      { id: 'US-1', title: 'Buy', priority: 1, passes: true },
      { id: 'US-2', title: 'Sell', priority: 2, acceptanceCriteria: ['It sells'] },
    ],
  }),
}

const linesOf = (text: string): number => text.split(/\r\n|\r|\n/).length

test('each sample is detected by its format, far ahead of the others', () => {
  const found = samples.map((text) => {
    const { ok, format, issues } = checkPlan(text, { parsers })
    return [format, ok, issues.filter(({ severity }) => severity === 'error').map(({ code }) => code)]
  })
  expect(found).toEqual([...formats, ...more].map((format) => [format, true, []]))
})

test(
  'any document: an answer, every issue inside it, the same twice and with any line ending',
  () => {
    fc.assert(
      fc.property(anyDocument, (text) => {
        const check = checkPlan(text, { parsers })
        const lines = text.split(/\r\n|\r|\n/)
        for (const { line, column, message } of check.issues) {
          expect(line >= 1 && line <= lines.length).toBe(true)
          expect(column >= 1 && column <= (lines[line - 1]?.length ?? 0) + 1).toBe(true)
          expect(message).not.toBe('')
        }
        expect(check.ok).toBe(
          check.plan !== undefined && check.issues.every(({ severity }) => severity !== 'error'),
        )
        for (const phase of check.plan?.phases ?? []) {
          for (const { line } of [
            phase,
            ...phase.subtasks,
            ...phase.subtasks.flatMap(({ steps }) => steps),
          ]) {
            expect(line >= 1 && line <= lines.length).toBe(true)
          }
        }
        expect(checkPlan(text, { parsers })).toEqual(check)
        const unix = text.replace(/\r\n|\r/g, '\n')
        const windows = checkPlan(unix.replaceAll('\n', '\r\n'), { parsers })
        const plain = checkPlan(unix, { parsers })
        expect(windows.hash).toBe(plain.hash)
        expect(windows.plan).toEqual(plain.plan)
      }),
      { numRuns },
    )
  },
  timeout,
)

describe.each(parsers)('$id', (parser) => {
  test(
    'takes any document',
    () => {
      fc.assert(
        fc.property(anyDocument, (text) => {
          const score = parser.detect(text)
          expect(score >= 0 && score <= 1).toBe(true)
          const read = parser.parse(text)
          expect(read.plan !== undefined || read.issues.some(({ severity }) => severity === 'error')).toBe(
            true,
          )
          for (const { line } of read.issues) expect(line >= 1 && line <= linesOf(text)).toBe(true)
        }),
        { numRuns: Math.ceil(numRuns / 4) },
      )
    },
    timeout,
  )

  const dialect = dialectSamples[parser.id]
  const own =
    dialect === undefined
      ? samples.filter((text) => checkPlan(text, { parsers }).format === parser.id)
      : [dialect]
  const files = filesOf[parser.id]
  test.each(parserContract({ parser, samples: own, ...(files && { files }) }))('$name', async ({ run }) => {
    await run()
  })
})
