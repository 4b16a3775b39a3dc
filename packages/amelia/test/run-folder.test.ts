import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openRun } from '@amelia/core'
import { createScriptedDriver } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { run } from '../src/lib/run.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

const task = (id: string, more = ''): string =>
  `---\nid: ${id}\ntitle: Do ${id}\nstatus: To Do\n${more}---\n\n## Description\n\nWrite ${id}.txt.\n`

const prepare = (files: Record<string, string>): TemporaryRepository => {
  const repository = createRepository()
  onTestFinished(repository.close)
  for (const [path, text] of Object.entries(files)) write(join(repository.repo, path), text)
  return repository
}

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const backlog = {
  'backlog/config.yml': 'project_name: Shop\n',
  'backlog/tasks/task-1 - First.md': task('task-1', 'dependencies: [task-7]\n'),
  'backlog/tasks/task-2 - Second.md': task('task-2', 'dependencies: [task-1]\n'),
  'backlog/completed/task-7 - Old.md': task('task-7'),
  'backlog/completed/task-8 - Older.md': task('task-8'),
}

/** An agent that writes the file that the first line of the description names. */
const writer = () =>
  createScriptedDriver(async ({ workspace, prompt }) => {
    const [, name = 'none'] = /Write (task-\d+)\.txt/.exec(prompt) ?? []
    await workspace.fs.writeFile(`${name}.txt`, 'done\n')
  })

describe('run, with a folder', () => {
  it('runs the tasks of Backlog.md in the order of their dependencies, and can be resumed', async () => {
    const repository = prepare(backlog)
    const { repo, slots } = repository
    const driver = writer()
    const base = { cwd: repo, slots, trust: 'paranoid', driver } as const
    const waiting = await run('backlog', base)
    expect(waiting).toMatchObject({ status: 'waiting', goal: 'Backlog' })
    const resumed = await openRun({
      ...{ host: nodeHost({ repo, slots }), runId: waiting.runId, driver },
      onGate: (gate) => gate.choices.approve?.(),
    })
    const report = await resumed.start()
    expect(report).toMatchObject({ status: 'completed' })
    expect(report.phases.map(({ id, status }) => [id, status])).toEqual([
      ['task-1', 'completed'],
      ['task-2', 'completed'],
      ['task-7', 'external'],
    ])
    const files = repository.sh('ls-tree', '--name-only', '-r', report.target).split('\n')
    expect(files).toEqual(expect.arrayContaining(['task-1.txt', 'task-2.txt']))
    const stored = repository.sh(
      'show',
      `${report.target}:${files.find((path) => path.endsWith('/plan.md'))}`,
    )
    expect(stored).toContain('<!-- amelia:file "tasks/task-2 - Second.md" -->\n---\nid: task-2')
    expect(stored, 'no task depends on it').not.toContain('task-8')
  })

  it('points agents to the context of a plan', async () => {
    const { repo, slots, sh } = prepare({
      'specs/1/tasks.md': '# Tasks: Search\n\n## Phase 1: Setup\n\n- [ ] T001 Write task-1.txt\n',
      'specs/1/plan.md': '# Plan\n',
    })
    const driver = writer()
    const report = await run('specs', { cwd: repo, slots, trust: 'autonomous', driver })
    expect(report).toMatchObject({ status: 'completed' })
    expect(report.phases).toMatchObject([{ id: '1', title: 'Setup' }])
    const [, line = ''] = /Its context begins in line (\d+)\./.exec(driver.requests[0]?.prompt ?? '') ?? []
    const path = sh('ls-tree', '--name-only', '-r', report.target)
      .split('\n')
      .find((each) => each.endsWith('/plan.md') && each.startsWith('docs'))
    expect(sh('show', `${report.target}:${path}`).split('\n')[Number(line) - 1]).toBe('# Plan')
  })

  it('names the files of errors', async () => {
    const bad = { ...backlog, 'backlog/tasks/task-3 - Third.md': task('task-3', 'dependencies: [task-9]\n') }
    const { repo, slots } = prepare(bad)
    await expect(run('backlog', { cwd: repo, slots })).rejects.toThrow(
      'tasks/task-3 - Third.md, line 5: Phase task-3 depends on "task-9"',
    )
  })

  it('reads the plan that a run of a folder has stored', async () => {
    const { repo, slots, sh } = prepare(backlog)
    const first = await run('backlog', { cwd: repo, slots, trust: 'autonomous', driver: writer() })
    const path = sh('ls-tree', '--name-only', '-r', first.target)
      .split('\n')
      .find((each) => each.endsWith('/plan.md'))
    write(join(repo, 'copy.md'), `${sh('show', `${first.target}:${path}`)}\n`)
    const second = await run('copy.md', { cwd: repo, slots, trust: 'autonomous', driver: writer() })
    expect(second.phases.map(({ id }) => id)).toEqual(first.phases.map(({ id }) => id))
  })
})
