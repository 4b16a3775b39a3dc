import { expect, it } from 'vitest'
import { allParsers } from '@amelia/parsers'
import { findPlanFolders } from './find-plan-folders.ts'

const find = (paths: readonly string[], name = '') =>
  findPlanFolders(paths, name, allParsers()).map(({ tool, folder, files }) => [
    tool,
    folder,
    files.filter(({ context }) => !context).map(({ path }) => path),
    files.filter(({ context }) => context).map(({ path }) => path),
  ])

it('finds the plans of each tool, and their context', () => {
  expect(
    find([
      'specs/001-search/tasks.md',
      'specs/001-search/spec.md',
      'specs/001-search/plan.md',
      'specs/001-search/contracts/api.yaml',
      'specs/001-search/checklists/requirements.md',
      'openspec/changes/add-x/tasks.md',
      'openspec/changes/add-x/proposal.md',
      'openspec/changes/add-x/specs/x/spec.md',
      'openspec/changes/archive/2026-01-01-y/tasks.md',
      '.kiro/specs/login/tasks.md',
      '.kiro/specs/login/requirements.md',
      '.kiro/specs/login/design.md',
      'agent-os/specs/2026-01-01-z/tasks.md',
      'agent-os/specs/2026-01-01-z/spec.md',
      'agent-os/specs/2026-01-01-z/planning/requirements.md',
      'README.md',
    ]),
  ).toEqual([
    ['Kiro spec', '.kiro/specs/login', ['tasks.md'], ['design.md', 'requirements.md']],
    ['agent-os spec', 'agent-os/specs/2026-01-01-z', ['tasks.md'], ['planning/requirements.md', 'spec.md']],
    ['OpenSpec change', 'openspec/changes/add-x', ['tasks.md'], ['proposal.md', 'specs/x/spec.md']],
    ['Spec Kit feature', 'specs/001-search', ['tasks.md'], ['contracts/api.yaml', 'plan.md', 'spec.md']],
  ])
})

it('finds a phase of GSD; a roadmap contains its phases', () => {
  const phase = ['11-10-PLAN.md', '11-02-PLAN.md', '11-02-SUMMARY.md', '11-CONTEXT.md', '11-UAT.md']
  expect(find(phase, '11-auth')).toEqual([
    ['GSD phase', '', ['11-02-PLAN.md', '11-10-PLAN.md'], ['11-02-SUMMARY.md', '11-CONTEXT.md']],
  ])
  const below = phase.map((path) => `phases/11-auth/${path}`)
  expect(find(below, '.planning').map(([tool, folder]) => [tool, folder])).toEqual([
    ['GSD phase', 'phases/11-auth'],
  ])
  expect(find([...below, 'ROADMAP.md', 'PROJECT.md'], '.planning')).toEqual([
    ['GSD roadmap', '', ['ROADMAP.md'], ['PROJECT.md']],
  ])
  expect(find(['ROADMAP.md', 'README.md'])).toEqual([])
})

it('finds the tasks of Backlog.md in the order of their numbers, without drafts and archived tasks', () => {
  const tasks = ['task-10 - B.md', 'task-9 - A.md', 'notes.md'].map((name) => `backlog/tasks/${name}`)
  const others = [
    'backlog/completed/task-1 - C.md',
    'backlog/drafts/task-2 - D.md',
    'backlog/archive/tasks/task-3 - E.md',
  ]
  expect(findPlanFolders([...tasks, ...others], '', allParsers())).toEqual([
    {
      ...{ tool: 'Backlog.md', folder: 'backlog' },
      files: [
        { path: 'tasks/task-9 - A.md' },
        { path: 'tasks/task-10 - B.md' },
        { path: 'completed/task-1 - C.md', named: 'task-1' },
      ],
    },
  ])
  expect(find(['tasks/a-1.md'])).toEqual([])
})

it('a tasks.md beside the folders of other plans hides none of them', () => {
  expect(find(['tasks.md', 'specs/a/tasks.md', 'specs/a/plan.md']).map(([tool]) => tool)).toEqual([
    'tasks.md',
    'Spec Kit feature',
  ])
})
