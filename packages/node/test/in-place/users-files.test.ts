import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { GitBackendV1, Workspace } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../../test/fixtures/temporary-repository.ts'
import { readFiles, readStatus } from './checkout-world.ts'

const main = 'refs/heads/main'
const attempt = 'refs/amelia/r1/attempt/a/1'
const left = 'refs/amelia/r1/left/a/1'
const snapshot = 'refs/amelia/r1/checkout'

let user: TemporaryRepository

beforeEach(() => {
  user = createRepository()
})
afterEach(() => {
  user.sh('fsck', '--strict', '--no-dangling')
  user.close()
})

const create = (repo = user.repo): GitBackendV1 => nativeGit({ repo, slots: user.slots })

const open = (git: GitBackendV1, runId = 'r1'): Promise<Workspace> =>
  git.openWorkspace({ runId, base: user.base, inPlace: { branch: main, head: user.base, attempt, left } })

const save = async (git: GitBackendV1, workspace: Workspace): Promise<string> => {
  const changes = await git.changedPaths(workspace)
  return (
    await git.commitAttempt(workspace, { ref: attempt, message: 'Work\n', date: 1_700_000_000, changes })
  ).commit
}

const kinds = async (git: GitBackendV1, workspace: Workspace): Promise<string[]> =>
  (await git.changedPaths(workspace)).map(({ path, kind, own }) => `${own ? 'own ' : ''}${kind} ${path}`)

const read = (path: string): string => readFileSync(join(user.repo, path), 'utf8')
const remove = (path: string): void => rmSync(join(user.repo, path), { recursive: true })
const state = () => ({ files: readFiles(user.repo), status: readStatus(user) })
const refs = (pattern: string): string => user.sh('for-each-ref', '--format=%(refname)', pattern)

/** Returns the contents of the files that were set aside. */
const setAside = (): string[] => {
  const aside = join(user.repo, '.git/amelia/in-place/r1/aside')
  return readdirSync(aside, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

describe('the commit of a phase in place', () => {
  it('contains no file below a folder that the user ignores, even if the phase removes the rule', async () => {
    user.write('ignored/key.pem', 'private\n')
    user.write('ignored/deep/er/notes.txt', 'private\n')
    user.write('src/own.log', 'private\n')
    const before = state()
    const git = create()
    const workspace = await open(git)
    user.write('.gitignore', '')
    user.write('new.txt', 'work\n')
    expect(await kinds(git, workspace)).toEqual(['modified .gitignore', 'added new.txt'])
    const commit = await save(git, workspace)
    expect(user.sh('diff', '--name-only', user.base, commit)).toBe('.gitignore\nnew.txt')
    await git.resetWorkspace(workspace, commit)
    expect(read('ignored/deep/er/notes.txt')).toBe('private\n')
    await git.closeWorkspace(workspace)
    expect(state()).toEqual(before)
    expect(refs(left)).toBe('')
  })

  it.each(['--skip-worktree', '--assume-unchanged'])(
    'does not contain a change that the user hides with %s, nor loses it',
    async (flag) => {
      user.sh('update-index', flag, 'README.md')
      user.write('README.md', 'private\n')
      const before = state()
      const git = create()
      const workspace = await open(git)
      user.write('new.txt', 'work\n')
      const commit = await save(git, workspace)
      expect(user.sh('diff', '--name-only', user.base, commit)).toBe('new.txt')
      user.write('README.md', 'theirs\n')
      expect(await kinds(git, workspace)).toContain('own modified README.md')
      await git.closeWorkspace(workspace)
      expect(state()).toEqual(before)
    },
  )

  it.each([
    ['a folder of the user by a file', 'mine/x.txt', 'mine', 'deleted'],
    ['a file of the user by a folder', 'mine', 'mine/x.txt', 'modified'],
  ])('reports the user’s path if the phase replaces %s', async (_, mine, theirs, kind) => {
    user.write(mine, 'private\n')
    const before = state()
    const git = create()
    const workspace = await open(git)
    remove('mine')
    user.write(theirs, 'work\n')
    expect((await kinds(git, workspace)).sort()).toEqual([`own added ${theirs}`, `own ${kind} ${mine}`])
    await git.closeWorkspace(workspace)
    expect(state()).toEqual(before)
  })
})

describe('a process that lost its run', () => {
  const lose = async () => {
    const before = state()
    const first = create()
    const lost = await open(first)
    user.write('old.txt', 'old\n')
    const second = create()
    const workspace = await open(second)
    user.write('new.txt', 'new\n')
    const finish = async (): Promise<void> => {
      expect(read('new.txt')).toBe('new\n')
      expect(refs(snapshot)).toBe(snapshot)
      expect(await kinds(second, workspace)).toEqual(['added new.txt'])
      await second.closeWorkspace(workspace)
      expect(state()).toEqual(before)
    }
    return { first, lost, finish }
  }

  it('does not end the phase of the next process', async () => {
    const { first, lost, finish } = await lose()
    await first.closeWorkspace(lost)
    await finish()
  })

  it('does not reset the files of the next process', async () => {
    const { first, lost, finish } = await lose()
    await expect(first.resetWorkspace(lost, user.base)).rejects.toMatchObject({ code: 'REF_MOVED' })
    await finish()
  })
})

describe('a phase in place leaves the checkout as it is', () => {
  it.each([
    ['has switched to another branch', () => user.sh('switch', '-q', '-c', 'other')],
    ['has committed', () => user.sh('commit', '-q', '--allow-empty', '-m', 'Mine')],
  ])('if the user %s', async (_, move) => {
    user.write('mine.txt', 'mine\n')
    const git = create()
    const workspace = await open(git)
    user.write('src/a.txt', 'work\n')
    user.write('mine.txt', 'touched\n')
    move()
    const before = state()
    await git.closeWorkspace(workspace)
    expect(state()).toEqual(before)
    expect(refs(snapshot)).toBe(snapshot)
  })

  it('if it is another worktree of the same branch', async () => {
    const linked = join(user.dir, 'linked')
    user.sh('worktree', 'add', '-q', '-f', linked, 'main')
    writeFileSync(join(linked, 'mine.txt'), 'mine\n')
    writeFileSync(join(linked, 'README.md'), 'mine\n')
    const git = create()
    const workspace = await open(git)
    user.write('new.txt', 'work\n')
    const before = readFiles(linked)
    await create(linked).removeWorkspaces!('r1', { lease: 't2' })
    expect(readFiles(linked)).toEqual(before)
    expect(await kinds(git, workspace)).toEqual(['added new.txt'])
    await git.closeWorkspace(workspace)
  })
})

describe('a phase in place keeps', () => {
  it('the user’s files while git collects unreachable objects', async () => {
    user.write('README.md', 'mine\n')
    user.write('mine.txt', 'mine too\n')
    const before = state()
    const git = create()
    const workspace = await open(git)
    user.write('README.md', 'theirs\n')
    remove('mine.txt')
    user.sh('gc', '-q', '--prune=now')
    await git.closeWorkspace(workspace)
    expect(state()).toEqual(before)
  })

  it('the commit of its attempt: later work gets another ref', async () => {
    const git = create()
    const workspace = await open(git)
    user.write('new.txt', 'work\n')
    const commit = await save(git, workspace)
    user.write('new.txt', 'later\n')
    await git.resetWorkspace(workspace, commit)
    expect(user.sh('rev-parse', attempt)).toBe(commit)
    expect(user.sh('show', `${left}:new.txt`)).toBe('later')
    await git.closeWorkspace(workspace)
  })

  it('its discarded work, staged and on disk', async () => {
    const git = create()
    const workspace = await open(git)
    user.write('src/a.txt', 'staged\n')
    user.sh('add', 'src/a.txt')
    user.write('src/a.txt', 'on disk\n')
    await git.closeWorkspace(workspace)
    expect(read('src/a.txt')).toBe('a\n')
    expect(user.sh('show', `${attempt}:src/a.txt`)).toBe('on disk')
    expect(user.sh('show', `${attempt}~:src/a.txt`)).toBe('staged')
  })

  it.each([
    ['a file that the user removed', 'README.md', () => remove('README.md')],
    ['a file of the commit', 'src/a.txt', () => {}],
  ])('ignored files in the place of %s', async (_, path, prepare) => {
    prepare()
    const before = state()
    const git = create()
    const workspace = await open(git)
    rmSync(join(user.repo, path), { force: true })
    user.write(`${path}/hidden.log`, 'hidden\n')
    await git.closeWorkspace(workspace)
    expect(state()).toEqual(before)
    expect(setAside()).toEqual(['hidden\n'])
    for (const folder of ['r1', 'r1/aside'])
      expect(lstatSync(join(user.repo, '.git/amelia/in-place', folder)).mode & 0o777).toBe(0o700)
  })

  it('files outside, behind a link in the place of the user’s folder that an ignore rule hides', async () => {
    user.write('mine/x.txt', 'mine\n')
    const before = state()
    const git = create()
    const workspace = await open(git)
    const outside = join(user.dir, 'outside')
    renameSync(join(user.repo, 'mine'), outside)
    writeFileSync(join(outside, 'x.txt'), 'outside\n')
    symlinkSync(outside, join(user.repo, 'mine'))
    user.write('.git/info/exclude', '/mine\n')
    await git.closeWorkspace(workspace)
    user.write('.git/info/exclude', '')
    expect(state()).toEqual(before)
    expect(readFileSync(join(outside, 'x.txt'), 'utf8')).toBe('outside\n')
  })

  it('the lock of another git, and restores the index once it is free', async () => {
    const before = state()
    const git = create()
    const workspace = await open(git)
    user.write('src/a.txt', 'work\n')
    user.sh('add', 'src/a.txt')
    const lock = join(user.repo, '.git/index.lock')
    writeFileSync(lock, 'written by another git')
    await expect(git.closeWorkspace(workspace)).rejects.toMatchObject({
      message: expect.stringContaining('index.lock') as string,
    })
    expect(readFileSync(lock, 'utf8')).toBe('written by another git')
    rmSync(lock)
    await git.removeWorkspaces!('r1', { lease: 't2' })
    expect(state()).toEqual(before)
    expect(existsSync(join(user.repo, '.git/amelia/in-place'))).toBe(false)
  })
})

it('a phase that finds the index locked reports the lock, and begins once the index is free', async () => {
  const lock = join(user.repo, '.git/index.lock')
  writeFileSync(lock, 'written by another git')
  const git = create()
  await expect(open(git)).rejects.toMatchObject({
    code: 'GIT_LOCKED',
    message: expect.stringContaining('index.lock') as string,
  })
  expect(readFileSync(lock, 'utf8')).toBe('written by another git')
  rmSync(lock)
  await git.closeWorkspace(await open(git))
})

describe('another run', () => {
  it('is refused in a checkout where a phase runs', async () => {
    const git = create()
    const workspace = await open(git)
    user.write('new.txt', 'work\n')
    await expect(open(create(), 'r2')).rejects.toMatchObject({ code: 'REPOSITORY_NOT_READY' })
    expect(await kinds(git, workspace)).toEqual(['added new.txt'])
    await git.closeWorkspace(workspace)
  })
})
