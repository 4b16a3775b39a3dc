import { execFileSync, fork } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { GitBackendV1, Workspace } from '@amelia/core/plugin'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type NativeGitOptions, nativeGit } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository
let base: string

beforeEach(() => {
  user = createRepository()
  base = user.base
})
afterEach(() => {
  user.sh('fsck', '--strict', '--no-dangling')
  user.close()
})

const create = (options: NativeGitOptions = {}): GitBackendV1 =>
  nativeGit({ repo: user.repo, slots: user.slots, graceMs: 2000, ...options })

const put = (dir: string | undefined, path: string, content: string): void => {
  const file = join(dir ?? '', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const read = (dir: string | undefined, path: string): string | null => {
  const file = join(dir ?? '', path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

const kinds = async (git: GitBackendV1, workspace: Workspace): Promise<string[]> =>
  (await git.changedPaths(workspace)).map(({ path, kind }) => `${kind} ${path}`)

const save = async (git: GitBackendV1, workspace: Workspace): Promise<string> => {
  const changes = await git.changedPaths(workspace)
  const ref = 'refs/amelia/r1/attempt/a/1'
  return (await git.commitAttempt(workspace, { ref, message: 'Half\n', date: 1_700_000_000, changes })).commit
}

/** Starts a process in the middle of an attempt, with a command that would write when it is ended. */
const startAttempt = async (...args: string[]) => {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const child = fork(
    join(import.meta.dirname, 'fixtures/leave-attempt.ts'),
    [user.repo, user.slots, base, ...args],
    { execArgv: ['--conditions=amelia-source', '--import', loader] },
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const { slot, dir } = await new Promise<{ slot: string; dir: string }>((resolve) =>
    child.once('message', (message: { slot: string; dir: string }) => resolve(message)),
  )
  await vi.waitUntil(() => read(dir, 'ignored/ready') !== null, { timeout: 20_000 })
  const command = Number(read(dir, 'ignored/pid'))
  onTestFinished(() => {
    if (isRunning(command)) process.kill(command, 'SIGKILL')
  })
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  return { slot, dir, command, kill }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2] !== 'Z'
  } catch {
    return false
  }
}

describe('after kill -9 in the middle of an attempt', { timeout: 60_000 }, () => {
  it('the slot is rescued: its commands are ended, its path is gone, and no file is lost', async () => {
    const dead = await startAttempt()
    await dead.kill()
    expect(isRunning(dead.command)).toBe(true)
    put(dirname(dead.dir), 'gitdir/index.lock', '')
    const git = create()
    await git.removeWorkspaces!('r1', { lease: '2' })
    const rescued = await git.rescueWorkspace!({ runId: 'r1', lease: '3', slot: dead.slot, base })
    expect(isRunning(dead.command)).toBe(false)
    expect(existsSync(dirname(dead.dir))).toBe(false)
    // The command wrote it when it was asked to end, before its slot was moved.
    expect(await kinds(git, rescued!)).toEqual(['added late.txt', 'added new.txt', 'modified src/a.txt'])
    const tree = await save(git, rescued!)
    const armed = lstatSync(join(rescued!.dir!, '.git')).ino
    await git.closeWorkspace(rescued!)
    const again = await git.openWorkspace({ runId: 'r1', lease: '3', base, tree, slot: rescued!.slot! })
    expect(again.dir).toBe(rescued!.dir)
    expect(read(again.dir, 'src/a.txt')).toBe('half\n')
    expect(read(again.dir, 'ignored/cache.txt')).toBe('cache\n')
    expect(lstatSync(join(again.dir!, '.git')).ino).toBe(armed)
    await git.removeWorkspaces!('r1', { lease: '3', over: true })
    expect(readdirSync(user.slots)).toEqual([])
  })

  it('a living process keeps its slot', async () => {
    const alive = await startAttempt()
    const git = create()
    const request = { runId: 'r1', lease: '2', slot: alive.slot, base }
    expect(await git.rescueWorkspace!(request)).toBeUndefined()
    const other = await git.openWorkspace(request)
    expect(other.slot).not.toBe(alive.slot)
    await git.removeWorkspaces!('r1', { lease: '2', over: true })
    expect(isRunning(alive.command)).toBe(true)
    expect(read(alive.dir, 'new.txt')).toBe('new\n')
  })

  it("in place, the work is rescued, and the user's changes since then stay", async () => {
    user.write('README.md', 'mine\n')
    const dead = await startAttempt('refs/heads/main')
    await dead.kill()
    process.kill(dead.command, 'SIGKILL')
    await vi.waitUntil(() => !isRunning(dead.command))
    const alive = join(user.repo, '.git/amelia/in-place/r1/alive')
    // As if it had died long ago: the kernel sets the time at which a file changed.
    const { utimesSync } = await import('node:fs')
    for (const [path, content] of [
      ['src/b.txt', 'later\n'],
      ['later.txt', 'later\n'],
    ] as const)
      user.write(path, content)
    const work = lstatSync(join(user.repo, 'new.txt')).ctimeMs
    const later = lstatSync(join(user.repo, 'src/b.txt')).ctimeMs
    const between = (work + later) / 2 - 1000
    utimesSync(alive, between / 1000, between / 1000)
    const git = create()
    const rescued = await git.rescueWorkspace!({ runId: 'r1', lease: '2', slot: dead.slot, base })
    expect(await kinds(git, rescued!)).toEqual(['added new.txt', 'modified src/a.txt'])
    const tree = await save(git, rescued!)
    await git.closeWorkspace(rescued!)
    expect(user.sh('show', `${tree}:src/a.txt`)).toBe('half')
    expect(read(user.repo, 'src/a.txt')).toBe('a\n')
    expect(read(user.repo, 'new.txt')).toBeNull()
    for (const path of ['src/b.txt', 'later.txt']) expect(read(user.repo, path)).toBe('later\n')
    expect(read(user.repo, 'README.md')).toBe('mine\n')
  })
})

describe('a continuation in its slot', () => {
  it('becomes exactly the tree, whatever the attempt put in its way', async () => {
    const git = create()
    const first = await git.openWorkspace({ runId: 'r1', lease: '1', base })
    const dir = first.dir!
    put(dir, 'src/a.txt', 'half\n')
    put(dir, 'src/.gitignore', 'kept/\n')
    const tree = await save(git, first)
    const outside = join(user.dir, 'outside')
    // The files behind the link are the very ones that git knows.
    renameSync(join(dir, 'src/deep'), outside)
    symlinkSync(outside, join(dir, 'src/deep'))
    put(dir, 'src/kept/.gitignore', '*\n')
    put(dir, 'src/kept/cache', 'cache\n')
    put(dir, 'loose/.gitignore', 'hidden\n')
    put(dir, 'loose/hidden', 'hidden\n')
    put(dir, 'self/.gitignore', '*\n')
    put(dir, 'self/venv', 'venv\n')
    put(dir, 'nested/.git/HEAD', 'ref: refs/heads/main\n')
    put(dir, 'src/.git/HEAD', 'ref: refs/heads/main\n')
    rmSync(join(dir, 'README.md'))
    mkdirSync(join(dir, 'README.md'))
    rmSync(join(dir, 'src/b.txt'))
    execFileSync('mkfifo', [join(dir, 'src/b.txt'), join(dir, 'pipe')])
    const old = lstatSync(join(dir, 'src/a.txt')).mtimeMs
    await git.closeWorkspace(first)
    const before = user.state()
    const again = await git.openWorkspace({ runId: 'r1', lease: '1', base, tree, slot: first.slot! })
    expect(again.dir).toBe(dir)
    expect(await kinds(git, again)).toEqual(['added src/.gitignore', 'modified src/a.txt'])
    const files = readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
      .filter((path) => !path.startsWith('.git/'))
    expect(files.sort()).toEqual([
      '.gitignore',
      'README.md',
      'self/.gitignore',
      'self/venv',
      'src/.gitignore',
      'src/a.txt',
      'src/b.txt',
      'src/deep/c.txt',
      'src/kept/.gitignore',
      'src/kept/cache',
    ])
    expect(lstatSync(join(dir, 'src/b.txt')).isFile()).toBe(true)
    expect(lstatSync(join(dir, 'src/deep')).isDirectory()).toBe(true)
    // An unchanged file is not written again, so builds stay valid.
    expect(lstatSync(join(dir, 'src/a.txt')).mtimeMs).toBe(old)
    expect(read(outside, 'c.txt')).toBe('c\n')
    expect(user.state()).toBe(before)
  })

  it("keeps the agent's own .git, but not one that it replaced", async () => {
    const git = create()
    const first = await git.openWorkspace({ runId: 'r1', lease: '1', base })
    put(first.dir, '.git/note', 'mine\n')
    await git.closeWorkspace(first)
    const request = { runId: 'r1', lease: '1', base, slot: first.slot! }
    const second = await git.openWorkspace(request)
    expect(read(second.dir, '.git/note')).toBe('mine\n')
    rmSync(join(second.dir!, '.git'), { recursive: true })
    symlinkSync(join(user.repo, '.git'), join(second.dir!, '.git'))
    await git.closeWorkspace(second)
    const before = user.state()
    const third = await git.openWorkspace(request)
    expect(lstatSync(join(third.dir!, '.git')).isDirectory()).toBe(true)
    expect(user.state()).toBe(before)
  })

  it('does not follow a slot that became a link', async () => {
    const git = create()
    const first = await git.openWorkspace({ runId: 'r1', lease: '1', base })
    await git.closeWorkspace(first, { keep: true })
    await git.removeWorkspaces!('r1', { lease: '1' })
    const folder = dirname(first.dir!)
    const outside = join(user.dir, 'outside')
    renameSync(folder, outside)
    symlinkSync(outside, folder)
    const next = await git.openWorkspace({ runId: 'r1', lease: '2', base, slot: first.slot! })
    expect(next.slot).toBe('2/slot-1')
    expect(existsSync(join(outside, 'ws/README.md'))).toBe(true)
    await git.removeWorkspaces!('r1', { lease: '2', all: true })
    expect(existsSync(join(outside, 'ws/README.md'))).toBe(true)
  })
})

describe('the set-up of a slot', () => {
  // Not ignored: only the record tells these files from the attempt's.
  const setup = [['sh', '-c', 'mkdir -p vendor && echo tool > vendor/tool && echo run >> "$COUNT"']]
  const start = async (): Promise<{
    slot: string
    dir: string
    count: string
    options: NativeGitOptions
  }> => {
    const count = join(user.dir, 'count')
    const options = { setup, env: { COUNT: count }, confine: { write: [user.dir] } }
    const git = create(options)
    const { slot, dir } = await git.openWorkspace({ runId: 'r1', lease: '1', base })
    put(dir, 'vendor/mine.txt', 'mine\n')
    await git.removeWorkspaces!('r1', { lease: '1', rescuable: true })
    return { slot: slot!, dir: dir!, count, options }
  }

  it('is not work after a rescue, is not run again, and is checked before the next attempt', async () => {
    const { slot, count, options } = await start()
    const git = create(options)
    const rescued = await git.rescueWorkspace!({ runId: 'r1', lease: '2', slot, base })
    expect(await kinds(git, rescued!)).toEqual(['added vendor/mine.txt'])
    const tree = await save(git, rescued!)
    await git.closeWorkspace(rescued!)
    const again = await git.openWorkspace({ runId: 'r1', lease: '2', base, tree, slot: rescued!.slot! })
    expect(read(again.dir, 'vendor/tool')).toBe('tool\n')
    expect(await kinds(git, again)).toEqual(['added vendor/mine.txt'])
    expect(readFileSync(count, 'utf8')).toBe('run\n')
    put(again.dir, 'vendor/tool', 'planted\n')
    await git.closeWorkspace(again)
    const fresh = await git.openWorkspace({ runId: 'r1', lease: '2', base })
    expect(read(fresh.dir, 'vendor/tool')).toBe('tool\n')
    expect(await kinds(git, fresh)).toEqual([])
    expect(readFileSync(count, 'utf8')).toBe('run\nrun\n')
  })

  it('reads no forged record that names files elsewhere', async () => {
    const { slot, dir, options } = await start()
    const outside = join(user.dir, 'outside.txt')
    writeFileSync(outside, 'mine\n')
    const forged = { roots: ['../../../../../../outside.txt'], paths: ['new.txt'] }
    rmSync(join(dirname(dir), 'setup.json'))
    writeFileSync(join(dirname(dir), 'setup.json'), JSON.stringify(forged))
    const git = create(options)
    const rescued = await git.rescueWorkspace!({ runId: 'r1', lease: '2', slot, base })
    await git.resetWorkspace(rescued!, base)
    expect(readFileSync(outside, 'utf8')).toBe('mine\n')
    expect(await kinds(git, rescued!)).toEqual([])
  })
})
