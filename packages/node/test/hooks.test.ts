import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitBackendV1, HookOutcome, Workspace } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let git: GitBackendV1
let workspace: Workspace
let commit: string
let before: string

beforeEach(() => {
  user = createRepository()
  user.sh('branch', 'other')
  // Some hooks write there.
  const confine = { write: [user.dir] }
  git = nativeGit({ repo: user.repo, slots: user.slots, graceMs: 200, confine })
})
afterEach(() => {
  vi.unstubAllEnvs()
  expect(user.state().replaceAll(/^.*refs\/amelia\/.*\n?/gm, '')).toBe(before)
  user.sh('fsck', '--strict', '--no-dangling')
  user.close()
})

const hook = (name: string, script: string, mode = 0o755): void =>
  user.write(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`, mode)

/** Creates an attempt, and runs hooks on it. */
const run = async (signal = new AbortController().signal): Promise<HookOutcome | undefined> => {
  before = user.state()
  workspace = await git.openWorkspace({ runId: 'r1', base: user.base })
  await workspace.fs.writeFile('/new.js', 'let  a\n')
  await workspace.fs.rm('/src/b.txt')
  const changes = await git.changedPaths(workspace)
  const made = await git.commitAttempt(workspace, {
    ref: 'refs/amelia/r1/a',
    message: 'x\n',
    date: 1,
    changes,
  })
  commit = made.commit
  await git.resetWorkspace(workspace, commit)
  return git.runHooks?.(workspace, { commit, message: 'Phase 1: x\n', signal })
}

describe('fault 50: a hook run', () => {
  it('starts nothing without a hook', async () => {
    expect(await run()).toEqual({ outcome: 'passed', message: 'Phase 1: x\n' })
    vi.stubEnv('PATH', '/nowhere')
    const request = { commit, message: 'again\n', signal: new AbortController().signal }
    // Without git in PATH, a child would fail. The identity is needed only if a hook exists.
    expect(await git.runHooks?.(workspace, request)).toEqual({ outcome: 'passed', message: 'again\n' })
  })

  it('passes, and sees the state of a git commit', async () => {
    hook(
      'pre-commit',
      `git diff --cached --name-status > "${'$'}{0%/*}/../../../seen"
       git diff --name-only >> "${'$'}{0%/*}/../../../seen"
       git rev-parse HEAD --show-toplevel >> "${'$'}{0%/*}/../../../seen"`,
    )
    expect(await run()).toEqual({ outcome: 'passed', message: 'Phase 1: x\n' })
    const seen = readFileSync(join(user.dir, 'seen'), 'utf8')
    expect(seen).toBe(`A\tnew.js\nD\tsrc/b.txt\n${user.base}\n${workspace.dir}\n`)
  })

  it('rewrites files, and the changes are relative to the base', async () => {
    hook('pre-commit', 'echo "let a" > new.js; git add new.js; echo more > more.txt')
    expect(await run()).toEqual({ outcome: 'rewritten', message: 'Phase 1: x\n' })
    const changes = await git.changedPaths(workspace)
    expect(changes.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'added more.txt',
      'added new.js',
      'deleted src/b.txt',
    ])
    expect(new TextDecoder().decode(await workspace.fs.readFile('/new.js'))).toBe('let a\n')
  })

  it('fails, with its output', async () => {
    hook('pre-commit', 'echo lint: new.js; echo "\\033[31mred\\033[0m" >&2; exit 1')
    const outcome = await run()
    expect(outcome).toMatchObject({ outcome: 'failed', hook: 'pre-commit' })
    expect(outcome).toHaveProperty('output', expect.stringContaining('lint: new.js'))
    expect(outcome).toHaveProperty('output', expect.stringContaining('red\n'))
  })

  it('ends a hook that hangs, and its child', async () => {
    git = nativeGit({ repo: user.repo, slots: user.slots, hookLimitMs: 1000, graceMs: 200 })
    hook(
      'pre-commit',
      `trap '' TERM; (trap '' TERM; sleep 3; touch "${'$'}{0%/*}/../../../late") & sleep 100`,
    )
    const outcome = await run()
    expect(outcome).toMatchObject({ outcome: 'failed', hook: 'pre-commit' })
    expect(outcome).toHaveProperty('output', expect.stringContaining('did not end within'))
    await new Promise((resolve) => setTimeout(resolve, 2000))
    expect(existsSync(join(user.dir, 'late'))).toBe(false)
  })

  it('ends a hook when the signal aborts', async () => {
    const stop = new AbortController()
    hook('pre-commit', `touch "${'$'}{0%/*}/../../../up"; sleep 100`)
    const running = run(stop.signal)
    running.catch(() => {})
    await vi.waitUntil(() => existsSync(join(user.dir, 'up')), { timeout: 10_000 })
    stop.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
  })

  it('reports a missing program as a problem of the environment', async () => {
    hook('pre-commit', 'no-such-linter')
    expect(await run()).toMatchObject({ outcome: 'environment', hook: 'pre-commit' })
  })

  it('reports a hook that is not executable, and does not skip it', async () => {
    hook('commit-msg', 'exit 1', 0o644)
    const outcome = await run()
    expect(outcome).toMatchObject({ outcome: 'environment', hook: 'commit-msg' })
    expect(outcome).toHaveProperty('output', expect.stringContaining('chmod +x'))
  })

  it('changes the message', async () => {
    hook('commit-msg', 'test "$(cat "$1")" = "Phase 1: x" && echo "Ticket: 1" >> "$1"')
    expect(await run()).toEqual({ outcome: 'passed', message: 'Phase 1: x\nTicket: 1\n' })
  })

  it('refuses the message', async () => {
    hook('pre-commit', 'true')
    hook('commit-msg', 'echo no ticket; exit 1')
    expect(await run()).toMatchObject({ outcome: 'failed', hook: 'commit-msg', output: 'no ticket\n' })
  })

  it('cannot harm the repository with stash, commit, switch or moved refs', async () => {
    hook(
      'pre-commit',
      'git stash -q; git stash pop -q --index; git branch pwned; git update-ref refs/heads/other HEAD; git checkout -q -b evil; git commit -qm evil --no-verify; git tag t',
    )
    expect(await run()).toMatchObject({ outcome: 'passed' })
    expect(user.sh('branch', '--format=%(refname:short)')).toBe('main\nother')
  })

  it('inherits no secrets of this process', async () => {
    vi.stubEnv('SOME_API_KEY', 'secret')
    hook('pre-commit', 'test -z "$SOME_API_KEY"')
    expect(await run()).toMatchObject({ outcome: 'passed' })
  })
})

describe('fault 50: core.hooksPath', () => {
  const husky = (): void => {
    user.sh('config', 'core.hooksPath', '.husky/_')
    user.write('.gitignore', '.husky/_\n')
    user.sh('commit', '-qam', 'ignore')
    user.base = user.sh('rev-parse', 'HEAD')
  }

  it('reports a folder that exists only in the checkout', async () => {
    husky()
    user.write('.husky/_/pre-commit', '#!/bin/sh\nexit 0\n', 0o755)
    const outcome = await run()
    expect(outcome).toMatchObject({ outcome: 'environment' })
    expect(outcome).toHaveProperty('output', expect.stringContaining('.husky/_'))
  })

  it('runs no hooks if the folder does not exist, like git', async () => {
    husky()
    expect(await run()).toMatchObject({ outcome: 'passed' })
  })

  it('runs the hooks of a folder that the set-up created, and keeps ignored files for them', async () => {
    husky()
    hook('pre-commit', 'exit 1')
    await run()
    const folder = join(workspace.dir ?? '', '.husky/_')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'pre-commit'), '#!/bin/sh\necho from the workspace; exit 1\n')
    chmodSync(join(folder, 'pre-commit'), 0o755)
    const request = { commit, message: 'x\n', signal: new AbortController().signal }
    const outcome = await git.runHooks?.(workspace, request)
    expect(outcome).toMatchObject({ outcome: 'failed', output: 'from the workspace\n' })
  })
})
