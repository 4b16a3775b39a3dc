import 'fake-indexeddb/auto'
import { createRun, openRun, type PlanDraft } from '@amelia/core'
import type { RunStoreV1 } from '@amelia/core/plugin'
import { type RunStoreSubject, runStoreContract } from '@amelia/core/testing'
import { memoryFileSystem, type PromiseFileSystem } from '@amelia/git-isomorphic'
import { IDBFactory } from 'fake-indexeddb'
import git, { type FsClient } from 'isomorphic-git'
import { describe, expect, it, vi } from 'vitest'
import {
  browserHost,
  type DatabaseLike,
  indexedDbEntries,
  indexedDbFileSystem,
  indexedDbStore,
} from '../src/index.ts'
import { createLocks } from './create-locks.ts'

/** A browser, whose tabs share a database and locks. */
const createBrowser = () => {
  const indexedDB = new IDBFactory()
  const browser = createLocks()
  return {
    indexedDB,
    /** Opens a tab with its own store. Closing the tab releases its locks. */
    openTab: () => {
      const tab = browser.openTab()
      return { store: indexedDbStore({ indexedDB, locks: tab.locks }), close: tab.close }
    },
  }
}

interface Subject extends RunStoreSubject {
  browser: ReturnType<typeof createBrowser>
  reload(): void
}

describe('indexedDbStore fulfils the contract', () => {
  const subjects = new WeakMap<RunStoreSubject, Subject>()
  const of = (subject: RunStoreSubject): Subject => subjects.get(subject)!
  const entriesOf = (subject: RunStoreSubject) =>
    indexedDbEntries({ indexedDB: of(subject).browser.indexedDB })
  const cases = runStoreContract({
    async create() {
      const browser = createBrowser()
      let tab = browser.openTab()
      const store: RunStoreV1 = {
        contract: 'run-store-v1',
        acquire: (runId) => tab.store.acquire(runId),
        load: (runId) => tab.store.load(runId),
        list: () => tab.store.list(),
        lockOf: (runId) => tab.store.lockOf(runId),
        send: (runId, value) => tab.store.send(runId, value),
        pending: (runId) => tab.store.pending(runId),
        outcome: (runId, commandId) => tab.store.outcome(runId, commandId),
        kept: (runId, name) => tab.store.kept(runId, name),
        follow: (runId, signal) => tab.store.follow!(runId, signal),
        publish: (runId, value) => tab.store.publish!(runId, value),
        tail: (runId, signal) => tab.store.tail!(runId, signal),
      }
      const reload = (): void => {
        tab.close()
        tab = browser.openTab()
      }
      const subject: Subject = { store, browser, reload, close: async () => {} }
      subjects.set(subject, subject)
      return subject
    },
    faults: {
      abandon: async (subject) => of(subject).reload(),
      tear: (subject, runId) =>
        entriesOf(subject).set(`amelia:amelia/${runId}/journal/000000000003`, '01234567 {"seq":3,"val'),
      async damage(subject, runId, line) {
        const entries = entriesOf(subject)
        const [key = ''] = (await entries.list(`amelia:amelia/${runId}/journal/`)).sort().reverse()
        const lines = (await entries.get(key))!.split('\n')
        lines[line - 1] = lines[line - 1]!.replace('"n"', '"m"')
        await entries.set(key, lines.join('\n'))
      },
      reopen: (subject) => of(subject).browser.openTab().store,
      spoil: (subject, runId, id) => entriesOf(subject).set(`amelia:amelia/${runId}/commands/${id}`, '{"x'),
    },
  })
  for (const { name, covered, run } of cases) {
    it(name, async () => {
      expect(covered).toBe(true)
      await run()
    })

    it('carries records and progress to the other tabs', async () => {
      const browser = createBrowser()
      const [writer, viewer] = [browser.openTab().store, browser.openTab().store]
      const lease = await writer.acquire('shared')
      const stop = new AbortController()
      const records = viewer.follow!('shared', stop.signal)[Symbol.asyncIterator]()
      const progress = viewer.tail!('shared', stop.signal)[Symbol.asyncIterator]()
      const first = records.next()
      await lease.append([{ seq: 1, value: 'one' }])
      expect((await first).value).toEqual([{ seq: 1, value: 'one' }])
      await writer.publish!('shared', { n: 1 })
      expect((await progress.next()).value).toEqual({ n: 1 })
      const ends = [records.next(), progress.next()]
      stop.abort()
      for (const end of ends) expect(await end).toMatchObject({ done: true })
    })
  }

  it('locks a run between two tabs of a page without Web Locks', async () => {
    const indexedDB = new IDBFactory()
    const lease = await indexedDbStore({ indexedDB, locks: null }).acquire('r1')
    const other = indexedDbStore({ indexedDB, locks: null })
    await expect(other.acquire('r1')).rejects.toMatchObject({ code: 'RUN_LOCKED' })
    await lease.release()
    await (await other.acquire('r1')).release()
  })
})

it('rejects a step whose transaction the browser aborts at commit', async () => {
  const entries = indexedDbEntries({ indexedDB: new IDBFactory() })
  expect(await entries.get('a')).toBeUndefined()
  const { prototype } = (globalThis as unknown as { IDBDatabase: { prototype: DatabaseLike } }).IDBDatabase
  const begin = prototype.transaction
  const abortAll = vi.spyOn(prototype, 'transaction').mockImplementation(function (
    this: DatabaseLike,
    ...args
  ) {
    const transaction = begin.apply(this, args)
    queueMicrotask(() => transaction.abort())
    return transaction
  })
  await expect(entries.set('a', 'b')).rejects.toThrow()
  abortAll.mockRestore()
  expect(await entries.get('a')).toBeUndefined()
  await entries.set('a', 'c')
  expect(await entries.get('a')).toBe('c')
})

describe('indexedDbFileSystem', () => {
  const attempts: [name: string, act: (fs: PromiseFileSystem) => Promise<unknown>][] = [
    ['a missing file', (fs) => fs.readFile('/none')],
    ['a file below a file', (fs) => fs.readFile('/a.txt/b')],
    ['writing below a file', (fs) => fs.writeFile('/a.txt/b', '')],
    ['writing into a missing folder', (fs) => fs.writeFile('/none/b', '')],
    ['writing over a folder', (fs) => fs.writeFile('/d', '')],
    ['reading a folder', (fs) => fs.readFile('/d')],
    ['reading a link', (fs) => fs.readFile('/link')],
    ['listing a file', (fs) => fs.readdir('/a.txt')],
    ['listing a missing folder', (fs) => fs.readdir('/none')],
    ['a folder twice', (fs) => fs.mkdir('/d')],
    ['a folder in a missing one', (fs) => fs.mkdir('/none/d')],
    ['removing a folder as a file', (fs) => fs.unlink('/d')],
    ['removing a file as a folder', (fs) => fs.rmdir('/a.txt')],
    ['removing a folder that is not empty', (fs) => fs.rmdir('/d')],
    ['removing a missing file', (fs) => fs.unlink('/none')],
    ['renaming a missing file', (fs) => fs.rename!('/none', '/b')],
    ['renaming onto a folder', (fs) => fs.rename!('/a.txt', '/d')],
    ['renaming into a missing folder', (fs) => fs.rename!('/a.txt', '/none/b')],
    ['reading a file as a link', (fs) => fs.readlink!('/a.txt')],
    ['a link twice', (fs) => fs.symlink!('x', '/link')],
    ['the root', async (fs) => [(await fs.stat('/')).isDirectory(), await fs.readdir('/')]],
    ['paths with doubled slashes and dots', async (fs) => (await fs.stat('//d/./e.txt')).isFile()],
    ['a link', async (fs) => [(await fs.lstat('/link')).isSymbolicLink(), await fs.readlink!('/link')]],
    [
      'a text',
      (fs) => (fs.readFile as (path: string, encoding: string) => Promise<unknown>)('/a.txt', 'utf8'),
    ],
    ['bytes', async (fs) => [...(await fs.readFile('/d/e.txt'))]],
    [
      'a rename over a file',
      async (fs) => {
        await fs.rename!('/d/e.txt', '/a.txt')
        await fs.rmdir('/d')
        return [await fs.readdir('/'), [...(await fs.readFile('/a.txt'))]]
      },
    ],
    ['a folder after a removal', async (fs) => [await fs.unlink('/a.txt'), await fs.readdir('/')]],
  ]
  const fill = async (fs: PromiseFileSystem): Promise<PromiseFileSystem> => {
    await fs.writeFile('/a.txt', 'ä\n')
    await fs.mkdir('/d')
    await fs.writeFile('/d/e.txt', Uint8Array.of(0, 255))
    await fs.symlink!('d', '/link')
    return fs
  }
  const outcome = async (act: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await act()
    } catch (error) {
      return (error as { code?: string }).code
    }
  }

  it.each(attempts)('behaves like the file system in memory: %s', async (_, act) => {
    const memory = await fill(memoryFileSystem())
    const kept = await fill(indexedDbFileSystem({ indexedDB: new IDBFactory() }))
    const expected = await outcome(() => act(memory))
    expect(expected).toBeDefined()
    expect(await outcome(() => act(kept))).toEqual(expected)
  })
})

const step = (id: string) => ({
  id,
  title: `Write ${id}`,
  subtasks: [
    {
      id: `${id}.1`,
      title: `File of ${id}`,
      steps: [
        { id: `${id}.1.1`, action: 'code' as const, filePath: `made/${id}.txt`, codeChange: `of ${id}\n` },
      ],
    },
  ],
})
const plan: PlanDraft = {
  title: 'Files',
  phases: [step('a'), { ...step('b'), dependsOn: ['a'] }, { ...step('c'), dependsOn: ['b'] }],
}

describe('browserHost', () => {
  it('keeps the files of an attempt that a reload interrupts', async () => {
    const indexedDB = new IDBFactory()
    const identity = { name: 'A Person', email: 'person@example.org' }
    const fs = { promises: indexedDbFileSystem({ indexedDB }) } as unknown as FsClient
    const open = () => browserHost({ indexedDB, identity, dir: '/' }).git
    await git.init({ fs, dir: '/', defaultBranch: 'main' })
    const author = { ...identity, timestamp: 1_600_000_000, timezoneOffset: 0 }
    const base = await git.commit({ fs, dir: '/', message: 'Begin', author })
    const workspace = await open().openWorkspace({ runId: 'r1', lease: '1', base })
    await workspace.fs.writeFile('/half.txt', 'half\n')
    const next = open()
    const slot = workspace.slot!
    const rescued = await next.rescueWorkspace!({ runId: 'r1', lease: '2', slot, base })
    expect(await next.changedPaths(rescued!)).toEqual([{ path: 'half.txt', kind: 'added', size: 5 }])
  })

  it('fault 61: resumes after a reload with the same repository and journal; a second tab gets RUN_LOCKED', async () => {
    const indexedDB = new IDBFactory()
    const browser = createLocks()
    const identity = { name: 'A Person', email: 'person@example.org' }
    const open = () => {
      const { locks, close } = browser.openTab()
      const host = browserHost({ indexedDB, identity, store: indexedDbStore({ indexedDB, locks }) })
      return { host, close }
    }
    const fs = indexedDbFileSystem({ indexedDB })
    const author = { ...identity, timestamp: 1_600_000_000, timezoneOffset: 0 }
    await fs.mkdir('/repo')
    const repository = { fs: { promises: fs } as unknown as FsClient, dir: '/repo' }
    await git.init({ ...repository, defaultBranch: 'main' })
    await git.commit({ ...repository, message: 'Begin', author })

    const first = open()
    const run = await createRun({ plan, host: first.host, trust: 'autonomous', planApproved: true })
    const cutOff = new Promise<void>((resolve) => {
      run.on('phase_completed', () => resolve())
    })
    // The page disappears during the run, without any clean-up.
    const started = run.start().catch(() => {})
    await cutOff
    const concurrent = (async () => (await openRun({ host: open().host, runId: run.id })).start())()
    await expect(concurrent).rejects.toMatchObject({ code: 'RUN_LOCKED' })
    first.close()

    const second = open()
    const again = await openRun({ host: second.host, runId: run.id })
    const report = await again.start()
    await started
    expect(report.status).toBe('completed')
    const names = await second.host.git.listRefs(`refs/amelia/${run.id}/phase/`)
    expect([...names.keys()].map((ref) => ref.split('/').at(-1))).toEqual(['a', 'b', 'c'])
    const found = await second.host.git.findCommits({
      from: report.target,
      trailer: 'Amelia-Phase',
      value: 'a',
    })
    expect(found).toHaveLength(1)
  })
})
