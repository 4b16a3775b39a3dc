import { expect, test } from 'vitest'
import { taskHeading } from './task-heading.ts'

const plan = (section: string, field = ''): string =>
  `${[1, 2, 3, 4].map((id) => `### Task ${id}: Part\n\nDo it.\n\n${id === 3 ? field : ''}\n\n`).join('')}${section}\n`

const waits = (source: string) =>
  taskHeading()
    .parse(source)
    .plan?.phases.map(({ dependsOn }) => dependsOn)

const chain = [[], ['1'], ['2'], ['3']]
const diamond = [[], ['1'], ['1'], ['2', '3']]

test.each([
  '## Waves\n\n- Wave 1: Task 1\n- Wave 2: Tasks 2, 3\n- Wave 3: Task 4',
  '## Execution Order\n\n1. Task 1\n2. Task 2 and Task 3 (in parallel)\n3. Task 4',
  '## Execution Order\n\n1. Task 1\n2. Tasks 2 and 3 in parallel\n3. Task 4',
  '## Execution Order\n\n- 1\n- 2, 3 can run concurrently\n- 4',
  '## Execution order\n\n1 → [2, 3] → 4',
  '## Execution Waves\n\n### Wave 1\n\n- Task 1: Part\n\n### Wave 2\n\n- Task 2: Part\n- Task 3: Part\n\n### Wave 3\n\n- Task 4',
  '## Waves\n\n**Wave 1:** 1\n**Wave 2 (parallel):** 2-3\n**Wave 3:** 4',
])('an unambiguous section orders the tasks: %j', (section) => {
  expect(waits(plan(section))).toEqual(diamond)
  expect(taskHeading().parse(plan(section)).issues).toEqual([])
})

test.each([
  ['a task is missing', '## Waves\n\n- Wave 1: Task 1\n- Wave 2: Tasks 2, 3'],
  ['a task is named twice', '## Waves\n\n- Wave 1: 1, 2\n- Wave 2: 2, 3\n- Wave 3: 4'],
  ['an unknown task', '## Waves\n\n- Wave 1: 1\n- Wave 2: 2, 3\n- Wave 3: 4, 5'],
  ['a list that may be a sequence', '## Execution Order\n\n- 1\n- 2, 3\n- 4'],
  ['prose', '## Execution Order\n\nStart with 1, then 2 and 3 if 4 is late.'],
  ['a fence', '## Execution Order\n\n```\n1 → [2, 3] → 4\n```'],
  ['two sections', '## Waves\n\n- Wave 1: 1, 2, 3, 4\n\n## Execution Order\n\n1 → [2, 3] → 4'],
])('otherwise the order of the document counts: %s', (_, section) => {
  expect(waits(plan(section))).toEqual(chain)
})

test('declared dependencies count more than the section', () => {
  expect(waits(plan('## Execution order\n\n1 → [2, 3] → 4', '**Depends on:** Task 2'))).toEqual(chain)
})
