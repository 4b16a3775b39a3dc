import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Change, GitBackendV1, Workspace } from '@amelia/core/plugin'
import { gitContractFiles } from '@amelia/core/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import {
  createRepository,
  relink,
  type TemporaryRepository,
  userEnvironment,
} from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let git: GitBackendV1
let workspace: Workspace
let root: string
let outside: string
let before: string

beforeEach(async () => {
  user = createRepository()
  user.write('README.md', 'changed and not committed\n')
  user.write('untracked.txt', 'mine\n')
  user.sh('branch', 'other')
  git = nativeGit({ repo: user.repo, slots: user.slots })
  before = user.state()
  workspace = await git.openWorkspace({ runId: 'r1', base: user.base })
  root = workspace.dir ?? ''
  outside = join(user.dir, 'outside')
  mkdirSync(outside)
})
afterEach(async () => {
  // In every case the next attempt gets exactly the base, the user's state is unchanged, and the repository
  // is valid.
  await git.closeWorkspace(workspace)
  const next = await git.openWorkspace({ runId: 'r1', base: user.base })
  expect(next.dir).toBe(root)
  expect(filesOf(root)).toEqual(Object.keys(gitContractFiles).sort())
  for (const [path, content] of Object.entries(gitContractFiles)) {
    expect(readFileSync(join(root, path), 'utf8')).toBe(content)
  }
  expect(agent('status', '--porcelain', '--ignored')).toBe('')
  expect(agent('rev-parse', 'HEAD', '--show-toplevel')).toBe(`${user.base}\n${root}`)
  expect(await git.changedPaths(next)).toEqual([])
  expect(userState()).toBe(before)
  user.sh('fsck', '--strict', '--no-dangling')
  expect(existsSync(join(user.dir, 'ran'))).toBe(false)
  user.close()
})

/** Returns the user's state without Amelia's refs. */
const userState = (): string => user.state().replaceAll(/^.*refs\/amelia\/.*\n?/gm, '')

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.startsWith('.git/'))
    .sort()

/** Runs git like an agent in the workspace. */
const agent = (...args: string[]): string => {
  const env = { ...userEnvironment(user.dir), GIT_CEILING_DIRECTORIES: dirname(root) }
  const { stdout, stderr, status } = spawnSync('git', args, { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stdout.trimEnd()
}
const put = (path: string, content: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}
/** Creates a program that leaves a mark. The engine must never start it. */
const mark = (): string => `sh -c 'touch ${join(user.dir, 'ran')}; cat'`
const seen = async (): Promise<string[]> =>
  (await git.changedPaths(workspace)).map(({ kind, path }) => `${kind} ${path}`)
const commitAll = async (changes?: Change[]): Promise<string> => {
  const { commit } = await git.commitAttempt(workspace, {
    ref: 'refs/amelia/r1/attempt/1/1',
    message: 'Work\n',
    date: 1_700_000_000,
    changes: changes ?? (await git.changedPaths(workspace)),
  })
  return commit
}
const committed = (id: string): string =>
  user.sh('diff-tree', '-r', '--no-renames', '--name-status', user.base, id).replaceAll('\t', ' ')

describe("fault 16: the workspace's .git", () => {
  it("may become a file that names the user's git dir", async () => {
    rmSync(join(root, '.git'), { recursive: true })
    writeFileSync(join(root, '.git'), `gitdir: ${user.repo}/.git\n`)
    put('new.txt', 'x')
    expect(await seen()).toEqual(['added new.txt'])
    expect(committed(await commitAll())).toBe('A new.txt')
  })

  it("may become a link to the user's git dir", async () => {
    relink(join(user.repo, '.git'), join(root, '.git'))
    put('new.txt', 'x')
    expect(await seen()).toEqual(['added new.txt'])
    await git.resetWorkspace(workspace, user.base)
    expect(lstatSync(join(root, '.git')).isDirectory()).toBe(true)
    expect(existsSync(join(user.repo, '.git', 'HEAD'))).toBe(true)
  })

  it('may be removed or unreadable', async () => {
    rmSync(join(root, '.git'), { recursive: true })
    expect(await seen()).toEqual([])
    await git.resetWorkspace(workspace, user.base)
    chmodSync(join(root, '.git'), 0)
    expect(await seen()).toEqual([])
  })

  it('runs no programs of its configuration', async () => {
    agent('config', 'core.fsmonitor', mark())
    agent('config', 'filter.evil.clean', mark())
    agent('config', 'filter.evil.smudge', mark())
    agent('config', 'diff.evil.textconv', mark())
    agent('config', 'merge.evil.driver', mark())
    agent('config', 'core.hooksPath', 'hooks')
    put('hooks/post-checkout', `#!/bin/sh\n${mark()}\n`)
    put('hooks/reference-transaction', `#!/bin/sh\n${mark()}\n`)
    for (const name of readdirSync(join(root, 'hooks'))) chmodSync(join(root, 'hooks', name), 0o755)
    cpSync(join(root, 'hooks'), join(root, '.git/hooks'), { recursive: true })
    put('.gitattributes', '* filter=evil diff=evil merge=evil\n')
    put('src/a.txt', 'work\n')
    const id = await commitAll()
    expect(committed(id).split('\n')).toContain('M src/a.txt')
    await git.resetWorkspace(workspace, id)
    await git.diff({ from: user.base, to: id })
    await git.merge({ ours: user.base, theirs: id })
  })

  // seed: phased-execution 66
  it('does not affect the work on disk by switch, commit, stash or moved branches', async () => {
    agent('checkout', '-q', '-b', 'evil')
    put('src/a.txt', 'committed by the agent\n')
    agent('commit', '-qam', 'mine')
    agent('branch', '-f', 'main', 'HEAD')
    agent('update-ref', 'refs/amelia/r1/head', 'HEAD')
    put('src/b.txt', 'stashed\n')
    agent('stash')
    put('new.txt', 'new\n')
    agent('add', '-A')
    expect(await seen()).toEqual(['added new.txt', 'modified src/a.txt'])
    const id = await commitAll()
    expect(user.sh('rev-parse', `${id}^`)).toBe(user.base)
    expect(await git.readRef('refs/amelia/r1/head')).toBe(null)
  })

  it('cannot hide changes with skip-worktree, assume-unchanged and exclude', async () => {
    agent('update-index', '--skip-worktree', 'README.md')
    agent('update-index', '--assume-unchanged', 'src/a.txt')
    appendFileSync(join(root, '.git/info/exclude'), 'n*\n')
    put('README.md', 'x')
    put('src/a.txt', 'x')
    put('new.txt', 'x')
    expect(await seen()).toEqual(['modified README.md', 'added new.txt', 'modified src/a.txt'])
  })
})

describe("fault 16: the engine's own git dir beside the workspace", () => {
  const gitDir = (): string => join(dirname(root), 'gitdir')

  it('hides nothing when its index is changed', async () => {
    put('src/a.txt', 'x')
    const env = { ...userEnvironment(user.dir), GIT_DIR: gitDir(), GIT_WORK_TREE: root }
    execFileSync('git', ['update-index', '--skip-worktree', 'src/a.txt'], { env, cwd: root })
    expect(await seen()).toEqual(['modified src/a.txt'])
  })

  it('hides nothing when its index is made newer than a change', async () => {
    const later = new Date(Date.now() + 10_000)
    utimesSync(join(gitDir(), 'index'), later, later)
    const { atime, mtime } = statSync(join(root, 'src/a.txt'))
    put('src/a.txt', 'X\n')
    utimesSync(join(root, 'src/a.txt'), atime, mtime)
    expect(await seen()).toEqual(['modified src/a.txt'])
  })

  it('ignores a changed path to the repository', async () => {
    execFileSync('git', ['init', '-q', outside])
    execFileSync('git', ['-C', outside, 'config', 'core.fsmonitor', mark()])
    writeFileSync(join(gitDir(), 'commondir'), join(outside, '.git'))
    writeFileSync(join(gitDir(), 'config.worktree'), `[filter "x"]\nclean = ${mark()}\n`)
    writeFileSync(join(gitDir(), 'HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(gitDir(), 'index.lock'), '')
    put('src/a.txt', 'x')
    expect(await seen()).toEqual(['modified src/a.txt'])
    expect(committed(await commitAll())).toBe('M src/a.txt')
  })

  it('is created again when it is missing or a link', async () => {
    put('src/a.txt', 'x')
    rmSync(gitDir(), { recursive: true })
    expect(await seen()).toEqual(['modified src/a.txt'])
    relink(join(user.repo, '.git'), gitDir())
    expect(await seen()).toEqual(['modified src/a.txt'])
  })
})

describe('fault 56: nested repositories', () => {
  const nest = (folder: string, commit: boolean): void => {
    execFileSync('git', ['init', '-q', join(root, folder)])
    put(`${folder}/inner.txt`, 'x')
    if (!commit) return
    const call = {
      cwd: join(root, folder),
      env: { ...userEnvironment(user.dir), GIT_CONFIG_GLOBAL: join(user.repo, '.git/config') },
    }
    execFileSync('git', ['add', '-A'], call)
    execFileSync('git', ['commit', '-qm', 'inner'], call)
  }

  it.each([true, false])('reports and refuses a new folder (with a commit: %s)', async (commit) => {
    nest('sub', commit)
    put('new.txt', 'x')
    expect(await seen()).toEqual(['added new.txt', 'nested_repository sub'])
    await expect(commitAll()).rejects.toMatchObject({ code: 'PATH_DENIED', details: { path: 'sub' } })
    const changes = (await git.changedPaths(workspace)).filter(({ kind }) => kind !== 'nested_repository')
    expect(committed(await commitAll(changes))).toBe('A new.txt')
  })

  it('reports and refuses files in the folder of a submodule, and the next attempt does not get them', async () => {
    const env = { ...userEnvironment(user.dir), GIT_INDEX_FILE: join(user.dir, 'other-index') }
    const sh = (...args: string[]): string =>
      execFileSync('git', args, { cwd: user.repo, env }).toString().trim()
    writeFileSync(join(user.dir, 'modules'), '[submodule "lib"]\n\tpath = vendor/lib\n\turl = ./lib\n')
    sh('read-tree', user.base)
    sh('update-index', '--add', '--cacheinfo', `160000,${user.base},vendor/lib`)
    const modules = sh('hash-object', '-w', join(user.dir, 'modules'))
    sh('update-index', '--add', '--cacheinfo', `100644,${modules},.gitmodules`)
    const base = sh('commit-tree', '-m', 'submodule', sh('write-tree'))
    await git.closeWorkspace(workspace)
    for (const attempt of [1, 2]) {
      workspace = await git.openWorkspace({ runId: 'r1', base })
      expect(await git.changedPaths(workspace), `attempt ${attempt}`).toEqual([])
      put('vendor/lib/new.txt', 'x')
      put('new.txt', 'x')
      expect(await seen()).toEqual(['added new.txt', 'nested_repository vendor/lib'])
      await expect(commitAll()).rejects.toMatchObject({
        code: 'PATH_DENIED',
        details: { path: 'vendor/lib' },
      })
      await git.closeWorkspace(workspace)
    }
    workspace = await git.openWorkspace({ runId: 'r1', base: user.base })
  })

  it.each([true, false])(
    'cannot hide changes in a folder with tracked files (with a commit: %s)',
    async (commit) => {
      nest('src/deep', commit)
      put('src/deep/c.txt', 'changed\n')
      const found = await seen()
      expect(found).toContain('modified src/deep/c.txt')
      expect(found).toContain('added src/deep/inner.txt')
      expect(committed(await commitAll())).toBe('M src/deep/c.txt\nA src/deep/inner.txt')
      await git.resetWorkspace(workspace, user.base)
      expect(existsSync(join(root, 'src/deep/.git'))).toBe(false)
    },
  )

  it('ignores and removes a file named .git in a subfolder', async () => {
    put('lib/.git', 'gitdir: /somewhere\n')
    put('lib/a.txt', 'a')
    const found = await seen()
    expect(found.join()).not.toContain('.git')
  })

  it.each(['lib/.GIT/config', 'git~1', 'src/.git./x', 'src/.Git '])('refuses the name %j', async (path) => {
    put(path, 'x')
    expect(await seen()).toEqual([`added ${path}`])
    await expect(commitAll()).rejects.toMatchObject({ code: 'PATH_DENIED' })
    expect(await git.readRef('refs/amelia/r1/attempt/1/1')).toBe(null)
  })
})

describe('fault 15: links and folders that move', () => {
  it('treats the files of a folder that was moved out and linked back as deleted, and keeps those outside', async () => {
    renameSync(join(root, 'src'), join(outside, 'src'))
    symlinkSync(join(outside, 'src'), join(root, 'src'))
    const changes = await git.changedPaths(workspace)
    expect(changes).toContainEqual({ path: 'src', kind: 'added', outside: join(outside, 'src') })
    expect(changes).toContainEqual({ path: 'src/deep/c.txt', kind: 'deleted' })
    const id = await commitAll()
    expect(user.sh('ls-tree', id, 'src')).toMatch(/^120000 blob/)
    await git.resetWorkspace(workspace, user.base)
    expect(lstatSync(join(root, 'src')).isDirectory()).toBe(true)
    expect(filesOf(outside)).toEqual(['src/a.txt', 'src/b.txt', 'src/deep/c.txt'])
    expect(readFileSync(join(outside, 'src/a.txt'), 'utf8')).toBe('a\n')
  })

  it('does not read a file through a link that replaced its folder', async () => {
    cpSync(join(root, 'src'), join(outside, 'src'), { recursive: true })
    relink(join(outside, 'src'), join(root, 'src'))
    writeFileSync(join(outside, 'src/a.txt'), 'from outside\n')
    const id = await commitAll([{ path: 'src/a.txt', kind: 'modified' }])
    expect(committed(id)).toBe('D src/a.txt')
  })

  it('commits links as links, and reports those that leave the workspace', async () => {
    symlinkSync('/etc/passwd', join(root, 'absolute'))
    symlinkSync('../../../x', join(root, 'src/up'))
    symlinkSync('a.txt', join(root, 'src/fine'))
    symlinkSync('nowhere\nat all', join(root, 'src/dangling'))
    relink('b.txt', join(root, 'src/a.txt'))
    expect(await git.changedPaths(workspace)).toEqual([
      { path: 'absolute', kind: 'added', outside: '/etc/passwd' },
      { path: 'src/a.txt', kind: 'type' },
      { path: 'src/dangling', kind: 'added' },
      { path: 'src/fine', kind: 'added' },
      { path: 'src/up', kind: 'added', outside: '../../../x' },
    ])
    const id = await commitAll()
    expect(user.sh('cat-file', 'blob', `${id}:absolute`)).toBe('/etc/passwd')
    expect(user.sh('cat-file', 'blob', `${id}:src/dangling`)).toBe('nowhere\nat all')
    expect(user.sh('ls-tree', '-r', '--format=%(objectmode)', id).match(/120000/g)).toHaveLength(5)
    await git.resetWorkspace(workspace, id)
    expect((await git.changedPaths(workspace)).map(({ kind }) => kind)).toEqual([
      'added',
      'type',
      'added',
      'added',
      'added',
    ])
  })

  it('does not access files outside through links', async () => {
    writeFileSync(join(outside, 'secret'), 'secret')
    symlinkSync(outside, join(root, 'out'))
    symlinkSync(join(outside, 'secret'), join(root, 'link'))
    symlinkSync(join(outside, 'new'), join(root, 'dangling'))
    symlinkSync('.git', join(root, 'inner'))
    for (const path of ['/out/secret', '/link', '/dangling', '/inner/config', '/out']) {
      await expect(workspace.fs.writeFile(path, 'x'), path).rejects.toMatchObject({ code: 'PATH_DENIED' })
      await expect(workspace.fs.readFile(path), path).rejects.toMatchObject({ code: 'PATH_DENIED' })
    }
    await expect(workspace.fs.rm('/out/secret')).rejects.toMatchObject({ code: 'PATH_DENIED' })
    await workspace.fs.rm('/out', { recursive: true })
    expect(readdirSync(outside)).toEqual(['secret'])
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('secret')
  })

  it('replaces a file with a hard link outside instead of overwriting it', async () => {
    writeFileSync(join(outside, 'twin'), 'mine')
    execFileSync('ln', [join(outside, 'twin'), join(root, 'twin')])
    await workspace.fs.writeFile('/twin', 'theirs')
    expect(readFileSync(join(outside, 'twin'), 'utf8')).toBe('mine')
    expect(readFileSync(join(root, 'twin'), 'utf8')).toBe('theirs')
  })

  it('does not follow a link that replaced the workspace, and creates a new one', async () => {
    cpSync(root, join(outside, 'ws'), { recursive: true })
    relink(join(outside, 'ws'), root)
    writeFileSync(join(outside, 'ws/src/a.txt'), 'x')
    await expect(git.changedPaths(workspace)).rejects.toMatchObject({ code: 'PATH_DENIED' })
    await git.resetWorkspace(workspace, user.base)
    expect(lstatSync(root).isDirectory()).toBe(true)
    expect(readFileSync(join(outside, 'ws/src/a.txt'), 'utf8')).toBe('x')
  })
})

describe('changes that are easy to miss', () => {
  it('finds a change of the same size with a restored time', async () => {
    // In a later second and with a newer index, git relies on its recorded stats of the file.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await seen()).toEqual([])
    const file = join(root, 'src/a.txt')
    const { atime, mtime } = statSync(file)
    writeFileSync(file, 'X\n')
    utimesSync(file, atime, mtime)
    expect(await seen()).toEqual(['modified src/a.txt'])
  })

  it('finds a change of only the executable bit', async () => {
    chmodSync(join(root, 'src/a.txt'), 0o755)
    chmodSync(join(root, 'src/b.txt'), 0o755)
    put('src/b.txt', 'and its content\n')
    expect(await seen()).toEqual(['mode src/a.txt', 'modified src/b.txt'])
    const id = await commitAll()
    expect(user.sh('ls-tree', '--format=%(objectmode)', id, 'src/a.txt')).toBe('100755')
    await git.resetWorkspace(workspace, id)
    expect(await seen()).toEqual(['mode src/a.txt', 'modified src/b.txt'])
  })

  it('ignores a pipe, and refuses one in the place of a file', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    expect(await seen()).toEqual([])
    rmSync(join(root, 'src/a.txt'))
    execFileSync('mkfifo', [join(root, 'src/a.txt')])
    expect((await seen()).map((line) => line.split(' ')[1])).toEqual(['src/a.txt'])
    await expect(commitAll()).rejects.toMatchObject({ code: 'PATH_DENIED' })
    await expect(workspace.fs.readFile('/src/a.txt')).rejects.toMatchObject({ code: 'EINVAL' })
    await expect(workspace.fs.writeFile('/pipe', 'x')).rejects.toThrow()
  })

  it('reports the size of a large file', async () => {
    put('big.bin', '')
    truncateSync(join(root, 'big.bin'), 50_000_000)
    expect(await git.changedPaths(workspace)).toEqual([{ path: 'big.bin', kind: 'added', size: 50_000_000 }])
  })

  it('refuses a name that is not UTF-8', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${root}/latin-`), Buffer.from([0xe9])]), 'x')
    await expect(git.changedPaths(workspace)).rejects.toMatchObject({ code: 'PATH_DENIED' })
  })

  it('does not commit ignored files, and removes them for the next attempt', async () => {
    put('ignored/helper.js', 'x')
    put('.gitignore', 'ignored/\n*.log\nhidden.txt\n')
    put('hidden.txt', 'x')
    expect(await seen()).toEqual(['modified .gitignore'])
    expect(committed(await commitAll())).toBe('M .gitignore')
  })

  it('resets folders without permissions for the next attempt', async () => {
    put('locked/a.txt', 'x')
    chmodSync(join(root, 'locked'), 0)
    await git.changedPaths(workspace)
  })
})

describe("fault 15: attributes of an attempt do not select the user's programs", () => {
  it("a merge runs no driver that only the attempt's attributes name", async () => {
    user.sh('config', 'merge.usr.driver', mark())
    before = user.state()
    put('.gitattributes', '* merge=usr\n')
    put('src/a.txt', 'theirs\n')
    const theirs = await commitAll()
    await git.resetWorkspace(workspace, user.base)
    put('src/a.txt', 'ours\n')
    const changes = await git.changedPaths(workspace)
    const { commit: ours } = await git.commitAttempt(workspace, {
      ref: 'refs/amelia/r1/o',
      message: 'o\n',
      date: 1,
      changes,
    })
    put('.gitattributes', '* merge=usr\n')
    expect(await git.merge({ ours, theirs })).toMatchObject({ conflicts: ['src/a.txt'] })
  })

  it("a merge runs the driver that the head's attributes name", async () => {
    user.write('.gitattributes', 'src/*.txt merge=usr\n')
    user.sh('add', '.gitattributes')
    user.sh('commit', '-qm', 'attributes', '--', '.gitattributes')
    user.sh('config', 'merge.usr.driver', 'cp %B %A')
    const base = user.sh('rev-parse', 'HEAD')
    const commit = async (text: string, ref: string): Promise<string> => {
      const place = await git.openWorkspace({ runId: 'r1', base })
      await place.fs.writeFile('/src/a.txt', text)
      const changes = await git.changedPaths(place)
      return (await git.commitAttempt(place, { ref, message: text, date: 1, changes })).commit
    }
    const ours = await commit('ours\n', 'refs/amelia/r1/o')
    const theirs = await commit('theirs\n', 'refs/amelia/r1/t')
    expect(await git.merge({ ours, theirs })).toEqual({ tree: await git.readTree(theirs) })
    user.sh('reset', '-q', '--soft', 'HEAD^')
    user.sh('rm', '-q', '--cached', '.gitattributes')
    rmSync(join(user.repo, '.gitattributes'))
    before = userState()
  })
})
