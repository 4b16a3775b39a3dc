import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Change, GitBackendV1, Workspace } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyOf } from '../../../test/fixtures/copy-of.ts'
import { diffWorkspace, nativeGit } from '../src/index.ts'
import {
  createRepository,
  readTree,
  relink,
  type TemporaryRepository,
  userEnvironment,
} from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let git: GitBackendV1
let base: string
let modules: string

/** Runs git in a folder as the user. */
const at = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    env: {
      ...userEnvironment(user.dir),
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.org',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.org',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
    .toString()
    .trimEnd()

/** Creates a repository, another one that is its submodule, and one that is a submodule of that one. */
const prepare = (dir: string): void => {
  const make = (name: string, file: string): string => {
    const folder = join(dir, name)
    mkdirSync(folder)
    at(folder, 'init', '-q', '-b', 'main')
    at(folder, 'config', 'user.name', 'A Person')
    at(folder, 'config', 'user.email', 'person@example.org')
    writeFileSync(join(folder, file), `${name}\n`)
    at(folder, 'add', '-A')
    at(folder, 'commit', '-qm', name)
    return folder
  }
  make('deep', 'deep.txt')
  const lib = make('lib', 'lib.txt')
  at(lib, 'submodule', '--quiet', 'add', '../deep', 'nested/deep')
  at(lib, 'commit', '-qm', 'Add deep')
  const repo = make('repo', 'README.md')
  at(repo, 'remote', 'add', 'origin', repo)
  at(repo, 'submodule', '--quiet', 'add', '--name', 'a lib', '../lib', 'vendor/lib')
  at(repo, 'submodule', '--quiet', 'update', '--init', '--recursive')
  at(repo, 'commit', '-qm', 'Add lib')
}

beforeEach(() => {
  user = createRepository()
  rmSync(user.repo, { recursive: true })
  copyOf('submodules', user.dir, prepare)
  user.sh('remote', 'set-url', 'origin', user.repo)
  base = user.sh('rev-parse', 'HEAD')
  modules = join(user.repo, '.git/modules/a lib')
  git = nativeGit({ repo: user.repo, slots: user.slots })
})
afterEach(() => user.close())

const open = (): Promise<Workspace> => git.openWorkspace({ runId: 'r1', base })
const put = ({ dir = '' }: Workspace, path: string, text: string): void =>
  writeFileSync(join(dir, path), text)
const kinds = async (workspace: Workspace): Promise<string[]> =>
  (await git.changedPaths(workspace)).map(({ kind, path }) => `${kind} ${path}`)
const commit = async (workspace: Workspace, changes?: Change[]) =>
  git.commitAttempt(workspace, {
    ref: 'refs/amelia/r1/attempt/1/1',
    message: 'Work',
    date: 1_700_000_000,
    changes: changes ?? (await git.changedPaths(workspace)),
  })
/** Commits a change inside a submodule of a workspace. */
const commitIn = ({ dir = '' }: Workspace, path: string, file: string): string => {
  writeFileSync(join(dir, path, file), 'new\n')
  at(join(dir, path), 'add', '-A')
  at(join(dir, path), 'commit', '-qm', 'In the submodule')
  return at(join(dir, path), 'rev-parse', 'HEAD')
}
const refsOf = (folder: string): string => at(folder, 'for-each-ref', '--format=%(refname)', 'refs/amelia')

describe('a workspace with submodules', () => {
  it('is compared without running a program that the agent configured in one', async () => {
    // Another process finds the slots where they are by default.
    const workspace = await nativeGit({ repo: user.repo }).openWorkspace({
      ...{ runId: 'r1', lease: 'lease', base },
    })
    const folder = join(workspace.dir!, 'vendor/lib')
    const mark = join(user.dir, 'ran')
    at(folder, 'config', 'filter.evil.clean', `touch ${mark}; cat`)
    writeFileSync(join(folder, '.gitattributes'), '* filter=evil\n')
    writeFileSync(join(folder, 'lib.txt'), 'bil\n')
    writeFileSync(join(workspace.dir!, 'README.md'), 'more\n')
    const patch = await diffWorkspace({ repo: user.repo, runId: 'r1', slot: workspace.slot!, base })
    expect(patch).toContain('+more')
    expect(existsSync(mark)).toBe(false)
  })

  it('contains them at their recorded commits, nested ones too, and does not write the user’s', async () => {
    const before = readTree(modules, [])
    const workspace = await open()
    const dir = workspace.dir ?? ''
    expect(readFileSync(join(dir, 'vendor/lib/lib.txt'), 'utf8')).toBe('lib\n')
    expect(readFileSync(join(dir, 'vendor/lib/nested/deep/deep.txt'), 'utf8')).toBe('deep\n')
    expect(at(dir, 'status', '--porcelain', '--ignored')).toBe('')
    const [own, users] = [dir, user.repo].map((folder) => at(folder, 'submodule', 'status', '--recursive'))
    expect(own?.replaceAll(/ \(.*\)/g, '')).toBe(users?.replaceAll(/ \(.*\)/g, ''))
    expect(await kinds(workspace)).toEqual([])
    at(dir, 'submodule', 'update', '--init', '--recursive')
    expect(at(dir, 'status', '--porcelain')).toBe('')
    await git.closeWorkspace(workspace)
    expect(await kinds(await open())).toEqual([])
    expect(readTree(modules, [])).toBe(before)
  })

  it.each([
    ['origin', ['remote', 'get-url', 'origin']],
    ['a remote of another name', ['remote', 'rename', 'origin', 'up']],
    ['no remote', ['remote', 'remove', 'origin']],
    ['a relative URL', ['remote', 'set-url', 'origin', '../repo']],
  ])('resolves relative URLs with %s, and cannot push', async (_name, change) => {
    user.sh(...change)
    at(user.repo, 'submodule', 'deinit', '-f', '--all')
    rmSync(join(user.repo, '.git/modules'), { recursive: true })
    const dir = (await open()).dir ?? ''
    expect(existsSync(join(dir, 'vendor/lib/lib.txt'))).toBe(false)
    at(dir, 'submodule', 'update', '--init')
    expect(readFileSync(join(dir, 'vendor/lib/lib.txt'), 'utf8')).toBe('lib\n')
    for (const remote of at(dir, 'remote').split('\n'))
      expect(() => at(dir, 'push', remote, 'HEAD:refs/heads/x')).toThrow('pushing-is-disabled')
  })

  it('does not know logins of remotes', async () => {
    user.sh('remote', 'set-url', 'origin', 'https://user:token@example.org/a.git')
    at(modules, 'remote', 'set-url', 'origin', 'https://token@example.org/b.git')
    const { dir = '' } = await open()
    expect(at(dir, 'config', '--list', '--local')).not.toContain('token')
    expect(at(join(dir, 'vendor/lib'), 'remote', 'get-url', 'origin')).toBe('https://example.org/b.git')
  })

  it('leaves one empty that was never initialised, or lacks its commit, with a note', async () => {
    expect((await git.inspect()).notes).toEqual([
      'The repository has submodules. Workspaces contain those that are initialised.',
    ])
    rmSync(join(modules, 'modules'), { recursive: true })
    const workspace = await open()
    expect(existsSync(join(workspace.dir ?? '', 'vendor/lib/lib.txt'))).toBe(true)
    expect(existsSync(join(workspace.dir ?? '', 'vendor/lib/nested/deep/deep.txt'))).toBe(false)
    expect(await kinds(workspace)).toEqual([])
    expect((await git.inspect()).notes.join()).toContain('empty in workspaces: vendor/lib/nested/deep.')
    user.sh('update-index', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/lib`)
    user.sh('commit', '-qm', 'Move lib')
    expect((await git.inspect()).notes.join()).toContain(
      'empty in workspaces: vendor/lib. To fill them, before the run: git submodule update --init',
    )
    const other = await git.openWorkspace({ runId: 'r1', base: user.sh('rev-parse', 'HEAD') })
    expect(existsSync(join(other.dir ?? '', 'vendor/lib/lib.txt'))).toBe(false)
    expect(await kinds(other)).toEqual([])
  })

  it('fills those of a linked worktree', async () => {
    at(user.repo, 'worktree', 'add', '-q', join(user.dir, 'linked'))
    at(join(user.dir, 'linked'), 'submodule', '--quiet', 'update', '--init')
    rmSync(join(user.repo, '.git/modules'), { recursive: true })
    git = nativeGit({ repo: join(user.dir, 'linked'), slots: user.slots })
    const { dir = '' } = await open()
    expect(readFileSync(join(dir, 'vendor/lib/lib.txt'), 'utf8')).toBe('lib\n')
  })

  it('keeps what the set-up made in a submodule, and makes it again when it was changed', async () => {
    const command = 'echo x >> vendor/lib/made && echo set-up >> vendor/lib/lib.txt'
    git = nativeGit({ repo: user.repo, slots: user.slots, setup: [['sh', '-c', command]] })
    for (const damages of [false, true, true, false]) {
      const workspace = await open()
      const made = join(workspace.dir ?? '', 'vendor/lib/made')
      expect(readFileSync(made, 'utf8')).toBe('x\n')
      expect(readFileSync(join(workspace.dir ?? '', 'vendor/lib/lib.txt'), 'utf8')).toBe('lib\n')
      expect(await kinds(workspace)).toEqual([])
      expect(at(workspace.dir ?? '', 'status', '--porcelain')).toBe('')
      put(workspace, 'vendor/lib/other', 'y')
      if (damages) rmSync(made)
      await git.closeWorkspace(workspace)
    }
  })
})

describe('a phase that changes a submodule', () => {
  it('moves its pointer to a new commit, which is kept as long as the run has references', async () => {
    const workspace = await open()
    const moved = commitIn(workspace, 'vendor/lib', 'new.txt')
    put(workspace, 'a.txt', 'a')
    expect(await kinds(workspace)).toEqual(['added a.txt', 'modified vendor/lib'])
    const made = await commit(workspace)
    expect(user.sh('rev-parse', `${made.commit}:vendor/lib`)).toBe(moved)
    expect(refsOf(modules)).toBe(`refs/amelia/r1/submodule/${moved}`)
    at(modules, 'fsck', '--strict', '--connectivity-only')
    await git.resetWorkspace(workspace, base)
    expect(await kinds(workspace)).toEqual([])
    expect(existsSync(join(workspace.dir ?? '', 'vendor/lib/new.txt'))).toBe(false)
    await git.resetWorkspace(workspace, made.commit)
    expect(await kinds(workspace)).toEqual(['added a.txt', 'modified vendor/lib'])
    expect(readFileSync(join(workspace.dir ?? '', 'vendor/lib/new.txt'), 'utf8')).toBe('new\n')
    await git.updateRefs([
      { ref: 'refs/amelia/r1/head', new: made.commit, old: null },
      { ref: 'refs/amelia/r1/attempt/1/1', new: null, old: made.commit },
    ])
    expect(refsOf(modules)).toBe(`refs/amelia/r1/submodule/${moved}`)
    await git.updateRefs([{ ref: 'refs/amelia/r1/head', new: null, old: made.commit }])
    expect(refsOf(modules)).toBe('')
  })

  it('moves the pointers of nested submodules', async () => {
    const workspace = await open()
    const deep = commitIn(workspace, 'vendor/lib/nested/deep', 'new.txt')
    expect(await kinds(workspace)).toEqual(['in_submodule vendor/lib/nested/deep'])
    commitIn(workspace, 'vendor/lib', 'new.txt')
    expect(await kinds(workspace)).toEqual(['modified vendor/lib'])
    const made = await commit(workspace)
    expect(refsOf(join(modules, 'modules/nested/deep'))).toBe(`refs/amelia/r1/submodule/${deep}`)
    await git.resetWorkspace(workspace, base)
    await git.resetWorkspace(workspace, made.commit)
    expect(existsSync(join(workspace.dir ?? '', 'vendor/lib/nested/deep/new.txt'))).toBe(true)
    await git.updateRefs([{ ref: 'refs/amelia/r1/attempt/1/1', new: null, old: made.commit }])
    expect(refsOf(join(modules, 'modules/nested/deep'))).toBe('')
  })

  it('moves it back to an older commit, and removes it', async () => {
    const workspace = await open()
    const lib = join(workspace.dir ?? '', 'vendor/lib')
    at(lib, 'checkout', '-q', '-f', 'HEAD~1')
    rmSync(join(lib, 'nested'), { recursive: true })
    expect(await kinds(workspace)).toEqual(['modified vendor/lib'])
    await commit(workspace)
    await git.resetWorkspace(workspace, base)
    at(workspace.dir ?? '', 'rm', '-q', '-f', 'vendor/lib')
    expect(await kinds(workspace)).toEqual(['modified .gitmodules', 'deleted vendor/lib'])
    await commit(workspace)
  })

  it('continues at its commit, after a process that died too', async () => {
    const workspace = await open()
    commitIn(workspace, 'vendor/lib', 'new.txt')
    const made = await commit(workspace)
    put(workspace, 'vendor/lib/lib.txt', 'half\n')
    commitIn(workspace, 'vendor/lib', 'half.txt')
    await git.closeWorkspace(workspace)
    const { slot = '' } = workspace
    const again = await git.openWorkspace({ runId: 'r1', base, tree: made.commit, slot })
    expect(again.dir).toBe(workspace.dir)
    expect(await kinds(again)).toEqual(['modified vendor/lib'])
    expect((await commit(again)).tree).toBe(made.tree)
    commitIn(again, 'vendor/lib', 'more.txt')
    await git.closeWorkspace(again, { keep: true })
    const rescued = await git.rescueWorkspace?.({ runId: 'r1', slot, base })
    expect(await kinds(rescued!)).toEqual(['modified vendor/lib'])
    expect(existsSync(join(rescued?.dir ?? '', 'vendor/lib/more.txt'))).toBe(true)
  })

  it('names uncommitted changes inside', async () => {
    const workspace = await open()
    put(workspace, 'vendor/lib/lib.txt', 'changed\n')
    put(workspace, 'vendor/lib/nested/deep/new.txt', 'new\n')
    const found = ['in_submodule vendor/lib/lib.txt', 'in_submodule vendor/lib/nested/deep/new.txt']
    expect(await kinds(workspace)).toEqual(found)
    await expect(commit(workspace)).rejects.toMatchObject({ code: 'PATH_DENIED' })
    rmSync(join(workspace.dir ?? '', 'vendor/lib/.git'))
    expect(await kinds(workspace)).toEqual(found)
    await git.resetWorkspace(workspace, base)
    expect(await kinds(workspace)).toEqual([])
  })

  it.each([
    ['untracked', ['in_submodule vendor/lib/lib.txt']],
    ['dirty', []],
  ])('obeys ignore = %s of the base, not of the attempt', async (ignore, found) => {
    user.sh('config', '-f', '.gitmodules', 'submodule.a lib.ignore', ignore)
    user.sh('commit', '-qam', 'Ignore')
    base = user.sh('rev-parse', 'HEAD')
    const workspace = await open()
    put(workspace, 'vendor/lib/lib.txt', 'changed\n')
    put(workspace, 'vendor/lib/built', 'x')
    expect(await kinds(workspace)).toEqual(found)
    await git.resetWorkspace(workspace, base)
    at(workspace.dir ?? '', 'config', '-f', '.gitmodules', 'submodule.a lib.ignore', 'all')
    put(workspace, 'vendor/lib/lib.txt', 'changed\n')
    expect(await kinds(workspace)).toEqual(['modified .gitmodules', ...found])
  })

  it.each([
    ['does not exist', (dotGit: string) => writeFileSync(join(dotGit, 'HEAD'), `${'1'.repeat(40)}\n`)],
    [
      'was removed',
      (dotGit: string, moved: string) => rmSync(join(dotGit, 'objects', moved.slice(0, 2), moved.slice(2))),
    ],
    [
      'has lost a tree',
      (dotGit: string, moved: string) => {
        const tree = at(dotGit, 'rev-parse', `${moved}^{tree}`)
        rmSync(join(dotGit, 'objects', tree.slice(0, 2), tree.slice(2)))
      },
    ],
    [
      'was fetched where the configuration of the attempt says',
      (dotGit: string, moved: string) => {
        rmSync(join(dotGit, 'objects', moved.slice(0, 2), moved.slice(2)))
        const evil = `touch ${join(user.dir, 'evil')}; git-upload-pack`
        for (const [key, value] of [
          ['remote.origin.promisor', 'true'],
          ['remote.origin.uploadpack', evil],
          ['extensions.partialClone', 'origin'],
          ['core.fsmonitor', evil],
        ])
          at(dotGit, 'config', key!, value!)
      },
    ],
  ])('refuses by name a commit that %s', async (_name, damage) => {
    const workspace = await open()
    const moved = commitIn(workspace, 'vendor/lib', 'new.txt')
    const dotGit = join(workspace.dir ?? '', '.git/modules/a lib')
    damage(dotGit, moved)
    expect(await kinds(workspace)).toEqual(['modified vendor/lib'])
    await expect(commit(workspace)).rejects.toMatchObject({
      code: 'PATH_DENIED',
      message: expect.stringMatching(/"vendor\/lib" cannot be committed: its commit [0-9a-f]{40}/) as string,
      details: { path: 'vendor/lib' },
    })
    expect(refsOf(modules)).toBe('')
    expect(existsSync(join(user.dir, 'evil'))).toBe(false)
  })
})

describe('a hostile plan', () => {
  /** Commits `.gitmodules` and its entries as a phase could, without git's checks. */
  const record = (name: string, path: string, url = '../lib'): string => {
    const lib = at(modules, 'rev-parse', 'HEAD')
    user.sh('rm', '-q', '--cached', 'vendor/lib')
    user.write('.gitmodules', `[submodule ${JSON.stringify(name)}]\n\tpath = ${path}\n\turl = "${url}"\n`)
    user.sh('update-index', '--add', '--cacheinfo', `160000,${lib},evil`)
    user.sh('add', '.gitmodules')
    user.sh('commit', '-qm', 'Evil')
    return user.sh('rev-parse', 'HEAD')
  }
  const isFilled = async (): Promise<boolean> => {
    const workspace = await open()
    expect(await kinds(workspace)).toEqual([])
    const { dir = '' } = workspace
    return existsSync(join(dir, 'evil/lib.txt'))
  }

  it.each([
    ['a lib', true],
    ['../modules/a lib', false],
    ['x\\..\\..', false],
    ['..', false],
    ['', false],
    ['a lib/modules/nested/deep', false],
    ['a lib/objects', false],
  ])('with a submodule named %j fills its folder: %s', async (name, filled) => {
    base = record(name, 'evil')
    expect(await isFilled()).toBe(filled)
  })

  it.each(['../outside', '-x', 'link/lib', 'evil/'])('with the path %j fills no folder', async (path) => {
    symlinkSync(user.dir, join(user.repo, 'link'))
    user.sh('add', 'link')
    base = record('a lib', path)
    expect(await isFilled()).toBe(false)
  })

  it.each(['--upload-pack=EVIL', 'ext::sh -c EVIL'])('with the URL %j runs nothing', async (url) => {
    const evil = `touch ${join(user.dir, 'evil')}`
    base = record('a lib', 'evil', url.replace('EVIL', evil))
    expect(await isFilled()).toBe(true)
    expect(existsSync(join(user.dir, 'evil'))).toBe(false)
  })

  it.each(['vendor', 'vendor/lib'])('cannot make the engine write through a link at %s', async (path) => {
    const workspace = await open()
    const { dir = '' } = workspace
    const outside = join(user.dir, 'outside')
    mkdirSync(join(outside, 'lib'), { recursive: true })
    for (const file of ['mine.txt', '.git', 'lib/.git', 'lib/lib.txt'])
      writeFileSync(join(outside, file), 'mine')
    const before = readTree(outside, [])
    relink(outside, join(dir, path))
    await git.changedPaths(workspace)
    await git.resetWorkspace(workspace, base)
    expect(await kinds(workspace)).toEqual([])
    expect(readFileSync(join(dir, 'vendor/lib/lib.txt'), 'utf8')).toBe('lib\n')
    relink(outside, join(dir, path))
    await git.closeWorkspace(workspace)
    const again = await git.openWorkspace({ runId: 'r1', base, slot: workspace.slot ?? '' })
    expect(await kinds(again)).toEqual([])
    expect(readFileSync(join(dir, 'vendor/lib/lib.txt'), 'utf8')).toBe('lib\n')
    expect(readTree(outside, [])).toBe(before)
  })

  it.each(['.git/modules', '.git/modules/a lib', '.git/modules/a lib/objects'])(
    'gets no commit through a link at %s',
    async (path) => {
      const workspace = await open()
      const { dir = '' } = workspace
      commitIn(workspace, 'vendor/lib', 'new.txt')
      const away = join(user.dir, 'away')
      renameSync(join(dir, path), away)
      symlinkSync(away, join(dir, path))
      expect(await kinds(workspace)).toEqual(['modified vendor/lib'])
      await expect(commit(workspace)).rejects.toMatchObject({ code: 'PATH_DENIED' })
    },
  )

  it('cannot store another content under the id of a commit', async () => {
    const workspace = await open()
    const moved = commitIn(workspace, 'vendor/lib', 'new.txt')
    const objects = join(workspace.dir ?? '', '.git/modules/a lib/objects')
    const other = at(modules, 'rev-parse', 'HEAD')
    const fake = join(objects, moved.slice(0, 2), moved.slice(2))
    rmSync(fake)
    cpSync(join(modules, 'objects', other.slice(0, 2), other.slice(2)), fake)
    await expect(commit(workspace)).rejects.toMatchObject({ code: 'PATH_DENIED' })
    expect(refsOf(modules)).toBe('')
  })
})
