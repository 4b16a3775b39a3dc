import type { RunLease, RunStoreV1 } from '@amelia/core/plugin'
import { createMemoryStore } from '@amelia/core/testing'
import { fileStore } from '@amelia/node'
import type { Gateway } from './create-gateway.ts'
import type { Random } from './create-random.ts'
import type { Scheduler } from './create-scheduler.ts'
import type { DiskFault, DiskHook } from './disk-files.ts'
import { createSimulatedDisk } from './simulated-disk.ts'

/** The location of a simulated run's journals. */
export interface SimulatedStore {
  /** The store as one process accesses it. */
  open(gateway: Gateway): RunStoreV1
  /** The store as an observer without faults accesses it. */
  readonly plain: RunStoreV1
  /** Simulates a power failure: unsynced data may be lost. In memory, everything is. */
  losePower(): void
}

export interface SimulatedStoreOptions {
  random: Random
  scheduler: Scheduler
  disk: boolean
}

/** Production's file store over a disk in memory, or the faster store in memory. */
export const createSimulatedStore = (options: SimulatedStoreOptions): SimulatedStore =>
  options.disk ? onDisk(options) : inMemory(options)

const reading = { faults: ['fail', 'slow'] } as const

const inMemory = ({ random, scheduler }: SimulatedStoreOptions): SimulatedStore => {
  const plain = createMemoryStore(scheduler.now)
  return {
    plain,
    losePower() {},
    open(gateway) {
      const acquire = async (runId: string): Promise<RunLease> => {
        const lease = await plain.acquire(runId)
        // The lease of a dead process is free.
        gateway.onDeath(() => void lease.release())
        return lease
      }
      return guardStore({ ...plain, acquire }, gateway, random)
    },
  }
}

/** Creates a store whose calls fail, and whose process dies, as the world defines. */
export const guardStore = (store: RunStoreV1, { guard }: Gateway, random: Random): RunStoreV1 => ({
  contract: 'run-store-v1',
  acquire: guard('store.acquire', async (runId) => {
    const lease = await store.acquire(runId)
    return {
      ...lease,
      check: guard('store.check', lease.check),
      append: guard('store.append', lease.append, {
        faults: ['fail', 'lie', 'slow', 'hang', 'partial'],
        half: (records) => lease.append(records.slice(0, random.below(records.length + 1))),
      }),
      sent: guard('store.sent', lease.sent, { faults: ['fail', 'slow', 'stale'], stale: () => [] }),
      acknowledge: guard('store.acknowledge', lease.acknowledge, { faults: ['fail', 'lie', 'slow'] }),
      keep: guard('store.keep', lease.keep, { faults: ['fail', 'slow'] }),
      release: guard('store.release', lease.release, reading),
    }
  }),
  load: guard('store.load', store.load, reading),
  list: guard('store.list', store.list, reading),
  lockOf: guard('store.lockOf', store.lockOf, reading),
  send: guard('store.send', store.send, { faults: ['fail', 'lie', 'slow'] }),
  pending: guard('store.pending', store.pending, reading),
  outcome: guard('store.outcome', store.outcome, reading),
  kept: guard('store.kept', store.kept, reading),
})

const onDisk = ({ random, scheduler }: SimulatedStoreOptions): SimulatedStore => {
  const disk = createSimulatedDisk('/repository/.git', scheduler.now)
  const alive = new Set<number>()
  let ids = 0
  let processes = 0
  const storeOf = (pid: number, hook?: DiskHook): RunStoreV1 =>
    fileStore({
      dir: '/repository/.git/amelia/runs',
      files: disk.files(hook),
      now: scheduler.now,
      uniqueId: () => `u${++ids}`,
      processes: {
        self: () => ({ pid, host: 'here', container: null, started: null }),
        isAlive: (process) => alive.has(process.pid),
      },
      every: () => () => {},
    })
  const person = ++processes
  alive.add(person)
  return {
    plain: storeOf(person),
    losePower: () => disk.crash(random),
    open(gateway) {
      const pid = ++processes
      alive.add(pid)
      gateway.onDeath(() => void alive.delete(pid))
      const hook: DiskHook = ({ name }) =>
        new Promise<DiskFault | undefined>((answer) => {
          const isSync = name === 'sync' || name === 'datasync'
          gateway
            .pass({
              name: `disk.${name}`,
              perform: async () => undefined,
              faults: name === 'write' ? ['fail', 'partial', 'slow'] : ['fail', 'slow'],
              // A process that dies here has written this much and receives no result. A sync without a
              // waiting process has not failed.
              half: async () => {
                const written = random.below(200)
                if (!isSync) answer({ code: 'EIO', written })
              },
              quick: !isSync,
            })
            .then(
              () => answer(undefined),
              () => answer({ code: random.pick(['EIO', 'ENOSPC', 'EMFILE']) }),
            )
        })
      const store = storeOf(pid, hook)
      const { guard } = gateway
      return { ...store, acquire: guard('store.acquire', (runId) => store.acquire(runId)) }
    },
  }
}
