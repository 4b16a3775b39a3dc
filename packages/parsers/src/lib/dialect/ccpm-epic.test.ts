import { checkPlan } from '@amelia/core'
import type { PlanSource } from '@amelia/core/plugin'
import { expect, it } from 'vitest'
import { dialects } from './dialects.ts'
import { ccpmEpic } from './ccpm-epic.ts'

const task = (path: string, more: string): PlanSource => ({
  path,
  text: `---\nname: Do ${path}\nstatus: open\n${more}\n---\n\n# Task\n\n## Acceptance Criteria\n\n- [x] It works\n`,
})
const epic: PlanSource = { path: 'epic.md', text: '---\nname: Export\n---\n\n# Epic\n', context: true }
const check = (...files: PlanSource[]) => checkPlan([...files, epic], { parsers: dialects() })

it('finds the files of an epic', () => {
  const find = (...paths: string[]) => ccpmEpic().findFiles?.(paths, 'export')
  expect(find('001.md', '002-analysis.md', '002.md', 'epic.md', 'updates/002/stream.md')).toEqual({
    tool: 'CCPM epic',
    files: [
      ...[{ path: '001.md' }, { path: '002.md' }],
      { path: '002-analysis.md', context: true },
      { path: 'epic.md', context: true },
    ],
  })
  expect(find('001.md', '002.md')).toBeUndefined()
})

it('reads each file as a phase that waits for its dependencies', () => {
  const { ok, format, plan, issues } = check(
    task('36.md', 'depends_on: []\nparallel: true\nconflicts_with: [38]'),
    task('37.md', 'parallel: false'),
    task('38.md', 'parallel: true'),
    task('39.md', 'depends_on: ["#36", 037]\nconflicts_with: []'),
  )
  expect({ ok, format, title: plan?.title, issues }).toEqual({
    ...{ ok: true, format: 'ccpm-epic', title: 'Export', issues: [] },
  })
  expect(plan?.phases).toMatchObject([
    { id: '36', title: 'Do 36.md', dependsOn: [], conflictsWith: ['38'], status: 'pending', line: 2 },
    { id: '37', dependsOn: ['36'] },
    { id: '38', dependsOn: [] },
    { id: '39', dependsOn: ['36', '37'] },
  ])
})

it.each([
  ['completed', 'done'],
  ['complete', 'done'],
  ['closed', 'done'],
  ['open', 'pending'],
  ['in-progress', 'in_progress'],
])('reads the status %s', (status, expected) => {
  const text = `---\nname: A\nstatus: ${status}\nparallel: true\n---\n\nText.\n`
  expect(check({ path: '1.md', text }).plan?.phases[0]?.status).toBe(expected)
})

it('reports an unknown dependency and an unknown conflict at the file', () => {
  const { issues } = check(
    task('1.md', 'depends_on: [7]'),
    task('2.md', 'conflicts_with: [8]\nparallel: true'),
  )
  expect(issues).toMatchObject([
    { severity: 'error', code: 'DEPENDENCY_UNKNOWN', file: '1.md' },
    { severity: 'warning', code: 'DEPENDENCY_UNKNOWN', file: '2.md' },
  ])
})

it('ticks the status of a task with the word of CCPM', () => {
  const { plan } = check(task('1.md', 'parallel: true'), task('2.md', 'depends_on: [1]'))
  expect(plan?.marks).toEqual([
    { work: 2, line: 4, column: 9, old: 'open', new: 'closed' },
    { work: 15, line: 17, column: 9, old: 'open', new: 'closed' },
  ])
})
