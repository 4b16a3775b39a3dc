import type { GitBackendV1, Workspace } from '@amelia/core/plugin'
import { beforeEach, describe, expect, it } from 'vitest'
import { createIsomorphicGit, memoryFileSystem } from '../src/index.ts'
import { createMemoryRepository, type MemoryRepository } from './memory-repository.ts'

let user: MemoryRepository
beforeEach(async () => {
  user = await createMemoryRepository(memoryFileSystem())
})

/** A backend as a new process has it: with the file system, but without the memory of earlier ones. */
const start = (durableSlots = true): GitBackendV1 =>
  createIsomorphicGit({ fs: user.fs, dir: user.dir, durableSlots })

const open = (
  git: GitBackendV1,
  more: { tree?: string; slot?: string; lease?: string } = {},
): Promise<Workspace> => git.openWorkspace({ runId: 'r1', lease: '1', base: user.base, ...more })

const rescue = (git: GitBackendV1, slot: string, lease = '2'): Promise<Workspace | undefined> =>
  git.rescueWorkspace!({ runId: 'r1', lease, slot, base: user.base })

const kinds = async (git: GitBackendV1, workspace: Workspace): Promise<string[]> =>
  (await git.changedPaths(workspace)).map(({ path, kind }) => `${kind} ${path}`)

const textOf = async ({ fs }: Workspace, path: string): Promise<string> =>
  new TextDecoder().decode(await fs.readFile(path))

/** All files below `.git/amelia`. */
const stored = async (): Promise<string[]> =>
  Object.keys(await user.read(`${user.dir}/.git`)).filter((path) => path.includes('/.git/amelia'))

describe('durable slots', () => {
  it('let the next process rescue every kind of change', async () => {
    const { fs, slot } = await open(start())
    await fs.writeFile('/src/a.txt', 'one\n')
    await fs.writeFile('/src/a.txt', 'two\n')
    await fs.rm('/src/deep', { recursive: true })
    await fs.writeFile('/src/deep', 'a file now\n')
    await fs.rm('/src/b.txt')
    await fs.writeFile('/src/b.txt/inner.txt', 'a folder now\n')
    await fs.writeFile('/ignored/cache.txt', 'cache\n')
    await fs.writeFile('/new/one.txt', '1\n')
    await fs.writeFile('/new/two.txt', '2\n')
    await fs.rm('/new/one.txt')
    await fs.rm('/README.md')
    const git = start()
    const rescued = (await rescue(git, slot!))!
    expect(await kinds(git, rescued)).toEqual(
      [
        'added new/two.txt',
        'added src/b.txt/inner.txt',
        'added src/deep',
        'deleted README.md',
        'deleted src/b.txt',
        'deleted src/deep/c.txt',
        'modified src/a.txt',
      ].sort((a, b) => (a.split(' ')[1]! < b.split(' ')[1]! ? -1 : 1)),
    )
    expect(await textOf(rescued, '/src/a.txt')).toBe('two\n')
    expect(await textOf(rescued, '/src/b.txt/inner.txt')).toBe('a folder now\n')
    expect(await textOf(rescued, '/ignored/cache.txt')).toBe('cache\n')
    // The process before may still write: its slot is another one now.
    await fs.writeFile('/late.txt', 'late\n')
    const third = start()
    // By its first name: the second process may not have told the new one.
    const again = (await rescue(third, slot!, '3'))!
    expect(await kinds(third, again)).toEqual(await kinds(git, rescued))
    await third.removeWorkspaces!('r1', { lease: '3', all: true })
    expect(await stored()).toEqual([])
  })

  it('hold the state after a reset and a continuation, not before', async () => {
    const git = start()
    const workspace = await open(git)
    await workspace.fs.writeFile('/src/a.txt', 'one\n')
    await workspace.fs.writeFile('/ignored/cache.txt', 'cache\n')
    const changes = await git.changedPaths(workspace)
    const ref = 'refs/amelia/r1/attempt/a/1'
    const { commit: tree } = await git.commitAttempt(workspace, { ref, message: 'Half\n', date: 1, changes })
    await workspace.fs.writeFile('/loose.txt', 'loose\n')
    await git.closeWorkspace(workspace)
    expect(await stored()).toEqual([])
    const continued = await open(git, { tree, slot: workspace.slot! })
    const next = start()
    const rescued = (await rescue(next, continued.slot!))!
    expect(await kinds(next, rescued)).toEqual(['modified src/a.txt'])
    expect(await textOf(rescued, '/ignored/cache.txt')).toBe('cache\n')
    await next.resetWorkspace(rescued, user.base)
    const last = start()
    expect(await kinds(last, (await rescue(last, rescued.slot!, '3'))!)).toEqual([])
  })

  it('keep a tree for a person until the run is cleaned', async () => {
    const git = start()
    const workspace = await open(git)
    await workspace.fs.writeFile('/new.txt', 'new\n')
    await git.closeWorkspace(workspace, { keep: true })
    await git.removeWorkspaces!('r1', { lease: '1', over: true })
    const next = start()
    await next.removeWorkspaces!('r1', { lease: '2', over: true })
    expect((await stored()).length).toBeGreaterThan(0)
    await next.removeWorkspaces!('r1', { lease: '2', all: true })
    expect(await stored()).toEqual([])
  })

  it('of a dead process are removed when the run is over, and not before', async () => {
    const { slot } = await open(start())
    const next = start()
    await next.removeWorkspaces!('r1', { lease: '2' })
    expect(await open(next, { lease: '2', slot: slot! })).not.toMatchObject({ slot })
    await next.removeWorkspaces!('r1', { lease: '2', over: true })
    expect(await stored()).toEqual([])
    expect(await rescue(start(), slot!, '3')).toBeUndefined()
  })

  it('are not read where the manifest is not whole', async () => {
    const { slot, fs } = await open(start())
    await fs.writeFile('/new.txt', 'new\n')
    const file = `${user.dir}/.git/amelia/slots/r1/${slot}/slot.json`
    const text = Buffer.from(await user.fs.readFile(file)).toString()
    for (const broken of [text.slice(0, -1), '', 'null', '[]', text.replace('"file":1', '"file":9')]) {
      await user.fs.writeFile(file, broken)
      expect(await rescue(start(), slot!)).toBeUndefined()
    }
    await user.fs.writeFile(file, text)
    expect(await rescue(start(), slot!)).toBeDefined()
  })

  it('are off by default', async () => {
    const { fs } = await open(start(false))
    await fs.writeFile('/new.txt', 'new\n')
    expect(await stored()).toEqual([])
  })
})
