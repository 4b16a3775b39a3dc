import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { identifyProcess, type ProcessIdentity } from '@amelia/agent-process'
import { AmeliaError } from '@amelia/core'
import { afterEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { isLong } from '../../../test/fixtures/is-long.ts'
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

  it.each([
    ['empty, is moved aside', '', 0],
    ['not empty, stays for a person', `${'1'.repeat(40)}\n`, undefined],
  ])('on the snapshot of a checkout, %s', async (_, content, waitMs) => {
    const { git, base, file } = makeWorld({ ref: 'refs/amelia/r1/checkout', content })
    await git.lockRun!('r1')
    const [branch, attempt, left] = [
      'refs/heads/main',
      'refs/amelia/r1/attempt/1/1',
      'refs/amelia/r1/left/1/1',
    ]
    const inPlace = { branch, head: base, attempt, left }
    expect(await lockedFor(git.openWorkspace({ runId: 'r1', base, inPlace }))).toBe(waitMs)
    expect(existsSync(file)).toBe(waitMs === undefined)
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

  it.runIf(canUnshare && isLong)(
    'stays while git gc lives in another PID namespace, in 50 rounds',
    async () => {
      const { git, move, file, repo, sh } = makeWorld()
      await git.lockRun!('r1')
      for (let round = 0; round < 50; round++) {
        const shell = spawn('unshare', ['--pid', '--fork', 'git', '-C', repo, 'gc', '-q'], {
          stdio: 'ignore',
        })
        const ended = once(shell, 'exit')
        const gc = await stopChild(shell.pid!)
        try {
          expect(await move(), `round ${round}`).toMatchObject({ running: [gc] })
          expect(existsSync(file)).toBe(true)
        } finally {
          process.kill(gc, 'SIGCONT')
          await ended
        }
        sh('commit', '-q', '--allow-empty', '-m', `Round ${round}`)
      }
      expect(await move()).toMatchObject({ waitMs: 0 })
    },
  )
})

/** Stops the child of a process, as soon as it is git. Returns its id. */
const stopChild = async (parent: number): Promise<number> => {
  for (;;) {
    const child = Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')[0])
    if (child > 0 && readFileSync(`/proc/${child}/comm`, 'utf8').trim() === 'git') {
      process.kill(child, 'SIGSTOP')
      return child
    }
    await setImmediate()
  }
}

/** A process that has ended. */
const ended = async (): Promise<ProcessIdentity> => {
  const child = spawn('sleep', ['60'])
  const identity = identifyProcess(child.pid!)
  child.kill('SIGKILL')
  await once(child, 'exit')
  return identity
}

describe('a lock of a noted call', () => {
  const branch = 'refs/heads/main'

  /** `began`: how long before the lock git was started, in seconds. */
  const makeCall = async ({
    ref = branch,
    began = 1,
    content = '',
    written = null as 'any' | { text: string } | null,
    owner = undefined as Partial<ProcessIdentity> | undefined,
    age = 60,
  } = {}) => {
    const world = makeWorld({ ref, content, age })
    const path = `${ref}.lock`
    const note = (identity: ProcessIdentity, before: number, locks: [string, unknown][]): string => {
      const file = join(world.repo, '.git/amelia/calls', `note.${before}`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, JSON.stringify({ owner: identity, locks }))
      const time = Date.now() / 1000 - age - before
      utimesSync(file, time, time)
      return file
    }
    const identity = { ...(await ended()), ...owner }
    return { ...world, path, note, noted: note(identity, began, [[path, written]]) }
  }

  it.each([
    ['of the target branch', {}],
    ['of a reservation', { ref: 'refs/amelia/target/amelia/one' }],
    ['of HEAD', { ref: 'HEAD' }],
    ['with the value that the call wrote', { content: 'value\n', written: { text: 'value\n' } }],
  ])('%s is moved aside when a call meets it', async (_, options) => {
    const { git, file, base, sh, kept } = await makeCall(options)
    const next = sh('commit-tree', '-m', 'Next', '-p', base, `${base}^{tree}`)
    const ref = file.endsWith('HEAD.lock') ? branch : file.replace(/^.*\.git\/(.*)\.lock$/, '$1')
    const update = { ref, new: next, old: ref === branch ? base : null }
    await expect(git.updateRefs([update])).rejects.toMatchObject({ details: { waitMs: 0 } })
    expect(kept()).toHaveLength(1)
    await git.updateRefs([update])
    expect(await git.readRef(ref)).toBe(next)
  })

  it('of the packed refs is moved aside with what git wrote beside it', async () => {
    const { git, base, sh, repo, file, note, kept, path } = await makeCall({ ref: 'packed-refs' })
    sh('branch', 'other')
    const draft = join(repo, '.git/packed-refs.new')
    writeFileSync(draft, '# half')
    const update = { ref: 'refs/heads/other', new: null, old: base }
    // A process may still write it.
    expect(await lockedFor(git.updateRefs([update]))).toBeGreaterThan(20_000)
    utimesSync(draft, 0, 0)
    note(await ended(), 2, [[path, null]])
    expect(await lockedFor(git.updateRefs([update]))).toBe(0)
    expect(kept()).toHaveLength(2)
    await git.updateRefs([update])
    expect(existsSync(file)).toBe(false)
    expect(await git.readRef(update.ref)).toBeNull()
  })

  it('of the index of the user is moved aside, whatever part of it was written', async () => {
    const { git, file, base, sh, write } = await makeCall({ ref: 'index', content: 'DIRC', written: 'any' })
    renameSync(file, `${file}.kept`)
    write('new.txt', 'new\n')
    sh('add', 'new.txt')
    sh('commit', '-q', '-m', 'New')
    renameSync(`${file}.kept`, file)
    const step = { from: sh('rev-parse', 'HEAD'), to: base }
    expect(await lockedFor(git.followBranch!(step))).toBe(0)
    await git.followBranch!(step)
    expect(existsSync(file)).toBe(false)
    expect(sh('ls-files')).not.toContain('new.txt')
  })

  it('that no later call meets is moved aside with its note when a run is locked', async () => {
    const { git, file, noted, kept } = await makeCall()
    await git.lockRun!('r2')
    expect(kept()).toHaveLength(1)
    expect([file, noted].map((path) => existsSync(path))).toEqual([false, false])
  })

  it('stays with its note while it is young', async () => {
    const { git, file, noted } = await makeCall({ age: 10 })
    await git.lockRun!('r2')
    expect([file, noted].map((path) => existsSync(path))).toEqual([true, true])
  })

  it.each<[string, Parameters<typeof makeCall>[0]]>([
    ['that is older than the call', { began: -1 }],
    ['that was created later than a call takes its locks', { began: 11 }],
    ['with another content', { content: 'other\n', written: { text: 'value\n' } }],
    ['of another machine', { owner: { host: 'other' } }],
    ['of another container', { owner: { container: 'pid:[1]' } }],
    ['that is not empty and should be', { content: 'other\n' }],
    ['of an earlier start of the machine', { owner: { started: 'earlier/1' } }],
    ['of a process that runs', { owner: identifyProcess(process.pid) }],
  ])('%s stays for a person', async (_, options) => {
    const { git, file, base, sh } = await makeCall(options)
    const next = sh('commit-tree', '-m', 'Next', '-p', base, `${base}^{tree}`)
    await git.lockRun!('r1')
    expect(await lockedFor(git.updateRefs([{ ref: branch, new: next, old: base }]))).toBeUndefined()
    expect(existsSync(file)).toBe(true)
  })

  it('stays if a call that still runs may have taken it too', async () => {
    const { git, file, base, sh, note, path } = await makeCall()
    note(identifyProcess(process.pid), 5, [[path, null]])
    const next = sh('commit-tree', '-m', 'Next', '-p', base, `${base}^{tree}`)
    expect(await lockedFor(git.updateRefs([{ ref: branch, new: next, old: base }]))).toBeUndefined()
    expect(existsSync(file)).toBe(true)
  })

  it('is noted only while git runs', async () => {
    const { git, repo, base } = makeWorld({ ref: 'refs/heads/unused' })
    await git.updateRefs([{ ref: 'refs/amelia/r1/head', new: base, old: null }])
    expect(readdirSync(join(repo, '.git/amelia/calls'))).toEqual([])
  })
})

/** For how long a call that a lock stopped may wait for it; undefined if a person is asked. */
const lockedFor = (call: Promise<unknown>): Promise<number | undefined> =>
  call.then(
    () => {
      throw new Error('The call was not stopped by a lock.')
    },
    (error: unknown) => {
      if (AmeliaError.is(error, 'GIT_LOCKED')) return error.details.waitMs
      throw error
    },
  )
