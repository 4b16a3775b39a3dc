import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'
import { type RunStoreCaseBody } from './run-store-case.ts'

/** Offers to a run, and their outcomes. */
export const runStoreOfferCases: readonly RunStoreCaseBody[] = [
  {
    name: 'offers made without a lease reach the owner, oldest first',
    async body({ store }) {
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
    },
  },
  {
    name: 'a settled offer is delivered no more, and its first outcome can be read',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const [first, second] = [await store.offer('r1', 1), await store.offer('r1', 2)]
      ensureEqual(await store.outcome('r1', second), undefined, 'an outcome before')
      await lease.settle(second, { ok: true, list: [1] })
      await lease.settle(second, { ok: false })
      ensureEqual(await store.outcome('r1', second), { ok: true, list: [1] }, 'the outcome')
      ensureEqual(await lease.offers(), [{ id: first, value: 1 }], 'the pending offers')
      ensureEqual(await store.outcome('r1', first), undefined, 'the outcome of the other offer')
    },
  },
  {
    name: 'pending offers can be read without a lease, with or without an owner',
    async body({ store }) {
      await ensureRejects(store.pending('r1'), 'RUN_NOT_FOUND', 'the pending offers of an unknown run')
      const lease = await store.acquire('r1')
      const [first, second] = [await store.offer('r1', 1), await store.offer('r1', 2)]
      ensureEqual(await store.pending('r1'), await lease.offers(), 'the offers of the owner')
      await lease.settle(first, { ok: true })
      ensureEqual(await store.pending('r1'), [{ id: second, value: 2 }], 'the pending offers')
      await lease.release()
      ensureEqual(await store.pending('r1'), [{ id: second, value: 2 }], 'the offers for the next owner')
    },
  },
  {
    name: 'an unknown offer has no outcome',
    async body({ store }) {
      await store.acquire('r1')
      for (const id of ['nobody', '', '..', '../r2/x', 'a/b', 'a\0'])
        ensureEqual(await store.outcome('r1', id), undefined, `outcome ${JSON.stringify(id)}`)
    },
  },
  {
    name: 'an offer waits for the next owner',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await lease.release()
      const id = await store.offer('r1', 'later')
      const next = await store.acquire('r1')
      ensureEqual(await next.offers(), [{ id, value: 'later' }], 'the offers')
      await next.settle(id, 'done')
      await next.release()
      ensureEqual(await (await store.acquire('r1')).offers(), [], 'the offers of the third owner')
    },
  },
  {
    name: 'a lost lease settles nothing',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const id = await store.offer('r1', 1)
      await lease.release()
      await ensureRejects(lease.settle(id, 'mine'), 'LEASE_LOST', 'settle after a release')
      const next = await store.acquire('r1')
      await ensureRejects(lease.settle(id, 'mine'), 'LEASE_LOST', 'settle against another owner')
      ensureEqual(await store.outcome('r1', id), undefined, 'the outcome')
      ensureEqual((await next.offers()).length, 1, 'the number of offers')
    },
  },
  {
    name: 'an unknown run accepts no offers',
    async body({ store }) {
      await ensureRejects(store.offer('nobody', 1), 'RUN_NOT_FOUND', 'offer')
      await ensureRejects(store.outcome('nobody', 'x'), 'RUN_NOT_FOUND', 'outcome')
      await ensureRejects(store.offer('../x', 1), 'OPTION_INVALID', 'offer')
      await ensureRejects(store.outcome('../x', 'x'), 'OPTION_INVALID', 'outcome')
      ensureEqual(await store.list(), [], 'the runs')
    },
  },
  {
    name: 'an offer that is too large or undefined is refused',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const id = await store.offer('r1', 'x'.repeat(60_000))
      await ensureRejects(store.offer('r1', 'x'.repeat(1_000_000)), 'OPTION_INVALID', 'a large offer')
      await ensureRejects(store.offer('r1', undefined), 'OPTION_INVALID', 'no value')
      ensureEqual(
        (await lease.offers()).map((offer) => offer.id),
        [id],
        'the offers',
      )
    },
  },
  {
    name: 'concurrent offers are each kept once',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => store.offer('r1', n)))
      ensureEqual(new Set(ids).size, 40, 'ids')
      const values = (await lease.offers()).map(({ value }) => Number(value))
      ensureEqual(
        values.sort((a, b) => a - b),
        Array.from({ length: 40 }, (_, n) => n),
        'their values',
      )
    },
  },
  {
    name: 'another store on the same medium can offer, and read the outcome',
    needs: ['reopen'],
    async body({ store, reopen }) {
      const lease = await store.acquire('r1')
      const other = reopen()
      const id = await other.offer('r1', { of: 'another' })
      ensureEqual(await lease.offers(), [{ id, value: { of: 'another' } }], 'the offers')
      await lease.settle(id, 'applied')
      ensureEqual(await other.outcome('r1', id), 'applied', 'the outcome')
    },
  },
  {
    name: 'fault 70: an unreadable offer has no value, can be settled, and does not block others',
    needs: ['spoil'],
    async body({ store, spoil }) {
      const lease = await store.acquire('r1')
      const before = await store.offer('r1', 1)
      await spoil('r1', 'spoiled')
      const after = await store.offer('r1', 2)
      const offers = await lease.offers()
      ensureEqual(
        offers.filter(({ id }) => id !== 'spoiled'),
        [
          { id: before, value: 1 },
          { id: after, value: 2 },
        ],
        'the other offers',
      )
      ensure(
        offers.some((offer) => offer.id === 'spoiled' && offer.value === undefined),
        'the spoiled offer',
      )
      await lease.settle('spoiled', 'no')
      ensureEqual(await store.outcome('r1', 'spoiled'), 'no', 'its outcome')
      ensureEqual((await lease.offers()).length, 2, 'the number of offers')
    },
  },
  {
    name: 'the owner is told of an offer, where the store supports it, until it stops listening',
    async body({ store }) {
      const lease = await store.acquire('r1')
      if (!lease.onOffer) return
      let told = 0
      let tell = (): void => {}
      const once = new Promise<void>((resolve) => (tell = resolve))
      const stop = lease.onOffer(() => {
        told++
        tell()
      })
      await store.offer('r1', 1)
      await once
      stop()
      const before = told
      await store.offer('r1', 2)
      ensureEqual((await lease.offers()).length, 2, 'the offers')
      ensureEqual(told, before, 'the calls after it stopped')
    },
  },
]
