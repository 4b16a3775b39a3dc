import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitBackendV1, Workspace } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createKilledGit, type KilledGit } from './killed-git.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

const realGit = execFileSync('/bin/sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
const path = process.env['PATH']

let user: TemporaryRepository
let killed: KilledGit
let git: GitBackendV1
let warnings: string[]

beforeEach(() => {
  user = createRepository()
  killed = createKilledGit(user.dir, realGit)
  process.env['PATH'] = killed.path
  warnings = []
  git = nativeGit({
    repo: user.repo,
    slots: user.slots,
    // A hook counts there.
    confine: { write: [user.dir] },
    onGitWarning: (message) => warnings.push(message),
  })
})
afterEach(() => {
  process.env['PATH'] = path
  user.close()
})

const open = (): Promise<Workspace> => git.openWorkspace({ runId: 'r1', base: user.base })

const attempt = async (workspace: Workspace, content = 'new\n') => {
  writeFileSync(join(workspace.dir!, 'new.txt'), content)
  const changes = await git.changedPaths(workspace)
  return git.commitAttempt(workspace, {
    ...{ ref: 'refs/amelia/r1/attempt/1', changes, message: 'Add a file', date: 1_700_000_000 },
  })
}

describe.each(['diff-files', 'pack-objects', 'index-pack', 'rev-list', 'check-attr'])(
  'git %s in a submodule, killed',
  (subcommand) => {
    it.each(['before', 'code'] as const)('is repeated, and the commit is the same: %s', async (moment) => {
      const lib = join(user.dir, 'lib')
      user.sh('init', '-q', '-b', 'main', lib)
      const inLib = (folder: string, ...args: string[]) =>
        user.sh('-C', folder, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args)
      inLib(lib, 'commit', '-q', '--allow-empty', '-m', 'lib')
      user.sh('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', lib, 'vendor/lib')
      user.sh('config', 'filter.up.clean', 'cat')
      user.sh('commit', '-qm', 'Submodule')
      const workspace = await git.openWorkspace({ runId: 'r1', base: user.sh('rev-parse', 'HEAD') })
      const own = join(workspace.dir!, 'vendor/lib')
      writeFileSync(join(own, 'new.txt'), 'new\n')
      inLib(own, 'add', '-A')
      inLib(own, 'commit', '-qm', 'new')
      killed.kill(subcommand, { moment })
      const { commit } = await attempt(workspace)
      expect(user.sh('rev-parse', `${commit}:vendor/lib`)).toBe(inLib(own, 'rev-parse', 'HEAD'))
      expect(killed.kills()).toBe(1)
      expect(warnings).toEqual([expect.stringMatching(new RegExp(`^git ${subcommand}.*Trying again\\.$`))])
    })
  },
)

describe.each([
  ['rev-parse', 'before'],
  ['for-each-ref', 'after'],
  ['cat-file', 'before'],
  ['hash-object', 'after'],
  ['read-tree', 'after'],
  ['clean', 'before'],
  ['status', 'after'],
  ['fast-import', 'before'],
  ['fast-import', 'after'],
  ['fast-import', 'code'],
  ['version', 'code'],
] as const)('git %s, killed %s', (subcommand, moment) => {
  it('is repeated with a warning, and the commit is the same', async () => {
    const first = await attempt(await open())
    killed.kill(subcommand, { moment })
    const again = nativeGit({
      ...{ repo: user.repo, slots: `${user.slots}-2` },
      onGitWarning: (message) => warnings.push(message),
    })
    git = again
    const workspace = await open()
    await git.resetWorkspace(workspace, user.base)
    expect(await attempt(workspace)).toEqual(first)
    await git.readTree(first.commit)
    expect(killed.kills()).toBe(1)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(new RegExp(`^git ${subcommand}.*Trying again\\.$`))
  })
})

it('removes the lock that a killed import left on its ref', async () => {
  const workspace = await open()
  const lock = join(user.repo, '.git/refs/amelia/r1/attempt/1.lock')
  killed.kill('fast-import', {
    script: `mkdir -p "$(dirname '${lock}')"; echo ${'1'.repeat(40)} > '${lock}'`,
  })
  await attempt(workspace)
  expect(existsSync(lock)).toBe(false)
})

it('removes the lock that a killed process left on the index of a workspace', async () => {
  const workspace = await open()
  killed.kill('read-tree', { script: ': > "$GIT_DIR_ARG/index.lock"' })
  await git.resetWorkspace(workspace, user.base)
  expect(killed.kills()).toBe(1)
  await attempt(workspace)
})

it('never repeats a write to the checkout of the user', async () => {
  const { commit } = await attempt(await open())
  const before = readFileSync(join(user.repo, '.git/index'))
  killed.kill('read-tree', { script: ': > "$GIT_DIR_ARG/index.lock"' })
  const request = { commit, head: user.base, message: 'Add a file' }
  await expect(git.applyToCheckout!(request)).rejects.toMatchObject({ code: 'GIT_FAILED' })
  expect(killed.kills()).toBe(1)
  expect(existsSync(join(user.repo, '.git/index.lock'))).toBe(true)
  expect(readFileSync(join(user.repo, '.git/index'))).toEqual(before)
})

it('never repeats a hook', async () => {
  const log = join(user.dir, 'log')
  user.write('.git/hooks/pre-commit', `#!/bin/sh\necho x >> '${log}'\nkill -9 $$\n`, 0o755)
  const workspace = await open()
  const { commit } = await attempt(workspace)
  const signal = new AbortController().signal
  const outcome = await git.runHooks!(workspace, { commit, message: 'Add a file', signal })
  expect(outcome).toMatchObject({ outcome: 'failed' })
  expect(readFileSync(log, 'utf8')).toBe('x\n')
})
