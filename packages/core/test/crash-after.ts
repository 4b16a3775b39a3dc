import {
  createMemoryStore,
  type ManualClock,
  memoryHost,
  type MemoryHost,
  type MemoryHostOptions,
} from '../src/testing.ts'

export class Crash extends Error {}

/** A host whose process dies after `records` records: no effect is performed after that. */
export const crashAfter = (
  records: number,
  when: 'before' | 'after',
  world: MemoryHostOptions = {},
): MemoryHost<ManualClock> & { revive(): void } => {
  const host = memoryHost({ ...world, clock: 'manual' })
  const store = createMemoryStore(host.clock.now)
  let written = 0
  let dead = false
  const { updateRefs, compose, commitAttempt } = host.git
  const alive =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    (...given: Arguments): Promise<Result> =>
      dead ? Promise.reject(new Crash()) : call(...given)
  Object.assign(host.git, {
    updateRefs: alive(updateRefs),
    compose: alive(compose),
    commitAttempt: alive(commitAttempt),
  })
  host.store = {
    ...store,
    acquire: async (runId) => {
      const lease = await store.acquire(runId)
      return {
        ...lease,
        async append(group) {
          for (const record of group) {
            if (written === records) dead = true
            if (dead && when === 'before') throw new Crash()
            await lease.append([record])
            written++
            if (dead) throw new Crash()
          }
        },
      }
    },
  }
  return Object.assign(host, {
    revive: () => {
      dead = false
      Object.assign(host.git, { updateRefs, compose, commitAttempt })
      host.store = store
    },
  })
}
