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
    /** Keeps an offer of this id that no store would have written. */
    spoil?(subject: RunStoreSubject, runId: string, offerId: string): Promise<void>
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
  const { abandon, tear, damage, reopen, spoil } = faults

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
    test('what is offered without a lease is given to the holder, oldest first', async (store) => {
      const lease = await store.acquire('r1')
      await store.acquire('r2')
      ensureEqual(await lease.offers(), [], 'no offers')
      const value = { text: 'a\nü👩‍💻', list: [null, 1] }
      const ids = [
        await store.offer('r1', value),
        await store.offer('r1', 'two'),
        await store.offer('r1', null),
      ]
      await store.offer('r2', 'of another run')
      value.list.push(2)
      ensureEqual(
        await lease.offers(),
        ids.map((id, at) => ({ id, value: [{ text: 'a\nü👩‍💻', list: [null, 1] }, 'two', null][at] })),
        'the offers',
      )
      ensureEqual([...ids].sort(), ids, 'ids in order')
      ensure(
        ids.every((id) => /^[A-Za-z0-9-]+$/.test(id)),
        'ids of letters, digits and hyphens',
      )
      ensureEqual(await store.load('r1'), [], 'its records')
    }),
    test('an offer that is settled is given no more, and its first outcome can be read', async (store) => {
      const lease = await store.acquire('r1')
      const [first, second] = [await store.offer('r1', 1), await store.offer('r1', 2)]
      ensureEqual(await store.outcome('r1', second), undefined, 'an outcome before')
      await lease.settle(second, { ok: true, list: [1] })
      await lease.settle(second, { ok: false })
      ensureEqual(await store.outcome('r1', second), { ok: true, list: [1] }, 'the outcome')
      ensureEqual(await lease.offers(), [{ id: first, value: 1 }], 'what is left')
      ensureEqual(await store.outcome('r1', first), undefined, 'the outcome of the other')
    }),
    test('an offer that nobody made has no outcome', async (store) => {
      await store.acquire('r1')
      for (const id of ['nobody', '', '..', '../r2/x', 'a/b', 'a\0'])
        ensureEqual(await store.outcome('r1', id), undefined, `outcome ${JSON.stringify(id)}`)
    }),
    test('an offer waits for the next holder', async (store) => {
      const lease = await store.acquire('r1')
      await lease.release()
      const id = await store.offer('r1', 'later')
      const next = await store.acquire('r1')
      ensureEqual(await next.offers(), [{ id, value: 'later' }], 'the offers')
      await next.settle(id, 'done')
      await next.release()
      ensureEqual(await (await store.acquire('r1')).offers(), [], 'the offers of the third holder')
    }),
    test('who does not hold the run settles nothing', async (store) => {
      const lease = await store.acquire('r1')
      const id = await store.offer('r1', 1)
      await lease.release()
      await ensureRejects(lease.settle(id, 'mine'), 'LEASE_LOST', 'settle after a release')
      const next = await store.acquire('r1')
      await ensureRejects(lease.settle(id, 'mine'), 'LEASE_LOST', 'settle against another holder')
      ensureEqual(await store.outcome('r1', id), undefined, 'the outcome')
      ensureEqual((await next.offers()).length, 1, 'the number of offers')
    }),
    test('to a run that is none nothing can be offered', async (store) => {
      await ensureRejects(store.offer('nobody', 1), 'RUN_NOT_FOUND', 'offer')
      await ensureRejects(store.outcome('nobody', 'x'), 'RUN_NOT_FOUND', 'outcome')
      await ensureRejects(store.offer('../x', 1), 'OPTION_INVALID', 'offer')
      await ensureRejects(store.outcome('../x', 'x'), 'OPTION_INVALID', 'outcome')
      ensureEqual(await store.list(), [], 'the runs')
    }),
    test('what is too large, or no value, is not kept', async (store) => {
      const lease = await store.acquire('r1')
      const id = await store.offer('r1', 'x'.repeat(60_000))
      await ensureRejects(store.offer('r1', 'x'.repeat(1_000_000)), 'OPTION_INVALID', 'a large offer')
      await ensureRejects(store.offer('r1', undefined), 'OPTION_INVALID', 'no value')
      ensureEqual(
        (await lease.offers()).map((offer) => offer.id),
        [id],
        'the offers',
      )
    }),
    test('of many that offer at once each is kept once', async (store) => {
      const lease = await store.acquire('r1')
      const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => store.offer('r1', n)))
      ensureEqual(new Set(ids).size, 40, 'ids')
      const values = (await lease.offers()).map(({ value }) => Number(value))
      ensureEqual(
        values.sort((a, b) => a - b),
        Array.from({ length: 40 }, (_, n) => n),
        'their values',
      )
    }),
    test(
      'another store on the same medium offers, and reads the outcome',
      async (store, subject) => {
        const lease = await store.acquire('r1')
        const other = reopen?.(subject)
        ensure(other, 'a second store')
        const id = await other.offer('r1', { of: 'another' })
        ensureEqual(await lease.offers(), [{ id, value: { of: 'another' } }], 'the offers')
        await lease.settle(id, 'heard')
        ensureEqual(await other.outcome('r1', id), 'heard', 'the outcome')
      },
      reopen !== undefined,
    ),
    test(
      'fault 70: an offer that cannot be read has no value, can be settled, and holds up none',
      async (store, subject) => {
        const lease = await store.acquire('r1')
        const before = await store.offer('r1', 1)
        await spoil?.(subject, 'r1', 'spoiled')
        const after = await store.offer('r1', 2)
        const offers = await lease.offers()
        ensureEqual(
          offers.filter(({ id }) => id !== 'spoiled'),
          [
            { id: before, value: 1 },
            { id: after, value: 2 },
          ],
          'the others',
        )
        ensure(
          offers.some((offer) => offer.id === 'spoiled' && offer.value === undefined),
          'the spoiled one',
        )
        await lease.settle('spoiled', 'no')
        ensureEqual(await store.outcome('r1', 'spoiled'), 'no', 'its outcome')
        ensureEqual((await lease.offers()).length, 2, 'the number of offers')
      },
      spoil !== undefined,
    ),
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
