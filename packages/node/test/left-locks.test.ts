import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, openSync, closeSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AmeliaError } from '@amelia/core'
import { afterEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

const open: TemporaryRepository[] = []
afterEach(() => {
  for (const world of open.splice(0)) world.close()
})

const head = 'refs/amelia/r1/head'

/** A repository with a lock of a ref. `age`: in seconds; a negative one is after the lock. */
const makeWorld = ({ age = 60, content = '', ref = head } = {}) => {
  const world = createRepository()
  open.push(world)
  const git = nativeGit({ repo: world.repo, slots: world.slots })
  const file = join(world.repo, '.git', `${ref}.lock`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  const time = Date.now() / 1000 - age
  utimesSync(file, time, time)
  const aside = join(world.repo, '.git/amelia/locks')
  const move = (): Promise<AmeliaError<'GIT_LOCKED'>['details'] | 'moved'> =>
    git.updateRefs([{ ref, new: world.base, old: null }]).then(
      () => 'moved',
      (error: unknown) => {
        if (AmeliaError.is(error, 'GIT_LOCKED')) return error.details
        throw error
      },
    )
  return { ...world, git, file, move, kept: () => (existsSync(aside) ? readdirSync(aside) : []) }
}

/** A process of git. `inside`: the command that starts it. */
interface Place {
  cwd: string
  args?: string
  env?: Record<string, string>
  inside?: string
}

const inNamespace = (repo: string): Place => ({ cwd: repo, inside: 'unshare --pid --fork' })
/** Not every user may. */
const canUnshare = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0

describe('an empty lock on a ref of a run', () => {
  it('that an earlier holder left is moved aside, and the next call succeeds', async () => {
    const { git, move, kept, file } = makeWorld()
    await git.lockRun!('r1')
    expect(await move()).toMatchObject({ waitMs: 0 })
    expect(existsSync(file)).toBe(false)
    expect(kept()).toEqual([expect.stringMatching(/^r1~head\.lock\.[0-9a-f]{8}$/)])
    expect(await move()).toBe('moved')
  })

  it('on the ref of an attempt too', async () => {
    const ref = 'refs/amelia/r1/attempt/1/1'
    const { git, base, kept } = makeWorld({ ref })
    await git.lockRun!('r1')
    const tree = await git.readTree(base)
    const request = { ref, tree, parent: base, files: {}, message: 'Work\n', date: 0 }
    await expect(git.compose(request)).rejects.toMatchObject({ code: 'GIT_LOCKED', details: { waitMs: 0 } })
    expect(kept()).toHaveLength(1)
    expect(await git.compose(request)).toBe(await git.readRef(ref))
  })

  it('that is younger than 30 s stays for the rest of that time', async () => {
    const { git, move, file } = makeWorld({ age: 10 })
    await git.lockRun!('r1')
    const { waitMs } = (await move()) as { waitMs: number }
    expect(waitMs).toBeGreaterThan(15_000)
    expect(waitMs).toBeLessThanOrEqual(20_000)
    expect(existsSync(file)).toBe(true)
  })

  it.each([
    ['of a run that this process has not locked', {}, 'r2'],
    ['that is not empty', { content: `${'1'.repeat(40)}\n` }, 'r1'],
    ['that was taken after the run', { age: -5 }, 'r1'],
    ['of a branch', { ref: 'refs/heads/work' }, 'r1'],
    ['on a ref that no run has', { ref: 'refs/amelia/head' }, 'r1'],
  ])('%s stays for a person', async (_, options, runId) => {
    const { git, move, file } = makeWorld(options)
    await git.lockRun!(runId)
    expect(await move()).not.toHaveProperty('waitMs')
    expect(existsSync(file)).toBe(true)
  })

  it('stays while someone has it open', async () => {
    const { git, move, file, repo } = makeWorld()
    await git.lockRun!('r1')
    const descriptor = openSync(file, 'r')
    // As in a program with a library in place of git.
    const holder = spawn('sleep', ['60'], { cwd: dirname(repo), stdio: ['ignore', descriptor, 'ignore'] })
    closeSync(descriptor)
    try {
      expect(await move()).not.toHaveProperty('waitMs')
      expect(existsSync(file)).toBe(true)
    } finally {
      holder.kill()
      await once(holder, 'exit')
    }
    expect(await move()).toMatchObject({ waitMs: 0 })
  })

  it.each<[string, (repo: string) => Place]>([
    ['its folder', (repo) => ({ cwd: repo })],
    ['an argument', (repo) => ({ cwd: '/', args: `-C ${repo}` })],
    ['a variable', (repo) => ({ cwd: '/', env: { GIT_DIR: join(repo, '.git') } })],
    ...(canUnshare ? [['another PID namespace', inNamespace] as [string, (repo: string) => Place]] : []),
  ])('stays while git uses the repository, known by %s', async (_, place) => {
    const { git, move, file, repo } = makeWorld()
    await git.lockRun!('r1')
    const { cwd, args = '', env = {}, inside = '' } = place(repo)
    const shell = spawn('sh', ['-c', `${inside} git ${args} cat-file --batch <&3; echo; wait`], {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    })
    const ended = once(shell, 'exit')
    try {
      await expect.poll(async () => ((await move()) as { running: number[] }).running).toHaveLength(1)
      expect(shell.exitCode).toBeNull()
      expect(existsSync(file)).toBe(true)
    } finally {
      ;(shell.stdio[3] as NodeJS.WritableStream).end()
      await ended
    }
    expect(await move()).toMatchObject({ waitMs: 0 })
  })
})
