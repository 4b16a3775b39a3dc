import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AmeliaError } from '@amelia/core'
import { allParsers } from '@amelia/parsers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readPlanSources } from '../src/lib/plan/read-plan-sources.ts'
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

describe('readPlanSources', () => {
  const paths = async (folder: string): Promise<string[]> =>
    (await readPlanSources([folder], allParsers())).sources.map(
      ({ path, context }) => `${path}${context ? ' (context)' : ''}`,
    )
  const refusal = async (...named: string[]): Promise<string> => {
    const error: unknown = await readPlanSources(named, allParsers()).catch((thrown: unknown) => thrown)
    if (!AmeliaError.is(error, 'OPTION_INVALID')) throw error
    return error.message
  }

  it('finds the plan of a folder, also below it', async () => {
    const { repo } = prepare(backlog)
    const tasks = ['tasks/task-1 - First.md', 'tasks/task-2 - Second.md', 'completed/task-7 - Old.md']
    for (const folder of ['.', 'backlog', 'backlog/tasks']) {
      const found = await readPlanSources([join(repo, folder)], allParsers())
      expect(found.path, folder).toBe(join(repo, 'backlog'))
      expect(found.sources.map(({ path }) => path)).toEqual(tasks)
    }
  })

  it('refuses a folder without a plan, and one with several, with what is there', async () => {
    const { repo } = prepare({
      ...{ 'notes/a.md': 'A', 'notes/b.md': 'B', 'empty/x.txt': '' },
      ...{
        'specs/1/tasks.md': '- [ ] T001 a',
        'specs/1/plan.md': '',
        'specs/2/tasks.md': '',
        'specs/2/plan.md': '',
      },
    })
    expect(await refusal(join(repo, 'notes'))).toMatch(
      /is not the folder of a plan \(an OpenSpec change, .*, a Backlog\.md folder, .*\)\. It contains .*notes\/a\.md, .*notes\/b\.md\. Pass one of these files\.$/,
    )
    expect(await refusal(join(repo, 'empty'))).toContain('It contains no Markdown files.')
    expect(await refusal(join(repo, 'specs'))).toBe(
      `${repo}/specs contains 2 plans: ${repo}/specs/1, ${repo}/specs/2. Pass one of them.`,
    )
    expect(await refusal(join(repo, 'specs'), join(repo, 'notes/a.md'))).toBe(
      'Pass one folder, or several files.',
    )
  })

  it('follows a link to a file inside the folder, and no other link', async () => {
    const { repo } = prepare({
      ...{ 'outside/spec.md': 'secret', 'outside/sub/tasks.md': '' },
      ...{ 'f/tasks.md': '- [ ] T001 a', 'f/text.md': 'x' },
    })
    symlinkSync('text.md', join(repo, 'f/plan.md'))
    symlinkSync('../outside/spec.md', join(repo, 'f/spec.md'))
    symlinkSync('../outside', join(repo, 'f/contracts'))
    symlinkSync('.', join(repo, 'f/loop'))
    expect(await paths(join(repo, 'f'))).toEqual(['tasks.md', 'plan.md (context)'])
  })

  it('ignores .git and node_modules, and reads a bounded number of files and bytes', async () => {
    const { repo } = prepare({
      'f/node_modules/x/tasks.md': '',
      'f/.git/tasks.md': '',
      'f/tasks.md': '',
      'f/plan.md': '',
    })
    expect(await paths(join(repo, 'f'))).toEqual(['tasks.md', 'plan.md (context)'])
    const many = Object.fromEntries(
      Array.from({ length: 1_001 }, (_, index) => [`backlog/tasks/task-${index} - A.md`, '']),
    )
    expect(await refusal(join(prepare(many).repo, 'backlog'))).toContain(
      'has 1001 files; at most 1000 are read',
    )
    truncateSync(join(repo, 'f/plan.md'), 10 * 1024 * 1024 + 1)
    expect(await refusal(join(repo, 'f'))).toContain('have more than 10485760 bytes')
  })

  it('reads several files, with the context that their tool defines', async () => {
    const { repo } = prepare({ 'f/tasks.md': '- [ ] T001 a', 'f/spec.md': 'S', 'f/plan.md': 'P' })
    const named = ['f/spec.md', 'f/tasks.md'].map((path) => join(repo, path))
    expect(await readPlanSources(named, allParsers())).toMatchObject({
      ...{ isListed: true },
      sources: [{ path: 'tasks.md' }, { path: 'spec.md', context: true }],
    })
  })
})
