import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { CheckoutOutcome, GitBackendV1 } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import {
  createRepository,
  readTree,
  type TemporaryRepository,
  userEnvironment,
} from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let git: GitBackendV1
let commit: string

const message = 'Phase 1: x\n\nAmelia-Run: r1\n'

beforeEach(() => {
  user = createRepository()
  git = nativeGit({ repo: user.repo, slots: user.slots })
  commit = make(() => {
    user.write('src/a.txt', 'work\n')
    rmSync(join(user.repo, 'src/deep'), { recursive: true })
    user.write('bin/run.sh', '#!/bin/sh\n', 0o755)
    symlinkSync('a.txt', join(user.repo, 'src/link'))
  })
})
afterEach(() => {
  user.sh('fsck', '--strict', '--no-dangling')
  user.close()
})

/** Creates a commit on the base without changing the checkout. */
const make = (change: () => void, base = user.base): string => {
  change()
  user.sh('add', '-A')
  const id = user.sh('commit-tree', '-p', base, '-m', 'x', user.sh('write-tree'))
  user.sh('reset', '-q', '--hard')
  return id
}
const apply = async (backend = git, to = commit, head = user.base): Promise<CheckoutOutcome | undefined> =>
  backend.applyToCheckout?.({ commit: to, head, message })
const kept = async (to = commit, backend = git): Promise<string> => {
  const before = user.state()
  const outcome = await apply(backend, to)
  expect(user.state()).toBe(before)
  expect(existsSync(join(user.repo, '.git/SQUASH_MSG'))).toBe(false)
  return outcome?.outcome === 'kept' ? outcome.reason : 'applied'
}

describe('applyToCheckout', () => {
  it("prepares the user's commit, with message, modes and links", async () => {
    expect(await apply()).toEqual({ outcome: 'applied' })
    expect(user.sh('status', '--porcelain')).toBe(
      'A  bin/run.sh\nM  src/a.txt\nD  src/deep/c.txt\nA  src/link',
    )
    expect(lstatSync(join(user.repo, 'bin/run.sh')).mode & 0o100).toBe(0o100)
    expect(existsSync(join(user.repo, 'src/deep'))).toBe(false)
    user.sh('commit', '-q', '--no-edit')
    expect(user.sh('log', '-1', '--format=%B%P')).toBe(`${message}${user.base}`)
    expect(user.sh('rev-parse', 'HEAD^{tree}')).toBe(user.sh('rev-parse', `${commit}^{tree}`))
    expect(user.sh('status', '--porcelain')).toBe('')
    expect(existsSync(join(user.repo, '.git/SQUASH_MSG'))).toBe(false)
  })

  it('replaces a tracked file by a folder, and a tracked folder by a file', async () => {
    const to = make(() => {
      rmSync(join(user.repo, 'src'), { recursive: true })
      user.write('src', 'a file\n')
      rmSync(join(user.repo, 'README.md'))
      user.write('README.md/deep/x.txt', 'x\n')
    })
    expect(await apply(git, to)).toEqual({ outcome: 'applied' })
    expect(readFileSync(join(user.repo, 'README.md/deep/x.txt'), 'utf8')).toBe('x\n')
    expect(readFileSync(join(user.repo, 'src'), 'utf8')).toBe('a file\n')
  })

  it('can be undone by a reset, like a merge', async () => {
    await apply()
    user.sh('reset', '-q', '--hard')
    expect(user.sh('status', '--porcelain')).toBe('')
    expect(await apply()).toEqual({ outcome: 'applied' })
  })

  it('writes the message after an interruption', async () => {
    user.sh('read-tree', '-m', '-u', 'HEAD', commit)
    expect(await apply()).toEqual({ outcome: 'applied' })
    expect(readFileSync(join(user.repo, '.git/SQUASH_MSG'), 'utf8')).toBe(message)
  })

  it('accepts a file that was only touched', async () => {
    utimesSync(join(user.repo, 'src/a.txt'), 1, 1)
    expect(await apply()).toEqual({ outcome: 'applied' })
  })

  it('keeps a detached HEAD detached', async () => {
    user.sh('checkout', '-q', '--detach')
    expect(await apply()).toEqual({ outcome: 'applied' })
    expect(readFileSync(join(user.repo, '.git/HEAD'), 'utf8').trim()).toBe(user.base)
  })

  it('changes only the linked worktree that it runs in', async () => {
    const linked = join(user.dir, 'linked')
    user.sh('worktree', 'add', '-q', '-b', 'feature', linked)
    const before = user.state()
    const backend = nativeGit({ repo: join(linked, 'src'), slots: user.slots })
    expect(await apply(backend)).toEqual({ outcome: 'applied' })
    expect(user.state()).toBe(before)
    expect(readFileSync(join(linked, 'src/a.txt'), 'utf8')).toBe('work\n')
    execFileSync('git', ['commit', '-q', '--no-edit'], { cwd: linked, env: userEnvironment(user.dir) })
    expect(user.sh('log', '-1', '--format=%s', 'feature')).toBe('Phase 1: x')
  })

  it('works in a SHA-256 repository', async () => {
    user.close()
    user = createRepository({ format: 'sha256' })
    git = nativeGit({ repo: user.repo, slots: user.slots })
    const to = make(() => user.write('src/a.txt', 'work\n'))
    expect(await apply(git, to)).toEqual({ outcome: 'applied' })
    expect(user.sh('status', '--porcelain')).toBe('M  src/a.txt')
  })

  it('keeps a sparse checkout sparse', async () => {
    user.sh('sparse-checkout', 'set', '--no-cone', '/README.md', '/bin')
    expect(await apply()).toEqual({ outcome: 'applied' })
    expect(existsSync(join(user.repo, 'src'))).toBe(false)
    expect(existsSync(join(user.repo, 'bin/run.sh'))).toBe(true)
    user.sh('commit', '-q', '--no-edit')
    expect(user.sh('rev-parse', 'HEAD^{tree}')).toBe(user.sh('rev-parse', `${commit}^{tree}`))
  })

  it('ignores changes inside a submodule', async () => {
    execFileSync('git', ['init', '-q', join(user.dir, 'inner')])
    user.sh(
      '-C',
      join(user.dir, 'inner'),
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@x',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    )
    user.sh('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(user.dir, 'inner'), 'sub')
    user.sh('commit', '-qm', 'submodule')
    user.base = user.sh('rev-parse', 'HEAD')
    const to = make(() => user.write('src/a.txt', 'work\n'))
    writeFileSync(join(user.repo, 'sub/mine.txt'), 'x')
    expect(await apply(git, to)).toEqual({ outcome: 'applied' })
    expect(user.sh('status', '--porcelain', '--ignore-submodules=dirty')).toBe('M  src/a.txt')
    expect(readFileSync(join(user.repo, 'sub/mine.txt'), 'utf8')).toBe('x')
  })

  it("converts line endings as the user's configuration requires", async () => {
    user.sh('config', 'core.autocrlf', 'true')
    expect(await apply()).toEqual({ outcome: 'applied' })
    expect(readFileSync(join(user.repo, 'src/a.txt'), 'utf8')).toBe('work\r\n')
    expect(user.sh('diff', '--name-only')).toBe('')
  })
})

describe('fault 44: applyToCheckout is refused', () => {
  it.each([
    ['a changed file', () => user.write('src/b.txt', 'mine\n')],
    ['a staged file', () => (user.write('mine.txt', 'x'), user.sh('add', 'mine.txt'))],
    ['a file meant to be added', () => (user.write('mine.txt', 'x'), user.sh('add', '-N', 'mine.txt'))],
    ['a deleted file', () => rmSync(join(user.repo, 'README.md'))],
    ['the right to execute', () => chmodSync(join(user.repo, 'README.md'), 0o755)],
    [
      'a file that became a link',
      () => {
        rmSync(join(user.repo, 'README.md'))
        symlinkSync('src/a.txt', join(user.repo, 'README.md'))
      },
    ],
  ])('%s', async (_name, change) => {
    change()
    expect(await kept()).toBe('the checkout has uncommitted changes')
  })

  it('by a change that the user hid from git', async () => {
    user.sh('update-index', '--assume-unchanged', 'src/a.txt')
    user.write('src/a.txt', 'mine\n')
    expect(await kept()).toContain('src/a.txt')
  })

  it('by an operation in progress', async () => {
    user.write('.git/MERGE_HEAD', `${user.base}\n`)
    expect(await kept()).toContain('merge')
  })

  it('by a HEAD that moved, and one without a commit', async () => {
    user.sh('commit', '-q', '--allow-empty', '-m', 'more')
    expect(await kept()).toContain('HEAD')
    user.sh('checkout', '-q', '--orphan', 'unborn')
    expect(await kept()).toContain('no commit')
  })

  it('by another git process that has locked the index', async () => {
    user.write('.git/index.lock', '')
    expect(await kept()).toContain('index.lock')
    rmSync(join(user.repo, '.git/index.lock'))
  })

  it('by an untracked file, an ignored one, a link and a pipe in the way', async () => {
    const to = make(() => {
      for (const path of ['one.txt', 'x.log', 'two/x.txt', 'three/x.txt']) user.write(path, 'new\n')
      user.sh('add', '-f', 'x.log')
    })
    const there = async (path: string): Promise<void> => {
      expect(await kept(to)).toBe(`the untracked ${path} is in the way`)
      unlinkSync(join(user.repo, path))
    }
    user.write('one.txt', 'mine')
    await there('one.txt')
    user.write('x.log', 'mine')
    await there('x.log')
    mkdirSync(join(user.dir, 'outside'))
    symlinkSync('../outside', join(user.repo, 'two'))
    await there('two')
    execFileSync('mkfifo', [join(user.repo, 'three')])
    await there('three')
    mkdirSync(join(user.repo, 'one.txt/empty'), { recursive: true })
    expect(await apply(git, to)).toEqual({ outcome: 'applied' })
    expect(readTree(join(user.dir, 'outside'), [])).toBe('')
  })

  it('by an ignored file in a tracked folder that becomes a file, which git would remove', async () => {
    const to = make(() => {
      rmSync(join(user.repo, 'src/deep'), { recursive: true })
      user.write('src/deep', 'a file\n')
    })
    user.write('src/deep/kept.log', 'mine\n')
    expect(await kept(to)).toBe('the untracked src/deep/kept.log is in the way')
  })

  it('by a submodule at another commit', async () => {
    user.sh('init', '-q', 'sub')
    user.sh(
      '-C',
      'sub',
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@x',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'x',
    )
    user.sh('add', 'sub')
    user.sh('commit', '-qm', 'submodule')
    user.base = user.sh('rev-parse', 'HEAD')
    user.sh(
      '-C',
      'sub',
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@x',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'y',
    )
    expect(await kept()).toBe('the checkout has uncommitted changes')
  })

  it('a bare repository', async () => {
    const bare = join(user.dir, 'bare.git')
    user.sh('clone', '-q', '--bare', '.', bare)
    expect(await kept(commit, nativeGit({ repo: bare }))).toBe('the repository is bare')
  })
})
