import { checkPlan } from '@amelia/core'
import { checklist } from '@amelia/parser-checklist'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { dialects, outlinePlan } from '@amelia/parsers'
import { expect, it } from 'vitest'

const parsers = [phaseTable(), taskHeading(), subtaskList(), checklist(), outlinePlan(), ...dialects()]

/** A series whose first and last sections have no fields. */
const series = (mark: string, ids: string[], field = '**Depends on:**'): string =>
  `# Plan\n\n${ids
    .map((id, index) => `${mark}${id} Part\n\nText.\n${index === 1 ? `\n${field} ${ids[0]}\n` : ''}`)
    .join('\n')}`

it.each([
  ['subtask-list', series('## ', ['1.', '2.', '3.'])],
  ['subtask-list', series('### ', ['1a.', '1b.', '2a.'])],
  ['subtask-list', '# Plan\n\n## 1. A\n\nText.\n\n## 2. B\n\n**Type:** test\n\n## 3. C\n\n**Type:** impl\n'],
  ['subtask-list', '# Plan\n\n## Work\n\n- 1a. A\n- 1b. B\n  - Depends on: 1a\n- 1c. C\n'],
  ['phase-table', series('## ', ['Phase 1:', 'Phase 2:', 'Phase 3:'])],
  ['task-heading', series('### ', ['Task 1:', 'Task 2:', 'Task 3:'])],
  ['outline', series('## ', ['Step 1:', 'Step 2:', 'Step 3:'])],
  ['outline', series('## ', ['Milestone 1:', 'Milestone 2:', 'Milestone 3:'])],
  ['checklist', '# Plan\n\n## Work\n\n- [ ] 1a. A\n- [ ] 1b. B\n  - Depends on: 1a\n- [ ] 1c. C\n'],
  ['checklist', '# Plan\n\n## A\n\n- [ ] a\n\n## B\n\n**Depends on:** 1\n\n- [ ] b\n\n## C\n\n- [ ] c\n'],
])('in %s each section of a series is read, also without fields: %j', (format, text) => {
  const check = checkPlan(text, { parsers })
  expect(check).toMatchObject({ ok: true, format })
  const parts = new Set(check.plan!.phases.flatMap(({ subtasks, ...phase }) => [phase, ...subtasks]))
  const lines = text
    .split('\n')
    .flatMap((line, index) => (/^(?:##+ (?!Work)|- (?=\d|\[ \] \d))/.test(line) ? [index + 1] : []))
  for (const line of lines) expect([...parts].map((part) => part.line)).toContain(line)
  expect(lines).toHaveLength(3)
  expect(check.issues.filter(({ code }) => code === 'CONTENT_SKIPPED')).toEqual([])
})

it('a row of a phase table without an id is named', () => {
  const text = '| # | Name | Depends On |\n|---|---|---|\n| | A | |\n| 2 | B | - |\n| | | |\n| Total | | |\n'
  const { plan, issues } = checkPlan(text, { parsers })
  expect(plan?.phases.map(({ id }) => id)).toEqual(['2'])
  expect(issues).toMatchObject([{ severity: 'warning', code: 'CONTENT_SKIPPED', line: 3, column: 5 }])
})

it.each([
  ['## 1. A\n\nText.\n\n## 2. B\n\n- [ ] 2.1 b\n\n## 3. C\n\n- [ ] 3.1 c\n', 1],
  ['## Phase 1: A\n\n## Order\n\n| Phase | Depends On |\n|---|---|\n| 2 | - |\n\n## Phase 2: B\n', 1],
  ['1a. "A" -> type: test -> depends: []\n\n## 2. B\n\nText.\n', 3],
])('a section of the series that is left out is named: %j', (text, line) => {
  expect(checkPlan(text, { parsers }).issues.filter(({ code }) => code === 'CONTENT_SKIPPED')).toMatchObject([
    { line },
  ])
})
