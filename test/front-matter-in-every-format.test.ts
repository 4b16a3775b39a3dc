import { checkPlan } from '@amelia/core'
import type { PlanSource } from '@amelia/core/plugin'
import { allParsers } from '@amelia/parsers'
import { expect, it } from 'vitest'

const gsd = '<tasks>\n\n<task type="auto">\n  <name>Task 1: a</name>\n</task>\n\n</tasks>\n'

/** A plan of each Markdown format: the keys that its format reads, and the text below them. */
const plans: Readonly<Record<string, { read?: string; body: string }>> = {
  'phase-table': { body: '# Plan\n\n| Phase | Depends On |\n|---|---|\n| 1 | - |\n| 2 | 1 |\n' },
  'task-heading': { body: '# Plan\n\n### Task 1: a\n\nDo it.\n\n### Task 2: b\n\nDo it.\n' },
  'subtask-list': { body: '# Plan\n\n- 1a. Do it -> type: test\n- 1b. Do more -> depends: [1a]\n' },
  checklist: { body: '# Plan\n\n- [ ] a\n- [ ] b\n' },
  outline: { body: '# Plan\n\n## Milestone 1: a\n\nDo it.\n\n## Milestone 2: b\n\nDo it.\n' },
  prp: { body: '# Plan\n\n## Task List\n\n```yaml\nTask 1: a\n  x\nTask 2: b\n  y\n```\n' },
  'gsd-plan': { read: 'phase: 1-a\n', body: gsd },
  'backlog-task': {
    read: 'id: task-1\ntitle: A\nstatus: To Do\npriority: high\n',
    body: '## Why\n\nText.\n',
  },
  'ccpm-epic': { read: 'name: A\nstatus: open\nparallel: true\nconflicts_with: []\n', body: '# Task\n' },
}

const parsers = allParsers()
const namedLines = (plan: string | PlanSource[]): { format: string; notes: string[] } => {
  const { format, reading } = checkPlan(plan, { parsers })
  return { format, notes: (reading?.notes ?? []).map(({ line, text }) => `${line} ${text}`) }
}
const noted = (line: number, path: string): string =>
  `${line} "${path}" of the front matter is not part of the plan`

it('are the Markdown formats', () => {
  const data = ['execution-plan', 'user-stories', 'github-issues', 'task-master']
  expect(Object.keys(plans).sort()).toEqual(
    parsers.flatMap(({ id }) => (data.includes(id) ? [] : [id])).sort(),
  )
})

it.each(Object.entries(plans))('%s names each key of the front matter that it does not read', (id, plan) => {
  const { read = '', body } = plan
  const text = `---\n${read}owner: Ada\nlinks:\n  doc: x\nempty:\n---\n\n${body}`
  const first = 2 + read.split('\n').length - 1
  const { format, notes } = namedLines(text)
  expect(format).toBe(id)
  expect(notes.filter((note) => note.includes('front matter'))).toEqual([
    noted(first, 'owner'),
    noted(first + 1, 'links'),
  ])
})

it('a single file of GSD names its order and its files, which only a set of files has', () => {
  const text = `---\nphase: 1-a\nwave: 2\ndepends_on: ["1-01"]\nfiles_modified: [src/a.ts]\n---\n\n${gsd}`
  expect(namedLines(text).notes).toEqual([noted(3, 'wave'), noted(5, 'files_modified')])
  expect(checkPlan(text, { parsers }).issues).toMatchObject([
    {
      ...{ severity: 'warning', code: 'CONTENT_SKIPPED', line: 4 },
      message: 'The plan depends on 1-01, outside this file: complete it first.',
    },
  ])
  const files = ['1-01', '1-02'].map((name) => ({ path: `${name}-PLAN.md`, text: `${text}` }))
  expect(namedLines(files)).toEqual({ format: 'gsd-plan', notes: [] })
})

it('a title of the front matter that a heading replaces is named', () => {
  const { body } = plans['task-heading']!
  expect(namedLines(`---\ntitle: Plan\n---\n\n${body}`).notes).toEqual([])
  expect(namedLines(`---\ntitle: Other\n---\n\n${body}`).notes).toEqual([noted(2, 'title')])
})
