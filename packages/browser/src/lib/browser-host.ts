import { checkArgument, type Host, rules, type RunStoreV1 } from '@amelia/core/plugin'
import { isomorphicHost, type IsomorphicHostOptions, type Lock } from '@amelia/git-isomorphic'
import { indexedDbFileSystem } from './indexed-db-file-system.ts'
import { indexedDbStore } from './indexed-db-store.ts'
import type { DatabaseOptions } from './open-database.ts'

export interface BrowserHostOptions
  extends Omit<IsomorphicHostOptions, 'fs' | 'dir' | 'store'>,
    DatabaseOptions {
  /** The file system that contains the repository. Default: `indexedDbFileSystem` in the same database. */
  fs?: IsomorphicHostOptions['fs'] | undefined
  /** The folder of the repository. Default: `/repo`. */
  dir?: string | undefined
  /** The store for journals. Default: `indexedDbStore` in the same database. */
  store?: RunStoreV1 | undefined
}

/** The part of `navigator.locks` that the host uses. */
interface Locks {
  request<Result>(name: string, task: () => Promise<Result>): Promise<Result>
}

/**
 * Creates a host for a page or a worker, kept in IndexedDB: a run survives a reload, and `openRun` resumes
 * it. The files of an attempt that a reload interrupts are kept too, unless `durableSlots` is false.
 *
 * Refs move under the origin's Web Locks if the browser has them, so several tabs may use one repository.
 * Commands need a runner: `commands: bashRunner()` of `@amelia/commands-bash`. Opens and creates nothing
 * before the first call.
 */
export const browserHost = (options: BrowserHostOptions = {}): Host => {
  checkArgument('browserHost', 'options', options, rules.object)
  const { name = 'amelia', indexedDB, dir = '/repo', ...others } = options
  const database = { name, ...(indexedDB === undefined ? {} : { indexedDB }) }
  const lock = lockOfPage(name)
  return isomorphicHost({
    ...(lock === undefined ? {} : { lock }),
    durableSlots: true,
    ...others,
    fs: options.fs ?? indexedDbFileSystem(database),
    dir,
    store: options.store ?? indexedDbStore(database),
  })
}

const lockOfPage = (database: string): Lock | undefined => {
  const { locks } = (globalThis as { navigator?: { locks?: Locks } }).navigator ?? {}
  return locks === undefined ? undefined : (name, task) => locks.request(`${database}:${name}`, task)
}
