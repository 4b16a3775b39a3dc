import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import * as nodeFiles from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunStoreV1 } from '@amelia/core'
import type { PlaceOptions, SimulatedPlace } from '../simulated-place.ts'
import { guardStore } from '../simulated-store.ts'
import { createGitCalls } from './git-calls.ts'
import { readRepository } from './read-repository.ts'
import type * as nativePackage from './native-package.ts'
import { createSyncRecord } from './sync-record.ts'

/** The modules that a simulated process loads. */
export type NativePackage = typeof nativePackage

export interface NativePlace {
  place(options: PlaceOptions): SimulatedPlace
  /** Closes the files that dead processes left open, and deletes the folder. */
  remove(): Promise<void>
}

/**
 * Creates a real repository with one commit in a separate folder, whose processes use native git and the file
 * store.
 *
 * `load` returns a copy of the package without shared module state, because a simulated process loses its
 * memory. `traced` records the syncs of git, for runs without crashes.
 */
export const createNativePlace = async (
  load: () => Promise<NativePackage>,
  { traced = false }: { traced?: boolean } = {},
): Promise<NativePlace> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'amelia-native-')))
  const repository = join(folder, 'repository')
  const slots = join(folder, 'slots')
  makeRepository(repository)
  const plain = await load()
  const view = readRepository(repository)
  const { files, closeAll } = trackFiles()
  const backend = plain.nativeGit({ repo: repository, slots })
  const place = ({ random, scheduler }: PlaceOptions): SimulatedPlace => {
    const alive = new Set<number>()
    let processes = 0
    const storeOf = ({ fileStore }: NativePackage, pid: number): RunStoreV1 => {
      let ids = 0
      alive.add(pid)
      return fileStore({
        dir: join(repository, '.git/amelia/runs'),
        files,
        now: scheduler.now,
        uniqueId: () => `p${pid}u${++ids}`,
        processes: {
          self: () => ({ pid, host: 'here', container: null, started: null }),
          isAlive: (other) => alive.has(other.pid),
        },
        every: () => () => {},
      })
    }
    const store = waitedFor(storeOf(plain, ++processes), scheduler.real)
    const git = {
      ...backend,
      ...view,
      get openWorkspaces() {
        return leaseFolders(slots).filter((folder) => !isLeft(folder)).length
      },
      get leftWorkspaces() {
        return leaseFolders(slots).filter(isLeft).length
      },
    }
    return {
      isReal: true,
      git,
      store: { plain: store, losePower() {} },
      disturb(workspace) {
        if (existsSync(workspace))
          writeFileSync(join(workspace, 'orphan.txt'), 'written by an agent that should be gone')
      },
      async begin(gateway, death) {
        const pid = ++processes
        const own = await load()
        const syncs = traced ? createSyncRecord(join(folder, `trace-${pid}`)) : undefined
        const calls = createGitCalls({
          syncs,
          death: death?.of === 'git' ? death : undefined,
          isDead: () => gateway.dead,
          die: () => gateway.die(),
        })
        gateway.onDeath(() => void alive.delete(pid))
        return {
          git: own.nativeGit({ repo: repository, slots }),
          store: guardStore(storeOf(own, pid), gateway, random),
          get gitCalls() {
            return calls.count
          },
          within: calls.within,
          flush: calls.flush,
          ...(syncs && { unsynced: syncs.unsynced }),
        }
      },
    }
  }
  return {
    place,
    async remove() {
      await closeAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The files of this machine, of which a simulated process leaves some open when it dies. */
const trackFiles = () => {
  const handles = new Set<nodeFiles.FileHandle>()
  return {
    files: {
      ...nodeFiles,
      async open(path: string, flags: number, mode?: number) {
        const handle = await nodeFiles.open(path, flags, mode)
        handles.add(handle)
        const close = handle.close.bind(handle)
        handle.close = () => {
          handles.delete(handle)
          return close()
        }
        return handle
      },
    },
    closeAll: () => Promise.all([...handles].map((handle) => handle.close())),
  }
}

const makeRepository = (folder: string): void => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'README.md'), 'hello\n')
  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', folder, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  git('init', '-q', '-b', 'main')
  writeFileSync(join(folder, '.git/config'), `${config}\n`, { flag: 'a' })
  git('add', '.')
  git('commit', '-q', '-m', 'Begin')
}

const config = `[user]
name = Ada
email = ada@example.org
[commit]
gpgsign = false`

/** Folders of leases: each repository and each run has a folder above them. */
const leaseFolders = (slots: string): string[] => list(slots).flatMap(list).flatMap(list)

/** Whether a process left only slots that it had open. */
const isLeft = (leaseFolder: string): boolean => {
  const slots = list(leaseFolder).filter((path) => /slot-\d+(?:\.moved)?$/.test(path))
  return slots.length > 0 && slots.every((slot) => slot.endsWith('.moved') || existsSync(join(slot, 'use')))
}

const list = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []

/** The scheduler waits for a person's calls to the store, because they take real time. */
const waitedFor = (
  store: RunStoreV1,
  real: <Result>(perform: () => Promise<Result>) => Promise<Result>,
): RunStoreV1 => ({
  ...store,
  load: (runId) => real(() => store.load(runId)),
  list: () => real(() => store.list()),
  send: (runId, value) => real(() => store.send(runId, value)),
  outcome: (runId, id) => real(() => store.outcome(runId, id)),
})
