import { ensureEqual, ensureRejects } from '../ensure.ts'
import { records, type RunStoreCaseBody } from './run-store-case.ts'

/** Records that a store keeps, and records that it refuses. */
export const runStoreRecordCases: readonly RunStoreCaseBody[] = [
  {
    name: 'a new run has no records',
    async body({ store }) {
      await store.acquire('r1')
      ensureEqual(await store.load('r1'), [], 'its records')
    },
  },
  {
    name: 'appended records are loaded in order',
    async body({ store }) {
      const lease = await store.acquire('r1')
      ensureEqual(lease.runId, 'r1', 'the id of the lease')
      await lease.append(records(1, 1))
      await lease.append(records(2, 4))
      await lease.append([])
      ensureEqual(await store.load('r1'), records(1, 4), 'its records')
    },
  },
  {
    name: 'appends that overlap keep their order',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await Promise.all(records(1, 20).map((record) => lease.append([record])))
      ensureEqual(await store.load('r1'), records(1, 20), 'its records')
    },
  },
  {
    name: 'any JSON value is loaded unchanged',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const value = {
        text: 'a\nb\r\n\u2028\u0000"\\ ünï 👩‍💻 \ud800',
        list: [null, true, 0, -1.5, 1e21, [], {}],
        keys: { constructor: 1, '2': 'b', '1': 'a', '': 'empty' },
        long: 'x'.repeat(300_000),
      }
      await lease.append([
        { seq: 1, value },
        { seq: 2, value: null },
      ])
      ensureEqual(
        await store.load('r1'),
        [
          { seq: 1, value },
          { seq: 2, value: null },
        ],
        'its records',
      )
    },
  },
  {
    name: 'changing a value after the append does not change the record',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const value = { list: [1] }
      await lease.append([{ seq: 1, value }])
      value.list.push(2)
      const loaded = await store.load('r1')
      ensureEqual(loaded, [{ seq: 1, value: { list: [1] } }], 'its records')
      loaded.pop()
      ensureEqual((await store.load('r1')).length, 1, 'the number of records')
    },
  },
  {
    name: 'a gap in the numbers is refused, and nothing is written',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 2))
      await ensureRejects(lease.append(records(4, 5)), 'INTERNAL', 'a gap')
      await ensureRejects(lease.append(records(2, 3)), 'INTERNAL', 'a used number')
      ensureEqual(await store.load('r1'), records(1, 2), 'its records')
      await lease.append(records(3, 3))
      ensureEqual(await store.load('r1'), records(1, 3), 'its records afterwards')
    },
  },
  {
    name: 'an unknown run is RUN_NOT_FOUND',
    async body({ store }) {
      const error = await ensureRejects(store.load('nobody'), 'RUN_NOT_FOUND', 'load')
      ensureEqual(error.details.runId, 'nobody', 'the id in the error')
    },
  },
  {
    name: 'an invalid run id is refused before any write',
    async body({ store }) {
      for (const runId of ['', '.', '..', '../x', 'a/b', '/a', 'a\0', 'a\nb', '-a', 'ü', 'a'.repeat(300)]) {
        await ensureRejects(store.acquire(runId), 'OPTION_INVALID', `acquire ${JSON.stringify(runId)}`)
        await ensureRejects(store.load(runId), 'OPTION_INVALID', `load ${JSON.stringify(runId)}`)
        await ensureRejects(store.lockOf(runId), 'OPTION_INVALID', `lockOf ${JSON.stringify(runId)}`)
      }
      ensureEqual(await store.list(), [], 'the runs')
    },
  },
  {
    name: 'reading needs no lease and does not disturb the writer',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await Promise.all([
        ...records(1, 10).map((record) => lease.append([record])),
        ...Array.from({ length: 10 }, async () => {
          const found = await store.load('r1')
          ensureEqual(found, records(1, found.length), 'a prefix of the records')
        }),
      ])
      ensureEqual((await store.load('r1')).length, 10, 'the number of records')
    },
  },
]
