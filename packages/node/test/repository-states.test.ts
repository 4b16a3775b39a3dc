import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GitBackendV1 } from '@amelia/core/plugin'
import { words } from '@amelia/core/view'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compareFingerprints } from '@amelia/core/testing'
import { nativeGit, nodeHost } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let git: GitBackendV1

beforeEach(() => {
  user = createRepository()
  git = nativeGit({ repo: user.repo, slots: user.slots })
})
afterEach(() => user.close())

/** Creates two commits that conflict, on `main` and `other`. */
const diverge = (): void => {
  user.sh('checkout', '-q', '-b', 'other')
  user.write('src/a.txt', 'other\n')
  user.sh('commit', '-qam', 'other')
  user.sh('checkout', '-q', 'main')
  user.write('src/a.txt', 'main\n')
  user.sh('commit', '-qam', 'main')
}
const failing = (...args: string[]): void => {
  expect(() => user.sh(...args)).toThrow()
}

describe('a repository in which a run cannot start', () => {
  it('is reported without an error', async () => {
    const host = nodeHost({ repo: join(user.dir, 'none') })
    await expect(host.git.inspect()).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' })
    await expect(host.store.list()).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' })
    expect(new Set(Array.from({ length: 100 }, () => host.uniqueId())).size).toBe(100)
    expect(host.uniqueId()).toMatch(/^[a-z0-9]{6}$/)
  })

  it('a folder without a repository, which may get one later', async () => {
    const folder = join(user.dir, 'plain')
    mkdirSync(folder)
    const plain = nativeGit({ repo: folder })
    await expect(plain.inspect()).rejects.toMatchObject({
      code: 'NOT_A_REPOSITORY',
      details: { path: folder },
    })
    execFileSync('git', ['init', '-q', '-b', 'main', folder])
    expect((await plain.inspect()).location).toBe(folder)
  })

  it("a bare repository, and git's own folder", async () => {
    const bare = join(user.dir, 'bare.git')
    user.sh('clone', '-q', '--bare', '.', bare)
    const details = { reason: 'bare' }
    await expect(nativeGit({ repo: bare }).inspect()).rejects.toMatchObject({
      code: 'REPOSITORY_NOT_READY',
      details,
    })
    const inner = nativeGit({ repo: join(user.repo, '.git') })
    await expect(inner.inspect()).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' })
  })
})

it('a path to copy or to link that the checkout does not have keeps a run from starting', async () => {
  for (const option of ['copy', 'link']) {
    const backend = nativeGit({ repo: user.repo, slots: user.slots, [option]: ['src/a.txt', 'none'] })
    expect((await backend.inspect()).obstacle).toContain(
      `\`${option}\` contains "none", but ${user.repo} has no such file or folder.`,
    )
  }
})

describe('fault 46: heads', () => {
  it('a repository without a commit', async () => {
    const empty = join(user.dir, 'empty')
    execFileSync('git', ['init', '-q', '-b', 'trunk', empty])
    expect(await nativeGit({ repo: empty }).inspect()).toMatchObject({
      head: null,
      branch: 'refs/heads/trunk',
    })
  })

  it('a detached head', async () => {
    user.sh('checkout', '-q', '--detach')
    expect(await git.inspect()).toMatchObject({ head: user.base, branch: null })
  })
})

describe('fault 47: names the operation in progress', () => {
  const operation = async (): Promise<string | null> => (await git.inspect()).operation

  it('none', async () => {
    expect(await operation()).toBe(null)
  })
  it.each([
    ['merge', ['merge', 'other']],
    ['rebase', ['rebase', 'other']],
    ['cherry-pick', ['cherry-pick', 'other']],
  ])('%s', async (name, args) => {
    diverge()
    failing(...args)
    expect(await operation()).toBe(name)
  })
  it('revert', async () => {
    diverge()
    user.write('src/a.txt', 'later\n')
    user.sh('commit', '-qam', 'later')
    failing('revert', '--no-edit', 'HEAD~1')
    expect(await operation()).toBe('revert')
  })
  it('am', async () => {
    diverge()
    const patch = join(user.dir, 'x.patch')
    writeFileSync(patch, `${user.sh('format-patch', '--stdout', '-1', 'other')}\n`)
    failing('am', patch)
    expect(await operation()).toBe('am')
  })
  it('bisect', async () => {
    user.sh('bisect', 'start')
    expect(await operation()).toBe('bisect')
  })
})

describe('special states are reported, and inspecting changes nothing', () => {
  it('fault 44: a dirty checkout, whose index is not refreshed either', async () => {
    // The same content with another time, which a refresh would record.
    utimesSync(join(user.repo, 'src/a.txt'), 1, 1)
    user.write('src/b.txt', 'changed\n')
    const before = readFileSync(join(user.repo, '.git/index'))
    expect((await git.inspect()).dirty).toBe(true)
    expect(readFileSync(join(user.repo, '.git/index')).equals(before)).toBe(true)
    user.write('src/b.txt', 'b\n')
    user.write('untracked.txt', 'x')
    expect((await git.inspect()).dirty).toBe(false)
    user.write('staged.txt', 'x')
    user.sh('add', 'staged.txt')
    expect((await git.inspect()).dirty).toBe(true)
  })

  it('fault 52: no identity, and a commit says how to set one', async () => {
    user.sh('config', '--unset', 'user.name')
    const { HOME } = process.env
    process.env.HOME = user.dir
    try {
      expect((await git.inspect()).identity).toBe(null)
      const request = {
        ref: 'refs/amelia/r1/c',
        tree: user.base,
        parent: user.base,
        files: {},
        message: 'x',
        date: 1,
      }
      await expect(git.compose(request)).rejects.toMatchObject({
        code: 'REPOSITORY_NOT_READY',
        details: { reason: 'no_identity' },
      })
    } finally {
      if (HOME === undefined) delete process.env.HOME
      else process.env.HOME = HOME
    }
  })

  it('fault 56: submodules, sparse, shallow, LFS', async () => {
    expect((await git.inspect()).notes).toEqual([])
    user.write('.gitmodules', '')
    user.write('.gitattributes', '*.bin filter=lfs\n')
    user.sh('sparse-checkout', 'set', 'src')
    user.write('.gitattributes', '*.bin filter=lfs\n')
    user.write('.git/shallow', `${user.base}\n`)
    const { notes } = await git.inspect()
    expect(notes.map((note) => /submodules|sparse|shallow|LFS/.exec(note)?.[0])).toEqual([
      'submodules',
      'sparse',
      'shallow',
      'LFS',
    ])
  })

  it('fault 56: a sparse checkout, whose workspaces contain all files', async () => {
    user.sh('sparse-checkout', 'set', '--no-cone', '/README.md')
    const workspace = await git.openWorkspace({ runId: 'r1', base: user.base })
    expect(await workspace.fs.readdir('/src')).toEqual(['a.txt', 'b.txt', 'deep'])
    expect(await git.changedPaths(workspace)).toEqual([])
    expect(user.sh('ls-files', '-t', 'src/a.txt')).toBe('S src/a.txt')
  })
})

describe('locations of a repository', () => {
  /** Runs all steps of one phase, whatever the kind of repository. */
  const walk = async (backend: GitBackendV1): Promise<void> => {
    const { head } = await backend.inspect()
    const workspace = await backend.openWorkspace({ runId: 'r1', base: head ?? '' })
    await workspace.fs.writeFile('/src/a.txt', 'work\n')
    const changes = await backend.changedPaths(workspace)
    expect(changes).toEqual([{ path: 'src/a.txt', kind: 'modified', size: 5 }])
    const ref = 'refs/amelia/r1/attempt/1/1'
    const { commit } = await backend.commitAttempt(workspace, { ref, message: 'Work\n', date: 1, changes })
    await backend.updateRefs([{ ref: 'refs/heads/amelia/x', new: commit, old: null }])
    await backend.closeWorkspace(workspace)
    await backend.removeWorkspaces?.('r1')
    expect(user.sh('rev-parse', 'refs/heads/amelia/x')).toBe(commit)
    expect(user.sh('show', '--format=', '--name-only', commit)).toBe('src/a.txt')
  }

  it('a folder below the root', async () => {
    await walk(nativeGit({ repo: join(user.repo, 'src/deep'), slots: user.slots }))
  })

  it("a linked worktree, whose HEAD is the user's", async () => {
    const linked = join(user.dir, 'linked')
    user.sh('worktree', 'add', '-q', '-b', 'feature', linked)
    writeFileSync(join(linked, 'README.md'), 'dirty\n')
    const backend = nativeGit({ repo: linked, slots: user.slots })
    const index = readFileSync(join(user.repo, '.git/worktrees/linked/index'))
    expect(await backend.inspect()).toMatchObject({
      branch: 'refs/heads/feature',
      dirty: true,
      location: linked,
    })
    expect(await git.inspect()).toMatchObject({ branch: 'refs/heads/main', dirty: false })
    await walk(backend)
    expect(readFileSync(join(user.repo, '.git/worktrees/linked/index')).equals(index)).toBe(true)
    expect(readdirSync(join(user.repo, '.git/worktrees'))).toEqual(['linked'])
  })

  it('a linked worktree of a bare repository', async () => {
    const bare = join(user.dir, 'bare.git')
    user.sh('clone', '-q', '--bare', '.', bare)
    const linked = join(user.dir, 'linked')
    execFileSync('git', ['-C', bare, 'worktree', 'add', '-q', linked, 'main'])
    execFileSync('git', ['-C', bare, 'config', 'user.name', 'A Person'])
    execFileSync('git', ['-C', bare, 'config', 'user.email', 'person@example.org'])
    const backend = nativeGit({ repo: linked, slots: user.slots })
    const workspace = await backend.openWorkspace({ runId: 'r1', base: user.base })
    await workspace.fs.writeFile('/src/a.txt', 'work\n')
    expect((await backend.changedPaths(workspace)).map(({ path }) => path)).toEqual(['src/a.txt'])
    expect(await backend.whyLocked('refs/heads/main')).toContain(linked)
  })

  it('a git dir in another place', async () => {
    const elsewhere = join(user.dir, 'elsewhere.git')
    user.sh('init', '-q', `--separate-git-dir=${elsewhere}`)
    await walk(nativeGit({ repo: user.repo, slots: user.slots }))
  })

  it('a path that is a symbolic link', async () => {
    symlinkSync(user.repo, join(user.dir, 'alias'))
    await walk(nativeGit({ repo: join(user.dir, 'alias'), slots: user.slots }))
  })

  it('a shallow clone, in whose workspaces git still works', async () => {
    user.write('src/b.txt', 'more\n')
    user.sh('commit', '-qam', 'more')
    const clone = join(user.dir, 'clone')
    user.sh('clone', '-q', '--depth=1', `file://${user.repo}`, clone)
    const backend = nativeGit({ repo: clone, slots: user.slots })
    const { head } = await backend.inspect()
    const workspace = await backend.openWorkspace({ runId: 'r1', base: head ?? '' })
    const log = execFileSync('git', ['log', '--format=%s'], { cwd: workspace.dir }).toString()
    expect(log).toBe('more\n')
  })
})

describe('whyLocked: a branch that must not be moved', () => {
  it('checked out in a linked worktree', async () => {
    const linked = join(user.dir, 'linked')
    user.sh('worktree', 'add', '-q', '-b', 'feature', linked)
    expect(await git.whyLocked('refs/heads/feature')).toContain(linked)
  })
  it('being rebased', async () => {
    diverge()
    failing('rebase', 'other')
    expect(await git.whyLocked('refs/heads/main')).toContain('being rebased')
  })
  it('being bisected', async () => {
    user.sh('bisect', 'start')
    user.sh('checkout', '-q', '--detach')
    expect(await git.whyLocked('refs/heads/main')).toContain('being bisected')
  })
  it('an alias of another branch', async () => {
    user.sh('branch', 'real')
    user.sh('symbolic-ref', 'refs/heads/alias', 'refs/heads/real')
    expect(await git.whyLocked('refs/heads/alias')).toContain('refs/heads/real')
    expect(await git.whyLocked('refs/heads/real')).toBe(null)
  })
  it('the branch of a checkout without a commit', async () => {
    user.sh('checkout', '-q', '--orphan', 'unborn')
    expect(await git.whyLocked('refs/heads/unborn')).toContain('checked out')
  })
})

describe('moving refs', () => {
  const head = 'refs/amelia/r1/head'

  it('fault 49: waits for the lock of another process, and never removes it', async () => {
    mkdirSync(join(user.repo, '.git/refs/amelia/r1'), { recursive: true })
    const lock = join(user.repo, '.git', `${head}.lock`)
    writeFileSync(lock, '')
    await expect(git.updateRefs([{ ref: head, new: user.base, old: null }])).rejects.toMatchObject({
      code: 'GIT_LOCKED',
    })
    expect(readFileSync(lock, 'utf8')).toBe('')
  })

  it('fault 48: succeeds if a lock disappears in time', async () => {
    const lock = join(user.repo, '.git/packed-refs.lock')
    user.sh('pack-refs', '--all')
    user.sh('update-ref', head, user.base)
    user.sh('pack-refs', '--all')
    writeFileSync(lock, '')
    const moved = git.updateRefs([{ ref: head, new: null, old: user.base }])
    setTimeout(() => rmSync(lock), 300)
    await moved
    expect(await git.readRef(head)).toBe(null)
  })

  it("fault 54: the user's hooks cannot refuse them", async () => {
    user.write('.git/hooks/reference-transaction', '#!/bin/sh\nexit 1\n', 0o755)
    await git.updateRefs([{ ref: head, new: user.base, old: null }])
    expect(await git.readRef(head)).toBe(user.base)
  })

  it('fault 17: fails without changes if a branch has the name of a folder of branches', async () => {
    user.sh('branch', 'amelia')
    const updates = [
      { ref: head, new: user.base, old: null },
      { ref: 'refs/heads/amelia/x', new: user.base, old: null },
    ]
    await expect(git.updateRefs(updates)).rejects.toMatchObject({ code: 'GIT_FAILED' })
    expect(await git.readRef(head)).toBe(null)
  })
})

describe('fingerprint', () => {
  const look = async () => (await git.fingerprint?.())!

  it('stays the same when Amelia works and refs are packed', async () => {
    user.sh('branch', 'x')
    const before = await look()
    user.sh('update-ref', 'refs/amelia/r1/head', user.base)
    user.sh('pack-refs', '--all')
    user.write('src/a.txt', 'x')
    user.sh('add', '-A')
    expect(await look()).toEqual(before)
  })

  it.each([
    ['a hook', () => user.write('.git/hooks/pre-push', 'evil', 0o755)],
    ['configuration', () => user.sh('config', 'core.fsmonitor', 'evil')],
    ['attributes', () => user.write('.git/info/attributes', '* filter=evil')],
    ['alternates', () => user.write('.git/objects/info/alternates', '/elsewhere')],
    ['a replacement', () => user.sh('update-ref', `refs/replace/${user.base}`, user.base)],
    ["a submodule's configuration", () => user.write('.git/modules/a/b/config', '[core]')],
    ['configuration of a worktree', () => user.write('.git/worktrees/w/config.worktree', '[core]')],
  ])('planted: %s', async (_name, plant) => {
    const before = await look()
    plant()
    const after = await look()
    expect(after.planted).not.toEqual(before.planted)
    expect(after.moved).toEqual(before.moved)
  })

  it.each([
    ['a branch', () => user.sh('branch', 'new')],
    ['a tag', () => user.sh('tag', 'new')],
    ['the stash', () => user.sh('update-ref', 'refs/stash', user.base)],
    ['HEAD', () => user.sh('checkout', '-q', '--detach')],
  ])('moved: %s', async (_name, move) => {
    const before = await look()
    move()
    const after = await look()
    expect(after.moved).not.toEqual(before.moved)
    expect(after.planted).toEqual(before.planted)
  })

  const undo = (command: string): void => {
    execFileSync('sh', ['-c', command], { cwd: user.repo })
  }

  it.each<[string, () => void, string]>([
    ['a moved branch', () => user.sh('branch', '-f', 'kept', 'HEAD~0'), ''],
    ['a deleted branch', () => user.sh('branch', '-D', 'kept'), 'refs/heads/kept was deleted'],
    ['a new branch', () => user.sh('branch', 'new'), 'refs/heads/new was created'],
    ['a branch with an odd name', () => user.sh('branch', "x$(id)'`id`"), 'was created'],
    ['a deleted tag', () => user.sh('tag', '-d', 'v1'), 'refs/tags/v1 was deleted'],
    [
      'HEAD on another branch',
      () => user.sh('symbolic-ref', 'HEAD', 'refs/heads/kept'),
      'HEAD changed from ref:',
    ],
    [
      'a detached HEAD',
      () => user.sh('update-ref', '--no-deref', 'HEAD', user.base),
      'HEAD changed from ref:',
    ],
    [
      'a new key',
      () => user.sh('config', 'core.fsmonitor', 'evil'),
      '.git/config: core.fsmonitor was created (evil)',
    ],
    [
      'a changed key',
      () => user.sh('config', 'alias.st', '!evil'),
      '.git/config: alias.st changed from status to !evil',
    ],
    [
      'a key with many values',
      () => user.sh('config', '--unset-all', 'remote.o.fetch'),
      '.git/config: remote.o.fetch was deleted',
    ],
    [
      'a key of a section',
      () => user.sh('config', 'url.https://a.git/x.insteadOf', 'y'),
      '.git/config: url.https://a.git/x.insteadof was created (y)',
    ],
    ['a hook', () => user.write('.git/hooks/pre-push', 'evil', 0o755), '.git/hooks/pre-push was created'],
    ['a replacement', () => user.sh('update-ref', `refs/replace/${user.base}`, user.base), 'refs/replace/'],
  ])('names %s, and its command undoes it', async (_name, change, named) => {
    user.sh('branch', 'kept')
    user.sh('tag', 'v1')
    user.sh('config', 'alias.st', 'status')
    user.sh('config', '--add', 'remote.o.fetch', '+refs/heads/*:refs/remotes/o/*')
    user.sh('config', '--add', 'remote.o.fetch', '+refs/tags/*:refs/tags/*')
    const before = await look()
    change()
    const changed = compareFingerprints(before, await look())
    const all = [...changed.planted, ...changed.moved]
    if (named === '') return expect(all).toEqual([])
    expect(all).toHaveLength(1)
    expect(words.describeChange(all[0]!)).toContain(named)
    undo(all[0]!.restore)
    const again = compareFingerprints(before, await look())
    expect([...again.planted, ...again.moved].filter(({ name }) => name !== '.git/config')).toEqual([])
  })

  it('hides a credential', async () => {
    user.sh('config', 'http.https://example.org/.extraheader', 'AUTHORIZATION: basic abc')
    const before = await look()
    user.sh('config', 'http.https://example.org/.extraheader', 'AUTHORIZATION: basic def')
    const { planted } = compareFingerprints(before, await look())
    expect(planted).toMatchObject([{ before: '(hidden)', after: '(hidden)' }])
    expect(JSON.stringify(planted)).not.toMatch(/abc|def/)
  })

  it('finds one changed packed ref among ten thousand', async () => {
    const packed = Array.from({ length: 10_000 }, (_, n) => `${user.base} refs/tags/t${n}`)
    const pack = (lines: string[]): void =>
      user.write('.git/packed-refs', `# pack-refs with: peeled fully-peeled sorted \n${lines.join('\n')}\n`)
    pack(packed)
    const before = await look()
    pack(packed.filter((line) => !line.endsWith('/t5000')))
    expect(compareFingerprints(before, await look()).moved).toMatchObject([{ name: 'refs/tags/t5000' }])
  })
})
