import type { RunLease, RunStoreV1 } from '../contract/run-store.ts'
import type { ContractCase } from './contract-case.ts'
import { ensure, ensureEqual, ensureRejects } from './ensure.ts'

/** A store to try, on a medium of its own, with what can go wrong on it. */
export interface RunStoreSubject {
  store: RunStoreV1
  close(): Promise<void>
}

export interface RunStoreContractOptions {
  create(): Promise<RunStoreSubject>
  /** Faults to inject; a case that needs an absent one is not covered. */
  faults?: {
    /** Makes the holder of a lease look dead, as after a crash. */
    abandon?(subject: RunStoreSubject, lease: RunLease): Promise<void>
    /** Leaves half a record at the journal's end. */
    tear?(subject: RunStoreSubject, runId: string): Promise<void>
    /** Changes a byte of one line, counted from 1. */
    damage?(subject: RunStoreSubject, runId: string, line: number): Promise<void>
    /** A second store object on the same medium. */
    reopen?(subject: RunStoreSubject): RunStoreV1
  }
}

const records = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, value: { n: from + index } }))

/** What every {@link RunStoreV1} promises, as cases. */
export const runStoreContract = ({ create, faults = {} }: RunStoreContractOptions): ContractCase[] => {
  const test = (
    name: string,
    body: (store: RunStoreV1, subject: RunStoreSubject) => Promise<void>,
    covered = true,
  ): ContractCase => ({
    name,
    covered,
    async run() {
      if (!covered) return
      const subject = await create()
      try {
        await body(subject.store, subject)
      } finally {
        await subject.close()
      }
    },
  })
  const { abandon, tear, damage, reopen } = faults

  return [
    test('a new run has no records', async (store) => {
      await store.acquire('r1')
      ensureEqual(await store.load('r1'), [], 'its records')
    }),
    test('what was appended is loaded, in order', async (store) => {
      const lease = await store.acquire('r1')
      ensureEqual(lease.runId, 'r1', 'the id of the lease')
      await lease.append(records(1, 1))
      await lease.append(records(2, 4))
      await lease.append([])
      ensureEqual(await store.load('r1'), records(1, 4), 'its records')
    }),
    test('appends that overlap keep their order', async (store) => {
      const lease = await store.acquire('r1')
      await Promise.all(records(1, 20).map((record) => lease.append([record])))
      ensureEqual(await store.load('r1'), records(1, 20), 'its records')
    }),
    test('any value that JSON holds comes back as it was', async (store) => {
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
    }),
    test('a value that is changed later stays as it was appended', async (store) => {
      const lease = await store.acquire('r1')
      const value = { list: [1] }
      await lease.append([{ seq: 1, value }])
      value.list.push(2)
      const loaded = await store.load('r1')
      ensureEqual(loaded, [{ seq: 1, value: { list: [1] } }], 'its records')
      loaded.pop()
      ensureEqual((await store.load('r1')).length, 1, 'the number of records')
    }),
    test('a gap in the numbers is refused, and nothing is written', async (store) => {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 2))
      await ensureRejects(lease.append(records(4, 5)), 'INTERNAL', 'a gap')
      await ensureRejects(lease.append(records(2, 3)), 'INTERNAL', 'a number that was given')
      ensureEqual(await store.load('r1'), records(1, 2), 'its records')
      await lease.append(records(3, 3))
      ensureEqual(await store.load('r1'), records(1, 3), 'its records afterwards')
    }),
    test('an unknown run is RUN_NOT_FOUND', async (store) => {
      const error = await ensureRejects(store.load('nobody'), 'RUN_NOT_FOUND', 'load')
      ensureEqual(error.details.runId, 'nobody', 'the id in the error')
    }),
    test('an id that is no plain name is refused before it touches anything', async (store) => {
      for (const runId of ['', '.', '..', '../x', 'a/b', '/a', 'a\0', 'a\nb', '-a', 'ü', 'a'.repeat(300)]) {
        await ensureRejects(store.acquire(runId), 'OPTION_INVALID', `acquire ${JSON.stringify(runId)}`)
        await ensureRejects(store.load(runId), 'OPTION_INVALID', `load ${JSON.stringify(runId)}`)
      }
      ensureEqual(await store.list(), [], 'the runs')
    }),
    test('fault 62: a run that is held is RUN_HELD, and says by whom', async (store) => {
      const lease = await store.acquire('r1')
      const error = await ensureRejects(store.acquire('r1'), 'RUN_HELD', 'a second acquire')
      ensureEqual(error.details.runId, 'r1', 'the id in the error')
      ensure(error.details.holder !== '', 'the holder has a name')
      await lease.append(records(1, 1))
      await store.acquire('r2')
    }),
    test('fault 62: of many that ask at once one gets the run', async (store) => {
      const asked = await Promise.allSettled(Array.from({ length: 12 }, () => store.acquire('r1')))
      ensureEqual(asked.filter(({ status }) => status === 'fulfilled').length, 1, 'leases')
    }),
    test('a run that was given free goes on with the next holder', async (store) => {
      const first = await store.acquire('r1')
      await first.append(records(1, 2))
      await first.release()
      const second = await store.acquire('r1')
      await second.append(records(3, 3))
      ensureEqual(await store.load('r1'), records(1, 3), 'its records')
    }),
    test('releasing twice is nothing, also when somebody else holds the run', async (store) => {
      const first = await store.acquire('r1')
      await first.release()
      await first.release()
      const second = await store.acquire('r1')
      await first.release()
      await ensureRejects(store.acquire('r1'), 'RUN_HELD', 'a third acquire')
      await second.append(records(1, 1))
    }),
    test('fault 65: nothing is written after a release', async (store) => {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 1))
      await lease.release()
      await ensureRejects(lease.append(records(2, 2)), 'LEASE_LOST', 'append')
      ensureEqual(await store.load('r1'), records(1, 1), 'its records')
    }),
    test('reading needs no lease and disturbs no writer', async (store) => {
      const lease = await store.acquire('r1')
      await Promise.all([
        ...records(1, 10).map((record) => lease.append([record])),
        ...Array.from({ length: 10 }, async () => {
          const found = await store.load('r1')
          ensureEqual(found, records(1, found.length), 'a prefix of the records')
        }),
      ])
      ensureEqual((await store.load('r1')).length, 10, 'the number of records')
    }),
    test('runs are listed, newest write first, and who is held', async (store) => {
      ensureEqual(await store.list(), [], 'no runs')
      const leases: RunLease[] = []
      for (const runId of ['r1', 'r2', 'r3']) {
        leases.push(await store.acquire(runId))
        await pause(20)
      }
      await leases[0]?.append(records(1, 1))
      await leases[1]?.release()
      const list = await store.list()
      ensureEqual(
        list.map(({ runId, held }) => [runId, held]),
        [
          ['r1', true],
          ['r3', true],
          ['r2', false],
        ],
        'the runs',
      )
      ensure(
        list.every(({ updatedAt }) => updatedAt > 0),
        'each has the time of its last write',
      )
    }),
    test(
      'another store on the same medium reads the run, and cannot take it',
      async (store, subject) => {
        const lease = await store.acquire('r1')
        await lease.append(records(1, 2))
        const other = reopen?.(subject)
        ensure(other, 'a second store')
        ensureEqual(await other.load('r1'), records(1, 2), 'its records')
        await ensureRejects(other.acquire('r1'), 'RUN_HELD', 'acquire')
        await lease.release()
        await (await other.acquire('r1')).append(records(3, 3))
        ensureEqual(await store.load('r1'), records(1, 3), 'its records afterwards')
      },
      reopen !== undefined,
    ),
    test(
      'fault 61: a dead holder is taken over from, and writes no more',
      async (store, subject) => {
        const dead = await store.acquire('r1')
        await dead.append(records(1, 2))
        await abandon?.(subject, dead)
        ensureEqual(
          (await store.list()).map(({ held }) => held),
          [false],
          'held',
        )
        const next = await store.acquire('r1')
        await next.append(records(3, 3))
        await ensureRejects(dead.append(records(3, 3)), 'LEASE_LOST', 'an append of the dead')
        await dead.release()
        await ensureRejects(store.acquire('r1'), 'RUN_HELD', 'a third acquire')
        ensureEqual(await store.load('r1'), records(1, 3), 'its records')
      },
      abandon !== undefined,
    ),
    test(
      'fault 62: of many that take over from a dead holder one wins',
      async (store, subject) => {
        for (let round = 0; round < 5; round += 1) {
          await abandon?.(subject, await store.acquire('r1'))
          const asked = await Promise.allSettled(Array.from({ length: 12 }, () => store.acquire('r1')))
          const won = asked.filter((one) => one.status === 'fulfilled')
          ensureEqual(won.length, 1, 'leases')
          for (const { value } of won) await value.release()
        }
      },
      abandon !== undefined,
    ),
    test(
      'fault 64: a torn tail is left out, and the next record takes its place',
      async (store, subject) => {
        const lease = await store.acquire('r1')
        await lease.append(records(1, 2))
        await lease.release()
        await tear?.(subject, 'r1')
        ensureEqual(await store.load('r1'), records(1, 2), 'its records')
        const next = await store.acquire('r1')
        ensureEqual(await store.load('r1'), records(1, 2), 'its records under the next lease')
        await next.append(records(3, 3))
        ensureEqual(await store.load('r1'), records(1, 3), 'its records afterwards')
      },
      tear !== undefined,
    ),
    test(
      'fault 64: damage is RUN_DAMAGED with its line, and the run stays free',
      async (store, subject) => {
        for (const [runId, line] of [
          ['r1', 2],
          ['r2', 3],
          ['r3', 1],
        ] as const) {
          const lease = await store.acquire(runId)
          await lease.append(records(1, 3))
          await lease.release()
          await damage?.(subject, runId, line)
          const error = await ensureRejects(store.load(runId), 'RUN_DAMAGED', 'load')
          ensureEqual(error.details, { runId, line }, 'the details')
          await ensureRejects(store.acquire(runId), 'RUN_DAMAGED', 'acquire')
          await ensureRejects(store.acquire(runId), 'RUN_DAMAGED', 'a second acquire')
        }
      },
      damage !== undefined,
    ),
  ]
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
