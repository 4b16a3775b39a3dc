import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'
import { records, type RunStoreCaseBody } from './run-store-case.ts'

/** Damage that a failed medium leaves, and resuming a run from it. */
export const runStoreDamageCases: readonly RunStoreCaseBody[] = [
  {
    name: 'fault 64: a torn tail is ignored, and the next record replaces it',
    needs: ['tear'],
    async body({ store, tear }) {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 2))
      await lease.release()
      await tear('r1')
      ensureEqual(await store.load('r1'), records(1, 2), 'its records')
      const next = await store.acquire('r1')
      ensureEqual(await store.load('r1'), records(1, 2), 'its records under the next lease')
      await next.append(records(3, 3))
      ensureEqual(await store.load('r1'), records(1, 3), 'its records afterwards')
    },
  },
  {
    name: 'fault 64: damage is RUN_DAMAGED with its line, and the run stays unlocked',
    needs: ['damage'],
    async body({ store, damage }) {
      for (const [runId, line] of [
        ['r1', 2],
        ['r2', 3],
        ['r3', 1],
      ] as const) {
        const lease = await store.acquire(runId)
        await lease.append(records(1, 3))
        await lease.release()
        await damage(runId, line)
        const error = await ensureRejects(store.load(runId), 'RUN_DAMAGED', 'load')
        ensureEqual(error.details, { runId, line }, 'the details')
        await ensureRejects(store.acquire(runId), 'RUN_DAMAGED', 'acquire')
        await ensureRejects(store.acquire(runId), 'RUN_DAMAGED', 'a second acquire')
      }
    },
  },
  {
    name: 'fault 64: a damaged journal can be cut before the damage on request, and is kept',
    needs: ['damage'],
    async body({ store, damage }) {
      if (store.repair === undefined) return
      const lease = await store.acquire('r1')
      await lease.append(records(1, 5))
      await ensureRejects(store.repair('r1'), 'RUN_LOCKED', 'a locked run')
      await lease.release()
      ensureEqual(await store.repair('r1'), { kept: 5, lost: 0, movedTo: null }, 'an intact journal')
      await damage('r1', 3)
      const { kept, lost, movedTo } = await store.repair('r1')
      ensureEqual([kept, lost], [2, 3], 'the kept and lost records')
      ensure(movedTo !== null && movedTo !== '', 'it returns the place of the damaged journal')
      ensureEqual(await store.load('r1'), records(1, 2), 'its records')
      await (await store.acquire('r1')).append(records(3, 3))
      ensureEqual(await store.load('r1'), records(1, 3), 'its records afterwards')
    },
  },
  {
    name: 'fault 64: a journal without an intact record is never replaced with an empty one',
    needs: ['damage'],
    async body({ store, damage }) {
      if (store.repair === undefined) return
      const lease = await store.acquire('r1')
      await lease.append(records(1, 2))
      await lease.release()
      await damage('r1', 1)
      await ensureRejects(store.repair('r1'), 'RUN_DAMAGED', 'repair')
      await ensureRejects(store.load('r1'), 'RUN_DAMAGED', 'load')
      await ensureRejects(store.repair('nobody'), 'RUN_NOT_FOUND', 'an unknown run')
      ensureEqual((await store.list()).length, 1, 'the number of runs')
    },
  },
]
