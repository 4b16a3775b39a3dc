import type { DriverV1, GitBackendV1, Host } from '@amelia/core'
import type { WorkspaceFileSystem } from '@amelia/core/plugin'

const noFile = (): Promise<never> => Promise.reject(Object.assign(new Error('ENOENT'), { code: 'ENOENT' }))

const fs: WorkspaceFileSystem = {
  readFile: noFile,
  writeFile: async () => {},
  mkdir: async () => {},
  readdir: async () => [],
  stat: noFile,
  lstat: noFile,
  readlink: noFile,
  rm: async () => {},
}

/**
 * A git backend without content: it stores the references that a run moves and makes up ids. It has no trees
 * and files.
 */
const createIdleGit = (): GitBackendV1 => {
  const refs = new Map<string, string>([['refs/heads/main', 'c0']])
  let made = 0
  let opened = 0
  return {
    contract: 'git-v1',
    inspect: async () => ({
      head: 'c0',
      branch: 'refs/heads/main',
      operation: null,
      dirty: false,
      identity: 'A Person <person@example.org>',
      location: 'memory',
      notes: [],
    }),
    readFile: async () => null,
    isAncestor: async () => true,
    readRef: async (name) => refs.get(name) ?? null,
    listRefs: async (prefix) => new Map([...refs].filter(([ref]) => ref.startsWith(prefix))),
    async updateRefs(updates) {
      for (const update of updates) {
        if (update.new === null) refs.delete(update.ref)
        else refs.set(update.ref, update.new)
      }
    },
    whyLocked: async () => null,
    openWorkspace: async ({ base }) => ({ id: `w${++opened}`, base, fs }),
    resetWorkspace: async () => {},
    closeWorkspace: async () => {},
    changedPaths: async () => [],
    commitAttempt: async () => ({ commit: `c${++made}`, tree: 'tree' }),
    merge: async () => ({ tree: 'tree' }),
    readTree: async () => 'tree',
    compose: async () => `c${++made}`,
    diff: async () => [],
    findCommits: async () => [],
  }
}

/** A host that does as little as its contract allows, so that only the engine is measured. */
export const createIdleHost = (): Host => {
  let ids = 0
  return {
    git: createIdleGit(),
    store: {
      contract: 'run-store-v1',
      acquire: async (runId) => ({
        runId,
        token: 'idle',
        check: async () => {},
        append: async () => {},
        sent: async () => [],
        acknowledge: async () => {},
        keep: async (name) => name,
        release: async () => {},
      }),
      load: async () => [],
      list: async () => [],
      lockOf: async () => ({ locked: false }),
      send: async () => 'none',
      pending: async () => [],
      outcome: async () => undefined,
      kept: async () => undefined,
    },
    // Benchmarked runs never wait, so `wait` never resolves.
    clock: { now: Date.now, wait: () => new Promise(() => {}) },
    uniqueId: () => `bench${++ids}`,
  }
}

/** An agent without work. */
export const idleDriver: DriverV1 = {
  contract: 'driver-v1',
  id: 'idle',
  provider: 'idle',
  meters: [],
  runSession: async () => ({ text: '', usage: {} }),
}
