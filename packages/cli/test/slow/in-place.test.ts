import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, git, makeFolder, makeRepository, removeFolders, startCli, writePlan } from '../fixtures/cli.ts'

afterAll(removeFolders)

const rows = [
  { id: '1', run: 'echo one > one.txt' },
  { id: '2', after: '1', run: 'cat one.txt > two.txt; echo more >> README.md' },
]
const flags = ['--in-place', '--trust', 'autonomous', '--yes']

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')
const status = (folder: string): string =>
  git(folder, '--no-optional-locks', 'status', '--porcelain=v2', '-uall')
const runOf = (repository: string): string =>
  git(repository, 'for-each-ref', '--format=%(refname)', 'refs/amelia').split('/')[2] ?? ''
/** Lists the differences between two commits outside the run's folder. */
const changedSince = (folder: string, from: string, to = 'HEAD'): string =>
  git(folder, 'diff', '--name-status', from, to, '--', ':!docs/amelia')
const words = (text: string): string => text.replace(/\s+/g, ' ')

/** Creates a repository with staged, unstaged and untracked changes. */
const dirtyRepository = (): string => {
  const repository = makeRepository()
  writeFileSync(join(repository, 'own.txt'), 'committed\n')
  git(repository, 'add', '.')
  git(repository, 'commit', '-q', '-m', 'More')
  writeFileSync(join(repository, 'own.txt'), 'staged\n')
  git(repository, 'add', 'own.txt')
  appendFileSync(join(repository, 'own.txt'), 'and more\n')
  writeFileSync(join(repository, 'notes ü.txt'), 'untracked\n')
  return repository
}

describe('run --in-place', () => {
  // seed: intelligent-execution 76
  it('leaves a clean checkout clean, with its report in the last commit and on disk', async () => {
    const repository = makeRepository()
    const plan = writePlan(makeFolder(), rows)
    expect((await cli(['run', plan, '--repo', repository, ...flags])).code).toBe(0)
    expect(status(repository)).toBe('')
    const committed = git(repository, 'ls-tree', '-r', '--name-only', 'HEAD', '--', 'docs/amelia').split('\n')
    expect(committed.map((path) => path.split('/').slice(3).join('/'))).toEqual([
      'execution-state.json',
      'phase-1/summary.md',
      'phase-2/summary.md',
      'plan.md',
      'report.md',
    ])
    expect(committed.filter((path) => !existsSync(join(repository, path)))).toEqual([])
    expect(git(repository, 'for-each-ref', 'refs/amelia/*/checkout')).toBe('')
  })

  it('leaves the checkout clean when the run fails, with its report in the last commit', async () => {
    const repository = makeRepository()
    const plan = writePlan(makeFolder(), [rows[0]!, { id: '2', after: '1', run: 'exit 3' }])
    const { code } = await cli(['run', plan, '--repo', repository, ...flags, '--max-attempts', '1'])
    expect(code).not.toBe(0)
    expect(status(repository)).toBe('')
    const folder = join(repository, 'docs/amelia', readdirSync(join(repository, 'docs/amelia'))[0]!)
    expect(read(folder, 'report.md')).toContain('Status: failed.')
    expect(read(folder, 'phase-2/review-feedback.md')).toContain('exit 3')
    expect(git(repository, 'log', '-1', '--format=%(trailers:key=Amelia-Commit,valueonly)').trim()).toBe(
      'report',
    )
  })

  it('commits on the current branch, and keeps the user’s uncommitted changes', async () => {
    const repository = dirtyRepository()
    const before = status(repository)
    const plan = writePlan(makeFolder(), rows)
    const args = ['run', plan, '--repo', repository, ...flags, '--allow-dirty', '--test', 'test -f own.txt']
    const { code, stdout, stderr } = await cli(args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('git merge')
    expect(git(repository, 'log', '--format=%s').split('\n')).toEqual([
      'Report: Small things',
      'Phase 2: Do 2',
      'Phase 1: Do 1',
      'Plan: Small things',
      'More',
      'Begin',
    ])
    expect(status(repository)).toBe(before)
    expect(read(repository, 'own.txt')).toBe('staged\nand more\n')
    expect(read(repository, 'README.md')).toBe('Hello\nmore\n')
    expect(git(repository, 'branch', '--format=%(refname:short)')).toBe('main')
    expect(existsSync(join(repository, '.git/amelia/in-place'))).toBe(false)
    const journal = ['-rqF', '"inPlace":{"dirty":["notes ü.txt","own.txt"]}', '.git/amelia/runs']
    execFileSync('grep', journal, { cwd: repository })
    git(repository, 'fsck', '--strict')
  })

  it('fault 44: rejects uncommitted changes before creating anything', async () => {
    const repository = dirtyRepository()
    const before = [status(repository), git(repository, 'for-each-ref')]
    const { code, stderr } = await cli(['run', writePlan(makeFolder(), rows), '--repo', repository, ...flags])
    expect(code).toBe(2)
    expect(words(stderr)).toMatch(/own\.txt.*--allow-dirty/)
    expect([status(repository), git(repository, 'for-each-ref')]).toEqual(before)
    expect(existsSync(join(repository, '.git/amelia'))).toBe(false)
  })

  it.each([
    ['publishing mode', ['--commit', 'single'], /--commit cannot be "single"/],
    ['publishing mode', ['--commit', 'message-only'], /--commit cannot be "message-only"/],
    ['target', ['--target', 'other'], /not "other"/],
    ['workspace option', ['--setup', 'true'], /--setup/],
  ])('rejects an incompatible %s: %j', async (_name, more, message) => {
    const repository = makeRepository()
    const args = ['run', writePlan(makeFolder(), rows), '--repo', repository, ...flags, ...more]
    const { code, stderr } = await cli(args)
    expect({ code, stderr: words(stderr) }).toEqual({ code: 2, stderr: expect.stringMatching(message) })
    expect(existsSync(join(repository, '.git/amelia'))).toBe(false)
  })

  it('fault 46 and 47: rejects a detached HEAD, an unfinished merge, and a branch checked out elsewhere', async () => {
    const repository = makeRepository()
    const plan = writePlan(makeFolder(), rows)
    const refused = async (): Promise<string> => {
      const { code, stderr } = await cli(['run', plan, '--repo', repository, ...flags])
      expect(code).toBe(2)
      return words(stderr)
    }
    git(repository, 'worktree', 'add', '-q', '-f', join(makeFolder(), 'other'), 'main')
    expect(await refused()).toContain('checked out in')
    git(
      repository,
      'worktree',
      'remove',
      '--force',
      git(repository, 'worktree', 'list', '--porcelain').split('worktree ')[2]!.split('\n')[0]!,
    )
    git(repository, 'checkout', '-q', '--detach')
    expect(await refused()).toContain('HEAD is detached')
    git(repository, 'checkout', '-q', 'main')
    writeFileSync(join(repository, '.git/MERGE_HEAD'), `${git(repository, 'rev-parse', 'HEAD')}\n`)
    expect(await refused()).toContain('merge is in progress')
  })

  it("asks when a phase changes the user's files, and commits the others", async () => {
    const repository = dirtyRepository()
    const [before, head] = [status(repository), git(repository, 'rev-parse', 'HEAD')]
    const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo one > one.txt; echo theirs > own.txt' }])
    const asked = await cli(['run', plan, '--repo', repository, ...flags, '--allow-dirty'])
    expect(asked.code).toBe(3)
    expect(words(asked.stdout)).toContain('touched files with your uncommitted changes')
    expect(status(repository)).toBe(before)
    expect(read(repository, 'own.txt')).toBe('staged\nand more\n')
    expect(existsSync(join(repository, 'one.txt'))).toBe(false)
    const run = runOf(repository)
    expect(git(repository, 'show', `refs/amelia/${run}/left/1/1:own.txt`)).toBe('theirs')
    const answered = await cli(['answer', run, 'blocker:1:1', 'approve', '--repo', repository])
    expect(answered.code).toBe(0)
    expect((await cli(['resume', run, '--repo', repository])).code).toBe(0)
    expect(changedSince(repository, head)).toBe('A\tone.txt')
    expect(status(repository)).toBe(before)
    expect(read(repository, 'own.txt')).toBe('staged\nand more\n')
  })

  it('undoes a failed attempt, and keeps its commit', async () => {
    const repository = dirtyRepository()
    const before = status(repository)
    const plan = writePlan(makeFolder(), [
      { id: '1', run: 'rm README.md; mkdir -p deep/er; echo x > deep/er/x.txt; false' },
    ])
    const args = ['run', plan, '--repo', repository, ...flags, '--allow-dirty', '--max-attempts', '1']
    expect((await cli(args)).code).toBe(1)
    expect(status(repository)).toBe(before)
    expect(existsSync(join(repository, 'deep'))).toBe(false)
    const attempt = `refs/amelia/${runOf(repository)}/attempt/1/1`
    expect(git(repository, 'diff', '--name-status', 'HEAD', attempt)).toBe('D\tREADME.md\nA\tdeep/er/x.txt')
  })

  it('stops when HEAD has moved between phases, and changes nothing', async () => {
    const repository = makeRepository()
    const outside = join(makeFolder(), 'moved')
    const plan = writePlan(makeFolder(), [
      { id: '1', run: 'echo one > one.txt' },
      { id: '2', after: '1', run: `test -f ${outside} || sleep 0.01; echo two > two.txt` },
    ])
    const hook = join(repository, '.git/hooks/pre-commit')
    mkdirSync(join(repository, '.git/hooks'), { recursive: true })
    // A person switches branches while the first phase is being integrated. A confined hook could not.
    writeFileSync(
      hook,
      `#!/bin/sh\ntest -f ${outside} || { touch ${outside}; git branch other; git symbolic-ref HEAD refs/heads/other; }\n`,
    )
    chmodSync(hook, 0o755)
    const { code, stdout } = await cli(['run', plan, '--repo', repository, ...flags, '--confine', 'off'])
    expect(code).toBe(3)
    expect(words(stdout)).toContain('HEAD of')
    expect(git(repository, 'symbolic-ref', 'HEAD')).toBe('refs/heads/other')
  })
})

describe('a process that dies while working in the checkout', () => {
  it("keeps the phase's work in a commit, undoes it, and keeps the user's edits", async () => {
    const repository = dirtyRepository()
    const head = git(repository, 'rev-parse', 'HEAD')
    const go = join(makeFolder(), 'go')
    const plan = writePlan(makeFolder(), [
      {
        id: '1',
        run: `test -f ${go} || { echo half > half.txt; rm README.md; sleep 60; }; echo done > one.txt`,
      },
    ])
    const { child, outcome } = startCli([
      'run',
      plan,
      '--repo',
      repository,
      ...flags,
      '--allow-dirty',
      '--json',
    ])
    while (!existsSync(join(repository, 'half.txt')) || existsSync(join(repository, 'README.md')))
      await setTimeout(20)
    child.kill('SIGKILL')
    await outcome
    execFileSync('touch', [go])
    // Only the user can have changed a file this long after the process died.
    await setTimeout(1300)
    writeFileSync(join(repository, 'later.txt'), 'mine\n')
    appendFileSync(join(repository, 'own.txt'), 'and later\n')
    const { code } = await cli(['resume', '--repo', repository])
    expect(code).toBe(0)
    const run = runOf(repository)
    expect(changedSince(repository, head, `refs/amelia/${run}/left/1/1~1`)).toBe('D\tREADME.md\nA\thalf.txt')
    expect(changedSince(repository, head)).toBe('A\tone.txt')
    expect(existsSync(join(repository, 'half.txt'))).toBe(false)
    expect(read(repository, 'later.txt')).toBe('mine\n')
    expect(read(repository, 'own.txt')).toBe('staged\nand more\nand later\n')
    expect(read(repository, 'README.md')).toBe('Hello\n')
    git(repository, 'fsck', '--strict')
  })
})

describe('revert', () => {
  // seed: intelligent-execution 70, intelligent-execution 74, intelligent-execution 75
  it('restores branch, index, files and untracked files after a run in place', async () => {
    const repository = dirtyRepository()
    const before = [git(repository, 'rev-parse', 'HEAD'), status(repository), read(repository, 'own.txt')]
    const plan = writePlan(makeFolder(), rows)
    const done = await cli([
      'run',
      plan,
      '--repo',
      repository,
      '--in-place',
      '--allow-dirty',
      '--trust',
      'autonomous',
      '--yes',
    ])
    expect(done.code).toBe(0)
    const given = git(repository, 'rev-parse', 'HEAD')
    const run = runOf(repository)
    appendFileSync(join(repository, 'one.txt'), 'mine\n')
    const kept = await cli(['revert', run, '--repo', repository])
    expect(kept.code).toBe(1)
    expect(words(kept.stdout)).toContain('you have changed one.txt')
    expect(git(repository, 'rev-parse', 'HEAD')).toBe(given)
    git(repository, 'checkout', '-q', '--', 'one.txt')
    const { code, stdout } = await cli(['revert', run, '--repo', repository])
    expect(code).toBe(0)
    expect(words(stdout)).toContain(`git branch again refs/amelia/${run}/reverted`)
    expect([git(repository, 'rev-parse', 'HEAD'), status(repository), read(repository, 'own.txt')]).toEqual(
      before,
    )
    expect(existsSync(join(repository, 'docs'))).toBe(false)
    git(repository, 'branch', 'again', `refs/amelia/${run}/reverted`)
    expect(git(repository, 'rev-parse', 'again')).toBe(given)
  })

  // seed: intelligent-execution 59, intelligent-execution 76
  it.each([
    ['batch', ['one.txt']],
    ['run', []],
  ])('at a question leaves the checkout as it was before the %s', async (scope, kept) => {
    const repository = dirtyRepository()
    const before = [git(repository, 'rev-parse', 'HEAD'), status(repository), read(repository, 'own.txt')]
    const asking = join(makeFolder(), 'plan.json')
    const step = (id: string, command: string, risk = 'low') => ({
      id,
      description: id,
      action_type: 'command',
      command,
      risk_level: risk,
    })
    const batches = [
      { batch_number: 1, steps: [step('1.1', 'cp README.md one.txt')] },
      { batch_number: 2, steps: [step('2.1', 'cp README.md two.txt'), step('2.2', 'false')] },
    ]
    writeFileSync(asking, JSON.stringify({ goal: 'Copy files', batches }))
    const waiting = await cli([
      ...['run', asking, '--repo', repository, ...flags, '--allow-dirty', '--preset', 'intelligent'],
      ...['--driver', 'steps'],
    ])
    expect(waiting.code, waiting.stderr).toBe(3)
    const run = runOf(repository)
    expect(waiting.stdout).toContain(`amelia answer ${run} 1 `)
    const gate = '1'
    const refused = await cli(['answer', run, gate, 'abort', '--scope', 'batch', '--repo', repository])
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('abort-revert') as string })
    const answered = await cli(['answer', run, gate, 'abort-revert', '--scope', scope, '--repo', repository])
    expect(answered.code, answered.stderr).toBe(0)
    await cli(['resume', run, '--repo', repository])
    const after = [git(repository, 'rev-parse', 'HEAD'), status(repository), read(repository, 'own.txt')]
    expect(after.slice(1)).toEqual(before.slice(1))
    expect(['one.txt', 'two.txt'].filter((path) => existsSync(join(repository, path)))).toEqual(kept)
    if (scope === 'run') expect(after).toEqual(before)
    if (scope === 'run') expect(existsSync(join(repository, 'docs'))).toBe(false)
  })

  it('restores files that a run put into the checkout, except those changed since then', async () => {
    const repository = makeRepository()
    writeFileSync(join(repository, 'untracked.txt'), 'mine\n')
    const before = status(repository)
    const plan = writePlan(makeFolder(), rows)
    const given = [
      'run',
      plan,
      '--repo',
      repository,
      '--commit',
      'message-only',
      '--trust',
      'autonomous',
      '--yes',
    ]
    expect((await cli(given)).code).toBe(0)
    expect(status(repository)).not.toBe(before)
    writeFileSync(join(repository, 'two.txt'), 'mine now\n')
    const run = runOf(repository)
    const { code, stdout } = await cli(['revert', run, '--repo', repository])
    expect(code).toBe(0)
    const command = `git merge --squash refs/amelia/${run}/head`
    expect(words(stdout)).toContain(command)
    expect(words(stdout)).toContain('but for two.txt')
    expect(status(repository)).toBe(`? two.txt\n${before}`)
    expect(read(repository, 'two.txt')).toBe('mine now\n')
    expect(existsSync(join(repository, '.git/SQUASH_MSG'))).toBe(false)
    rmSync(join(repository, 'two.txt'))
    git(repository, ...command.split(' ').slice(1))
    expect(read(repository, 'two.txt')).toBe('one\n')
  })
})
