import { checkPlan } from '@amelia/core'
import type { PlanSource } from '@amelia/core/plugin'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialects } from './dialects.ts'

const check = (files: readonly PlanSource[]) => checkPlan(files, { parsers: dialects() })
const edges = (files: readonly PlanSource[]) =>
  Object.fromEntries((check(files).plan?.phases ?? []).map(({ id, dependsOn }) => [id, dependsOn]))
const issues = (files: readonly PlanSource[]) =>
  check(files).issues.map(({ severity, code, file, line }) => `${severity} ${code} ${file}:${line}`)

describe('a folder of Backlog.md', () => {
  const task = (id: string, more = '', path = `tasks/${id} - x.md`): PlanSource => ({
    path,
    text: `---\nid: ${id}\ntitle: Do ${id}\nstatus: To Do\n${more}---\n\n## Acceptance Criteria\n\n- [x] #1 It works\n`,
  })

  it('is one plan: a task is a phase, and dependencies decide the order', () => {
    const files = [
      task('task-1'),
      task('TASK-2', 'dependencies: [TASK-1, "003"]\n'),
      task('task-3', 'dependencies:\n  - task-9\n'),
      task('task-9', '', 'completed/task-9 - x.md'),
    ]
    const { plan, ok, format } = check(files)
    expect({ ok, format, issues: issues(files) }).toEqual({ ok: true, format: 'backlog-task', issues: [] })
    expect(plan?.phases).toMatchObject([
      { id: 'task-1', title: 'Do task-1', dependsOn: [], status: 'pending', line: 2, subtasks: [] },
      { id: 'task-2', dependsOn: ['task-1', 'task-3'] },
      { id: 'task-3', dependsOn: ['task-9'] },
      { id: 'task-9', status: 'done' },
    ])
    expect(plan?.phases[0]?.body).toBe('## Acceptance Criteria\n\n- [x] #1 It works')
  })

  it('a task waits for its parts, unless that is a circle', () => {
    const parent = 'parent_task_id: task-1\n'
    expect(edges([task('task-1'), task('task-1.1', parent), task('task-1.2', parent)])).toEqual({
      ...{ 'task-1': ['task-1.1', 'task-1.2'], 'task-1.1': [], 'task-1.2': ['task-1.1'] },
    })
    expect(edges([task('task-1'), task('task-1.1', `${parent}dependencies: [task-1]\n`)])).toEqual({
      ...{ 'task-1': [], 'task-1.1': ['task-1'] },
    })
  })

  it('tasks that were moved by hand come first', () => {
    const files = [task('task-1'), task('task-2', 'ordinal: 2000\n'), task('task-3', 'ordinal: 1000\n')]
    expect(Object.keys(edges(files))).toEqual(['task-3', 'task-2', 'task-1'])
  })

  it('errors have the file and its line, once', () => {
    expect(issues([task('task-1'), task('task-2', 'dependencies: [task-8]\n')])).toEqual([
      'error DEPENDENCY_UNKNOWN tasks/task-2 - x.md:5',
    ])
    expect(issues([task('task-1'), task('TASK-1', '', 'tasks/copy.md')])).toEqual([
      'error ID_DUPLICATE tasks/copy.md:1',
    ])
    expect(
      issues([task('task-1', 'dependencies: [task-2]\n'), task('task-2', 'dependencies: [task-1]\n')]),
    ).toEqual(['error PHASE_CYCLE tasks/task-1 - x.md:1'])
    expect(issues([task('task-1'), task('task-2'), { path: 'tasks/n.md', text: 'Text' }])).toEqual([
      'error PLAN_SCHEMA tasks/n.md:1',
    ])
    expect(issues([task('task-1'), task('task-2', 'labels: [\n')])[0]).toMatch(
      /^error \w+ tasks\/task-2 - x\.md:[56]$/,
    )
  })

  it('property: a set of one task is that task', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', 'priority: high\n', 'status: Done\n'), (body, more) => {
        const file = task('task-1', more)
        const text = `${String(file.text)}\n${body.replaceAll('\r', '')}`
        const options = { parsers: dialects() }
        const [alone, set] = [checkPlan(text, options), checkPlan([{ path: 'a.md', text }], options)]
        expect(set.plan?.phases).toEqual(alone.plan?.phases)
        expect(set.hash).toBe(alone.hash)
        expect(set.issues).toEqual(alone.issues.map((issue) => ({ ...issue, file: 'a.md' })))
      }),
    )
  })
})

describe('a phase of GSD', () => {
  const plan = (name: string, head = '', done = 'x'): PlanSource => ({
    path: `${name}-PLAN.md`,
    text: `---\nphase: 11-auth\n${head}---\n\n<objective>\nMake ${name} work. Then ${done}.\n</objective>\n\n<tasks>\n\n<task type="auto">\n  <name>Task 1: Write it</name>\n  <files>src/a.ts, src/b.ts</files>\n  <verify>\n    <automated>npm test</automated>\n  </verify>\n</task>\n\n<task type="checkpoint:human-verify">\n  <how-to-verify>Open the page</how-to-verify>\n</task>\n\n</tasks>\n`,
  })
  const summary = (name: string): PlanSource => ({
    path: `${name}-SUMMARY.md`,
    text: '# Done',
    context: true,
  })

  it('is one plan: each file is a phase with its tasks, and one with a summary is done', () => {
    const files = [plan('11-01'), plan('11-02', 'files_modified: [src/c.ts]\n'), summary('11-01')]
    const { plan: read, ok, format } = check(files)
    expect({ ok, format, issues: issues(files) }).toEqual({ ok: true, format: 'gsd-plan', issues: [] })
    expect(read).toMatchObject({ title: '11-auth' })
    expect(read?.phases).toMatchObject([
      { id: '11-01', title: 'Make 11-01 work', status: 'done', dependsOn: [], line: 2 },
      {
        ...{
          id: '11-02',
          status: 'pending',
          dependsOn: ['11-01'],
          files: ['src/c.ts', 'src/a.ts', 'src/b.ts'],
        },
        acceptance: [{ command: 'npm test' }],
        subtasks: [
          { id: '11-02.1', title: 'Write it', files: ['src/a.ts', 'src/b.ts'], steps: [] },
          { id: '11-02.2', steps: [{ id: '11-02.2.1', action: 'manual', description: 'Open the page' }] },
        ],
      },
    ])
    const lines = read?.source.split('\n') ?? []
    expect(lines[(read?.phases[1]?.subtasks[0]?.line ?? 0) - 1]).toContain('Write it')
    expect(lines[(read?.phases[1]?.line ?? 0) - 2]).toBe('<!-- amelia:file "11-02-PLAN.md" -->')
  })

  it('a plan without depends_on waits for all plans of earlier waves', () => {
    const files = [
      plan('11-01', 'wave: 1\ndepends_on: []\n'),
      plan('11-02', 'wave: 1\n'),
      plan('11-03', 'wave: 2\ndepends_on: ["11-01"]\n'),
      plan('11-04', 'wave: 3\ndepends_on: []\n'),
      plan('11-05', 'wave: 2\ndepends_on: [02, 11-01-PLAN.md]\n'),
    ]
    expect(edges(files)).toEqual({
      '11-01': [],
      '11-02': [],
      '11-03': ['11-01'],
      '11-04': ['11-01', '11-02', '11-03', '11-05'],
      '11-05': ['11-02', '11-01'],
    })
  })

  it('a plan of another phase is outside, and an unknown one of this phase is an error', () => {
    const files = [plan('11-01', 'depends_on: [10-02]\n'), plan('11-02', 'depends_on: [11-07]\n')]
    expect(edges(files)).toEqual({ '11-01': [], '11-02': ['11-07'] })
    expect(issues(files)).toEqual([
      'error DEPENDENCY_UNKNOWN 11-02-PLAN.md:3',
      'warning CONTENT_SKIPPED 11-01-PLAN.md:1',
    ])
  })

  it('a single plan without a summary is read as that file', () => {
    const [file] = [plan('11-01')]
    expect(Object.keys(edges([file]))).toEqual(['1', '2'])
    expect(Object.keys(edges([file, summary('11-01')]))).toEqual(['11-01'])
  })

  it('fault 10: many waves are read in linear time', () => {
    const files = Array.from({ length: 3_000 }, (_, index) => plan(`1-${index}`, `wave: ${index}\n`))
    const { issues: found } = check(files)
    expect(found).toMatchObject([{ code: 'PLAN_TOO_LARGE' }])
  })
})

it('files of no common format are refused once', () => {
  const files = ['a.md', 'b.md'].map((path) => ({ path, text: '# Plan\n\n- [ ] T001 a\n- [ ] T002 b\n' }))
  expect(issues(files)).toEqual(['error FORMAT_UNKNOWN undefined:1'])
})
