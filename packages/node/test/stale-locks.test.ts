import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AmeliaError } from '@amelia/core'
import { afterEach, describe, expect, it } from 'vitest'
import { nativeGit } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

const open: TemporaryRepository[] = []
afterEach(() => {
  for (const world of open.splice(0)) world.close()
})

const makeWorld = () => {
  const world = createRepository()
  open.push(world)
  const git = nativeGit({ repo: world.repo, slots: world.slots })
  const lock = (name: string, content: string): string => {
    const file = join(world.repo, '.git', name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }
  return { ...world, git, lock }
}

const lockedBy = async (call: Promise<unknown>): Promise<AmeliaError<'GIT_LOCKED'>['details']> => {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (AmeliaError.is(error, 'GIT_LOCKED')) return error.details
  throw new Error('The call was not stopped by a lock.', { cause: error })
}

const head = 'refs/amelia/r1/head'

describe('a lock of a dead git process', () => {
  it('is removed if it contains the value that the engine is about to write to its own ref', async () => {
    const { git, base, lock } = makeWorld()
    const file = lock(`${head}.lock`, `${base}\n`)
    await git.updateRefs([{ ref: head, new: base, old: null }])
    expect(await git.readRef(head)).toBe(base)
    expect(existsSync(file)).toBe(false)
  })

  it.each([
    ['an empty one', `${head}.lock`, ''],
    ['one with another value', `${head}.lock`, `${'1'.repeat(40)}\n`],
    ['one with the value and more', `${head}.lock`, '{base}\n\n'],
    ['one on the branch of a user, whatever it holds', 'refs/heads/work.lock', '{base}\n'],
  ])('%s stays, and nothing is moved', async (_, name, content) => {
    const { git, base, lock, state } = makeWorld()
    const file = lock(name, content.replace('{base}', base))
    const before = state()
    const refs = [head, 'refs/heads/work']
    const { locks } = await lockedBy(git.updateRefs(refs.map((ref) => ({ ref, new: base, old: null }))))
    expect(locks.map((found) => found.file)).toEqual([file])
    expect(existsSync(file)).toBe(true)
    expect(state()).toBe(before)
  })

  it('on packed refs stays, and the error names all blocking locks', async () => {
    const { git, base, lock } = makeWorld()
    await git.updateRefs([{ ref: 'refs/amelia/r1/candidate/1', new: base, old: null }])
    const packed = lock('packed-refs.lock', '')
    const candidate = lock('refs/amelia/r1/candidate/1.lock', '')
    const { locks, running } = await lockedBy(
      git.updateRefs([{ ref: 'refs/amelia/r1/candidate/1', new: null, old: base }]),
    )
    expect(locks.map((found) => found.file).sort()).toEqual([packed, candidate].sort())
    expect(running).toEqual([])
  })

  it("on an attempt's ref stops its commit with an error", async () => {
    const { git, base, lock } = makeWorld()
    const ref = 'refs/amelia/r1/attempt/1/1'
    const file = lock(`${ref}.lock`, '')
    const tree = await git.readTree(base)
    const request = { ref, tree, parent: base, files: {}, message: 'Work\n', date: 0 }
    const { locks } = await lockedBy(git.compose(request))
    expect(locks.map((found) => found.file)).toEqual([file])
    await git.removeLock!(locks[0]!)
    expect(await git.compose(request)).toBe(await git.readRef(ref))
  })

  it('on the user’s index is named when files should follow their branch', async () => {
    const { git, sh, write, base, lock } = makeWorld()
    write('new.txt', 'new\n')
    sh('add', 'new.txt')
    sh('commit', '-q', '-m', 'New')
    const next = sh('rev-parse', 'HEAD')
    const file = lock('index.lock', '')
    const { locks } = await lockedBy(git.followBranch!({ from: next, to: base }))
    expect(locks.map((found) => found.file)).toEqual([file])
  })

  it('is not removed if another process has replaced it', async () => {
    const { git, base, lock } = makeWorld()
    const file = lock(`${head}.lock`, '')
    const { locks } = await lockedBy(git.updateRefs([{ ref: head, new: base, old: null }]))
    rmSync(file)
    lock(`${head}.lock`, 'somebody else is at work\n')
    await git.removeLock!(locks[0]!)
    expect(existsSync(file)).toBe(true)
    expect(await git.findLocks!([file])).not.toEqual(locks)
  })

  it('is removed only in the repository', async () => {
    const { git, dir } = makeWorld()
    const file = join(dir, 'other.lock')
    writeFileSync(file, '')
    const [found] = await git.findLocks!([file])
    await expect(git.removeLock!(found!)).rejects.toMatchObject({ code: 'PATH_DENIED' })
    expect(existsSync(file)).toBe(true)
  })

  it.runIf(existsSync('/proc/self/stat'))(
    'is reported together with the git process that runs there',
    async () => {
      const { git, repo, base, lock } = makeWorld()
      lock(`${head}.lock`, '')
      // Through a shell, because children of this process do not count.
      const shell = spawn('sh', ['-c', 'git cat-file --batch <&3 & echo $!; wait'], {
        cwd: repo,
        stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
      })
      const [told] = (await once(shell.stdout!, 'data')) as [Buffer]
      const pid = Number(told.toString())
      try {
        await expect
          .poll(async () => {
            const { running } = await lockedBy(git.updateRefs([{ ref: head, new: base, old: null }]))
            return running
          })
          .toEqual([pid])
      } finally {
        const ended = once(shell, 'exit')
        process.kill(pid)
        await ended
      }
    },
  )
})
