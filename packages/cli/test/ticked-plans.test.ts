import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { write } from '../../../test/fixtures/repository.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const agent = join(import.meta.dirname, 'default-path/plan-agent.mjs')
const branchOf = (repo: string): string =>
  git(repo, 'for-each-ref', '--sort=-creatordate', '--format=%(refname:short)', 'refs/heads/amelia').split(
    '\n',
  )[0]!

/** A repository with committed files, and the command line in it with a scripted agent. */
const prepare = (files: Record<string, string>, work: Record<string, Record<string, string>> = {}) => {
  const [repo, aside] = [makeRepository(), makeFolder()]
  write(repo, files)
  git(repo, 'add', '-A')
  git(repo, 'commit', '-qm', 'Plan')
  const script = join(aside, 'script.json')
  writeFileSync(script, JSON.stringify({ work, log: join(aside, 'log.jsonl') }))
  const unattended = ['--yes', '--trust', 'autonomous']
  const run = async (...args: string[]) => {
    const driver =
      Object.keys(work).length > 0 ? ['command', '--agent', `node ${agent} ${script}`] : ['steps']
    const { code, stdout, stderr } = await cli(['run', ...args, ...unattended, '--driver', ...driver], {
      cwd: repo,
    })
    return { code, text: `${stdout}\n${stderr}` }
  }
  return { repo, run }
}

/** Returns the added lines of a change, and expects as many removed ones. */
const changed = (repo: string, path: string, from = 'main', to = branchOf(repo)): string[] => {
  const [added = '', removed = ''] = git(repo, 'diff', '--numstat', from, to, '--', path).split('\t')
  expect(removed).toBe(added)
  const diff = execFileSync('git', ['-C', repo, 'diff', '-U0', from, to, '--', path], { encoding: 'utf8' })
  return diff.split('\n').filter((line) => /^\+(?!\+\+)/.test(line))
}

const step = (command: string): string => ['```sh', command, '```', ''].join('\n')
const table = `\uFEFF# Tools\t🚀

| Phase | Name    | Depends On | Status  |
|-------|---------|------------|---------|
| 1     | First 🚀 | -          | Pending |
| 2     | Second  | 1          | Blocked |
| 3     | Third   | 1          | Pending |

## Phase 1: First 🚀

- [ ] **One**
\t- [ ] nested

  \`\`\`sh
  echo 1 > one
  \`\`\`

## Phase 2: Second

${step('echo 2 > two')}
## Phase 3: Third

${step('false')}
`.replaceAll('\n', '\r\n')

describe.concurrent('a run ticks the file of its plan', () => {
  it('changes the marks of finished phases only, and the next run repeats the rest', async () => {
    const { repo, run } = prepare({ 'plan.md': table })
    const { code, text } = await run('plan.md')
    expect(code).not.toBe(0)
    expect(changed(repo, 'plan.md')).toEqual([
      '+| 1     | First 🚀 | -          | Done    |\r',
      '+| 2     | Second  | 1          | Done    |\r',
      '+- [x] **One**\r',
      '+\t- [x] nested\r',
    ])
    expect(text).toContain('Ticked 4 lines of plan.md.')
    git(repo, 'merge', '-q', branchOf(repo))
    expect(readFileSync(join(repo, 'plan.md'), 'utf8').startsWith('\uFEFF')).toBe(true)
    const { text: dry } = await run('plan.md', '--dry-run')
    expect(dry).toMatch(/^Commands: 3\.1\.1: `false`$/m)
  })

  const checklist = '# Tasks\n\n## 1. Setup\n\n- [X] 1.1 Old\n- [ ] 1.2 New\n\n## 2. Core\n\n- [ ] 2.1 Core\n'
  const work = { '1': { a: 'a\n' }, '2': { b: 'b\n' } }

  it.each([['phase'], ['single']])('with --commit %s, in the style of its boxes', async (mode) => {
    const { repo, run } = prepare({ 'plans/tasks.md': checklist }, work)
    chmodSync(join(repo, 'plans/tasks.md'), 0o755)
    git(repo, 'commit', '-qam', 'Make it executable')
    const { code } = await run('plans/tasks.md', '--commit', mode, '--no-artifacts')
    expect(code).toBe(0)
    expect(changed(repo, 'plans/tasks.md')).toEqual(['+- [X] 1.2 New', '+- [X] 2.1 Core'])
    expect(git(repo, 'ls-tree', branchOf(repo), 'plans/tasks.md')).toMatch(/^100755 /)
    if (mode === 'single') expect(git(repo, 'rev-list', '--count', `main..${branchOf(repo)}`)).toBe('1')
    else expect(git(repo, 'log', '-1', '--format=%s', branchOf(repo))).toBe('Status: Tasks')
  })

  it('with --commit message-only, in the checkout', async () => {
    const { repo, run } = prepare({ 'tasks.md': checklist }, work)
    const { code, text } = await run('tasks.md', '--commit', 'message-only')
    expect(code, text).toBe(0)
    expect(git(repo, 'diff', '--cached', '--numstat', '--', 'tasks.md')).toBe('2\t2\ttasks.md')
  })

  it('with --in-place, on the branch that is checked out', async () => {
    const { repo, run } = prepare({ 'tasks.md': checklist }, work)
    git(repo, 'tag', 'begin')
    const { code, text } = await run('tasks.md', '--in-place')
    expect(code, text).toBe(0)
    expect(changed(repo, 'tasks.md', 'begin', 'HEAD')).toEqual(['+- [X] 1.2 New', '+- [X] 2.1 Core'])
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })

  it('leaves a file with changes of the user alone, and states it', async () => {
    const { repo, run } = prepare({ 'tasks.md': checklist }, work)
    appendFileSync(join(repo, 'tasks.md'), '\nA note.\n')
    const { code, text } = await run('tasks.md')
    expect(code).toBe(0)
    expect(changed(repo, 'tasks.md')).toEqual([])
    expect(text).toContain('Did not tick tasks.md. The file has changes that are not in the commit on which')
  })

  it('leaves the file alone with --no-tick, and if it is not tracked', async () => {
    const { repo, run } = prepare({ 'tasks.md': checklist }, work)
    const { code, text } = await run('tasks.md', '--no-tick')
    expect(code).toBe(0)
    expect(text).not.toContain('tick')
    expect(changed(repo, 'tasks.md')).toEqual([])
    write(repo, { 'new.md': checklist })
    const { text: other } = await run('new.md')
    expect(other).not.toContain('tick')
    expect(git(repo, 'ls-tree', branchOf(repo), 'new.md')).toBe('')
  })

  it('ticks each file of a plan', async () => {
    const task = (id: string, title: string): string =>
      `---\nid: task-${id}\ntitle: ${title}\nstatus: To Do\ndependencies: []\n---\n\n## Description\n\n${title}.\n\n## Acceptance Criteria\n\n- [ ] It works\n`
    const { repo, run } = prepare(
      { 'backlog/tasks/task-1.md': task('1', 'One'), 'backlog/tasks/task-2.md': task('2', 'Two') },
      { 'task-1': { a: 'a\n' }, 'task-2': { b: 'b\n' } },
    )
    const { code, text } = await run('backlog')
    expect(code, text).toBe(0)
    for (const name of ['task-1.md', 'task-2.md'])
      expect(changed(repo, `backlog/tasks/${name}`)).toEqual(['+status: Done'])
  })

  it('ticks only the phases that were chosen, and a resume ticks the rest', async () => {
    const { repo, run } = prepare({ 'tasks.md': checklist }, work)
    await run('tasks.md', '--only', '1')
    expect(changed(repo, 'tasks.md')).toEqual(['+- [X] 1.2 New'])
    const ok = join(makeFolder(), 'ok')
    const second = prepare({ 'plan.md': table.replace('false\r\n', `test -e ${ok}\r\n`) })
    await second.run('plan.md')
    expect(changed(second.repo, 'plan.md')).toHaveLength(4)
    writeFileSync(ok, '')
    const [id] = git(second.repo, 'for-each-ref', '--format=%(refname)', 'refs/amelia').split('\n')
    const { code, stdout } = await cli(['resume', id!.split('/')[2]!], { cwd: second.repo })
    expect(code, stdout).toBe(0)
    expect(changed(second.repo, 'plan.md')).toHaveLength(5)
  })

  it('names phases as the plan does, and takes them in any spelling', async () => {
    const rows = '| Phase | Name | Depends On | Status |\n|---|---|---|---|\n'
    const phases = `\n## Phase 2A: First\n\n${step('echo 1 > one')}\n## Phase 2-B: Second\n\n${step('echo 2 > two')}`
    const { repo, run } = prepare({
      'plan.md': `# Tools\n\n${rows}| 2A | First | - | Pending |\n| 2-B | Second | 2a | Pending |\n${phases}`,
    })
    const { code, text } = await run('plan.md', '--only', '2b,2-a')
    expect(code, text).toBe(0)
    expect(text).not.toMatch(/\b(?:2a|2b)\b/)
    const branch = branchOf(repo)
    const commits = git(repo, 'log', '--reverse', '--format=%(trailers:key=Amelia-Phase,valueonly)', branch)
    expect(commits.split('\n').filter((line) => line !== '')).toEqual(['2A', '2B'])
    expect(changed(repo, 'plan.md')).toEqual([
      '+| 2A | First | - | Done    |',
      '+| 2-B | Second | 2a | Done    |',
    ])
    for (const name of ['2b', '2-B', 'Phase 2B'])
      expect((await cli(['show', name], { cwd: repo })).stdout).toContain('Phase 2B: Second')
    const show = (await cli(['logs', '2a'], { cwd: repo })).stdout
    expect(show).toContain('2A')
    expect(show).not.toMatch(/\b2a\b/)
  })
})
