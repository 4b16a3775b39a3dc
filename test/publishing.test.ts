import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRun, type PlanDraft, type RunOptions } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { describe, expect, it } from 'vitest'
import { folder, git, repository, write } from './fixtures/repository.ts'

const phase = (id: string, dependsOn: string[] = []): PlanDraft['phases'][number] => ({
  id,
  title: `Write ${id}`,
  dependsOn,
  subtasks: [
    {
      id: `${id}.1`,
      title: `File of ${id}`,
      steps: [
        {
          id: `${id}.1.1`,
          action: 'code',
          filePath: `src/${id}.test.txt`,
          codeChange: `line 1\nline 2 of ${id}\n`,
        },
      ],
    },
  ],
})
const plan: PlanDraft = {
  title: 'Two files',
  goal: 'Have two files.',
  trackerId: 'AM-7',
  phases: [phase('a'), phase('b', ['a'])],
}

const run = async (repo: string, options: Partial<RunOptions> = {}) => {
  const created = await createRun({
    plan,
    host: nodeHost({ repo }),
    trust: 'autonomous',
    planApproved: true,
    ...options,
  })
  return created.start()
}

const shell = (dir: string, command: string): string =>
  execFileSync('sh', ['-c', command], { cwd: dir, encoding: 'utf8' })

describe("the run's folder in the tree", () => {
  // seed: phased-execution 51, phased-execution 57
  it('contains plan, summaries, state and report, and its command shows the full change, also in a clone (seed phased-execution, Phase Summaries)', async () => {
    const repo = repository()
    const report = await run(repo)
    const branch = report.target.replace('refs/heads/', '')
    const files = git(repo, 'ls-tree', '-r', '--name-only', branch, 'docs').split('\n')
    const root = files[0]!.split('/').slice(0, 3).join('/')
    expect(root).toMatch(/^docs\/amelia\/\d{4}-\d\d-\d\d-AM-7-two-files$/)
    expect(files).toEqual(
      ['execution-state.json', 'phase-a/summary.md', 'phase-b/summary.md', 'plan.md', 'report.md'].map(
        (name) => `${root}/${name}`,
      ),
    )
    const commitOf = (name: string): string =>
      git(repo, 'log', '--format=%s', '--diff-filter=A', branch, '--', `${root}/${name}`)
    expect(commitOf('plan.md')).toBe('Plan: Two files')
    expect(commitOf('phase-b/summary.md')).toBe('Phase b: Write b')
    expect(commitOf('report.md')).toBe('Report: Two files')
    const state = JSON.parse(git(repo, 'show', `${branch}:${root}/execution-state.json`)) as {
      phases: object[]
    }
    expect(state.phases).toMatchObject([
      { id: 'a', status: 'completed', subtasks: [{ status: 'completed', steps: [{ status: 'completed' }] }] },
      { id: 'b', status: 'completed' },
    ])

    const summary = git(repo, 'show', `${branch}:${root}/phase-a/summary.md`)
    expect(summary).toContain('- `src/a.test.txt` added, +2 -0')
    const command = /```sh\n(.+)\n```/.exec(summary)![1]!
    const clone = join(folder('clone'), 'x')
    git(repo, 'clone', '-q', '--branch', branch, repo, clone)
    for (const shown of [shell(repo, command), shell(clone, command)]) {
      expect(shown).toContain('+line 2 of a')
      expect(shown).toContain('Amelia-Phase: a')
      expect(shown).not.toContain('src/b.test.txt')
    }
  })

  it('is left out with `artifacts: none`', async () => {
    const repo = repository()
    const report = await run(repo, { artifacts: 'none' })
    expect(git(repo, 'log', '--format=%s', `main..${report.target}`)).toBe(
      'Phase b: Write b\nPhase a: Write a',
    )
    expect(git(repo, 'ls-tree', '-r', '--name-only', report.target)).not.toContain('docs')
  })
})

describe('one commit at the end (`single`)', () => {
  // seed: phase-execution-reference 47
  it('contains all changes, and the phases stay readable', async () => {
    const repo = repository()
    const report = await run(repo, { publish: 'single' })
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(git(repo, 'log', '--format=%B', `main..${report.target}`)).toBe(
      `Two files\n\n- Phase a: Write a\n- Phase b: Write b\n\nAmelia-Run: ${report.runId}\nAmelia-Commit: squash`,
    )
    expect(git(repo, 'show', `${report.target}:src/b.test.txt`)).toBe('line 1\nline 2 of b')
    expect(git(repo, 'log', '-1', '--format=%s', `refs/amelia/${report.runId}/phase/a`)).toBe(
      'Phase a: Write a',
    )
  })

  it("is made on top of a person's commits on the target, and verified there", async () => {
    const repo = repository()
    git(repo, 'branch', 'work')
    const created = await createRun({
      plan,
      host: nodeHost({ repo }),
      trust: 'autonomous',
      publish: 'single',
      target: 'work',
      verify: { test: ['true'] },
    })
    created.on('phase_started', ({ phaseId }) => {
      if (phaseId !== 'b') return
      const tree = git(repo, 'write-tree')
      git(
        repo,
        'update-ref',
        'refs/heads/work',
        git(repo, 'commit-tree', tree, '-p', 'work', '-m', 'By hand'),
      )
    })
    const checked: string[] = []
    created.on('run_verifying', ({ commit }) => checked.push(commit))
    const report = await created.start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(git(repo, 'log', '--format=%s', 'main..work')).toBe('Two files\nBy hand')
    expect(checked).toEqual([git(repo, 'rev-parse', 'work')])
  })
})

describe('the files alone (`message-only`)', () => {
  // seed: phase-execution-reference 47
  it('are in the clean checkout, uncommitted, with the message available', async () => {
    const repo = repository()
    const before = git(repo, 'rev-parse', 'main')
    const report = await run(repo, { publish: 'message-only' })
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(readFileSync(join(repo, 'src/a.test.txt'), 'utf8')).toBe('line 1\nline 2 of a\n')
    expect(git(repo, 'rev-parse', 'main')).toBe(before)
    expect(git(repo, 'branch', '--list', 'amelia/*')).toBe('')
    git(repo, '-c', 'core.editor=true', 'commit', '-q')
    expect(git(repo, 'log', '-1', '--format=%B')).toContain('- Phase a: Write a')
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })

  it("are not mixed with the user's uncommitted changes", async () => {
    const repo = repository()
    write(repo, { 'README.md': 'mine\n' })
    await expect(run(repo, { publish: 'message-only' })).rejects.toMatchObject({
      code: 'REPOSITORY_NOT_READY',
      message: expect.stringContaining('Commit or stash them first.') as string,
    })
    expect(readFileSync(join(repo, 'README.md'), 'utf8')).toBe('mine\n')
    expect(existsSync(join(repo, 'src'))).toBe(false)
  })
})

describe('a target that is checked out', () => {
  it('stays, and the command in the report merges the work', async () => {
    const repo = repository()
    const report = await run(repo, { target: 'main' })
    expect(report).toMatchObject({ status: 'completed', targetPublished: false })
    shell(tmpdir(), /git -C .*$/.exec(report.targetNote!)![0])
    expect(git(repo, 'rev-parse', 'main')).toBe(report.head)
  })

  it('is merged by that command after a person has added a commit to it', async () => {
    const repo = repository()
    const report = await run(repo, { target: 'main' })
    write(repo, { 'theirs.txt': 'theirs\n' })
    git(repo, 'add', '.')
    git(repo, 'commit', '-q', '-m', 'Theirs')
    shell(repo, /git -C .*$/.exec(report.targetNote!)![0])
    expect(git(repo, 'merge-base', 'main', report.head)).toBe(report.head)
  })

  it('is merged by that command where it is checked out in another worktree', async () => {
    const repo = repository()
    const other = join(repo, '..', 'other tree')
    git(repo, 'worktree', 'add', '-q', '-b', 'feature', other)
    const report = await run(repo, { target: 'feature' })
    shell(repo, /git -C .*$/.exec(report.targetNote!)![0])
    expect(git(repo, 'rev-parse', 'feature')).toBe(report.head)
  })
})
