import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { phaseTable } from '@amelia/parser-phase-table'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import { outlinePlan } from '@amelia/parsers'
import { expect, it } from 'vitest'

const parsers = [phaseTable(), taskHeading(), checklist(), outlinePlan(), taskMaster()]
const errors = (text: string): string[] =>
  checkPlan(text, { parsers })
    .issues.filter(({ severity }) => severity === 'error')
    .map(({ code, line }) => `${code} ${line}`)

const table = '| Phase | Depends On |\n|---|---|\n| 1 | - |\n| 2 | 1 |\n'

it.each([
  [
    'tasks',
    '# Fixes\n\n## Issue 12\n\n### Task 1: a\n### Task 2: b\n\n## Issue 13\n\n### Task 1: c\n### Task 2: d\n',
    8,
  ],
  [
    'phases',
    '# A\n\n## Phase 1: a\n## Phase 2: b\n\n# B\n\n## Phase 1: c\n## Phase 2: d\n\n# C\n## Phase 1: e\n',
    6,
  ],
  ['boxes', '# Plan A\n\n- [ ] 1. a\n- [ ] 2. b\n\n# Plan B\n\n- [ ] 1. c\n- [ ] 2. d\n', 6],
  [
    'headings of plans',
    '## Issue #1\n\n### Plan 1: a\n\nDo a.\n\n### Plan 2: b\n\nDo b.\n\n## Issue #2\n\n### Plan 1: c\n\nDo c.\n',
    11,
  ],
  [
    'boxes below plans',
    '## Issue #1\n\n### Plan 1: a\n\n- [ ] x\n- [ ] y\n\n## Issue #2\n\n### Plan 1: c\n\n- [ ] z\n- [ ] w\n',
    8,
  ],
  [
    'tasks below plans',
    '## Issue #1\n\n### Plan 1: a\n\n#### Task 1: x\n#### Task 2: y\n\n## Issue #2\n\n### Plan 1: c\n\n#### Task 1: z\n',
    8,
  ],
  ['tables', `# Plan A\n\n${table}\n# Plan B\n\n${table.replace('| 2 | 1 |', '| 2 | - |')}`, 8],
])('a file of several plans with %s is one error', (_, text, line) => {
  expect(errors(text)).toEqual([`SEVERAL_PLANS ${line}`])
})

it('names the plans, and how to choose one', () => {
  const text = '# A\n\n## Task 1: a\n## Task 2: b\n\n# B\n\n## Task 1: c\n'
  expect(checkPlan(text, { parsers }).issues[0]?.message).toBe(
    'The file has 2 plans, because the numbers begin again: line 1 "A", line 6 "B". ' +
      'Choose one: copy its section to a file. To run all of them, number them in one series.',
  )
})

it('plans of a section are the phases of this section', () => {
  const section = '## Issue #1\n\n### Plan 1: a\n\nDo a.\n\n### Plan 2: b\n\nDo b.\n'
  expect(checkPlan(section, { parsers }).plan?.phases).toMatchObject([
    { id: '1', title: 'a', dependsOn: [] },
    { id: '2', title: 'b', dependsOn: ['1'] },
  ])
})

it.each(['## Plan A: x\n\na\n\n## Plan B: y\n\nb\n', '## Plan 2026-01\n\na\n\n## Plan 2026-02\n\nb\n'])(
  'plans without a number are no phases: %j',
  (text) => {
    expect(checkPlan(text, { parsers }).format).toBe('single')
  },
)

it('the tags of Task Master are one error, which names the option', () => {
  const tasks = [{ id: 1, title: 'a', status: 'pending', dependencies: [] }]
  const text = JSON.stringify({ one: { tasks }, two: { tasks } })
  expect(checkPlan(text, { parsers }).issues).toMatchObject([
    { code: 'PLAN_SCHEMA', message: expect.stringContaining('--tag') },
  ])
})

it.each([
  ['below one heading', '# A\n\n## Task 1: a\n## Task 1: b\n'],
  ['in one part', '# A\n\n## Part 1\n\n### Task 1: a\n### Task 2: b\n### Task 1: c\n'],
  ['in the middle', '# A\n\n## Part 1\n\n### Task 1: a\n### Task 2: b\n\n## Part 2\n\n### Task 2: c\n'],
])('an id that is repeated %s is a repeated id', (_, text) => {
  const codes = errors(text).map((error) => error.split(' ')[0])
  expect(codes).toContain('ID_DUPLICATE')
  expect(codes).not.toContain('SEVERAL_PLANS')
})
