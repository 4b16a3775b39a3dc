import type { RunLease } from '../../contract/run-store.ts'
import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'
import { records, type RunStoreCaseBody } from './run-store-case.ts'

/** Leases: the right to write a run, and its end. */
export const runStoreLeaseCases: readonly RunStoreCaseBody[] = [
  {
    name: 'fault 62: acquiring a locked run is RUN_LOCKED with its owner',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const error = await ensureRejects(store.acquire('r1'), 'RUN_LOCKED', 'a second acquire')
      ensureEqual(error.details.runId, 'r1', 'the id in the error')
      ensure(error.details.holder !== '', 'the owner has a name')
      ensure(error.message.includes(error.details.holder), 'the message names the owner')
      await lease.append(records(1, 1))
      await store.acquire('r2')
    },
  },
  {
    name: 'fault 62: of concurrent acquires, one gets the run',
    async body({ store }) {
      const asked = await Promise.allSettled(Array.from({ length: 12 }, () => store.acquire('r1')))
      ensureEqual(asked.filter(({ status }) => status === 'fulfilled').length, 1, 'leases')
    },
  },
  {
    name: 'a released run continues with the next lease',
    async body({ store }) {
      const first = await store.acquire('r1')
      await first.append(records(1, 2))
      await first.release()
      const second = await store.acquire('r1')
      await second.append(records(3, 3))
      ensureEqual(await store.load('r1'), records(1, 3), 'its records')
    },
  },
  {
    name: 'a second release does nothing, even if the run has another lease',
    async body({ store }) {
      const first = await store.acquire('r1')
      await first.release()
      await first.release()
      const second = await store.acquire('r1')
      await first.release()
      await ensureRejects(store.acquire('r1'), 'RUN_LOCKED', 'a third acquire')
      await second.append(records(1, 1))
    },
  },
  {
    name: 'fault 62: each lease has a unique token, and only the current lease passes the check',
    async body({ store }) {
      const first = await store.acquire('r1')
      await first.append(records(1, 1))
      await first.check()
      await first.release()
      const second = await store.acquire('r1')
      const other = await store.acquire('r2')
      ensure(first.token !== second.token, 'the tokens of two leases differ')
      for (const { token } of [first, second, other])
        ensure(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(token), `"${token}" can be part of a path`)
      await ensureRejects(first.check(), 'LEASE_LOST', 'the check of the first lease')
      await second.check()
      await second.release()
      await ensureRejects(second.check(), 'LEASE_LOST', 'the check after the release')
    },
  },
  {
    name: 'fault 65: a released lease writes nothing',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 1))
      await lease.release()
      await ensureRejects(lease.append(records(2, 2)), 'LEASE_LOST', 'append')
      ensureEqual(await store.load('r1'), records(1, 1), 'its records')
    },
  },
  {
    name: 'runs are listed with their locks, newest write first',
    async body({ store }) {
      ensureEqual(await store.list(), [], 'the empty list')
      const leases: RunLease[] = []
      for (const runId of ['r1', 'r2', 'r3']) {
        leases.push(await store.acquire(runId))
        await pause(20)
      }
      await leases[0]?.append(records(1, 1))
      await leases[1]?.release()
      const list = await store.list()
      ensureEqual(
        list.map(({ runId, locked }) => [runId, locked]),
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
    },
  },
  {
    name: 'a run is locked from its acquire to its release, and a run that is not stored is not',
    async body({ store }) {
      ensureEqual(await store.lockOf('r1'), { locked: false }, 'the lock of a run that is not stored')
      const lease = await store.acquire('r1')
      ensureEqual(await store.lockOf('r1'), { locked: true }, 'the lock after the acquire')
      await lease.append(records(1, 1))
      ensureEqual(await store.lockOf('r2'), { locked: false }, 'the lock of another run')
      ensureEqual(await store.lockOf('r1'), { locked: true }, 'the lock after an append')
      await lease.release()
      ensureEqual(await store.lockOf('r1'), { locked: false }, 'the lock after the release')
    },
  },
  {
    name: 'another store on the same medium can read the run, but not acquire it',
    needs: ['reopen'],
    async body({ store, reopen }) {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 2))
      const other = await reopen()
      ensureEqual(await other.load('r1'), records(1, 2), 'its records')
      await ensureRejects(other.acquire('r1'), 'RUN_LOCKED', 'acquire')
      ensureEqual(await other.lockOf('r1'), { locked: true }, 'its lock')
      await lease.release()
      await (await other.acquire('r1')).append(records(3, 3))
      ensureEqual(await store.load('r1'), records(1, 3), 'its records afterwards')
    },
  },
  {
    name: 'fault 61: the run of a dead owner can be acquired, and the dead lease writes nothing',
    needs: ['abandon'],
    async body({ store, abandon }) {
      const dead = await store.acquire('r1')
      await dead.append(records(1, 2))
      await abandon(dead)
      ensureEqual(
        (await store.list()).map(({ locked }) => locked),
        [false],
        'locked',
      )
      ensureEqual(await store.lockOf('r1'), { locked: false }, 'the lock of a dead owner')
      const next = await store.acquire('r1')
      await next.append(records(3, 3))
      await ensureRejects(dead.append(records(3, 3)), 'LEASE_LOST', 'an append of the dead owner')
      await dead.release()
      await ensureRejects(store.acquire('r1'), 'RUN_LOCKED', 'a third acquire')
      ensureEqual(await store.load('r1'), records(1, 3), 'its records')
    },
  },
  {
    name: 'fault 62: of concurrent acquires after the owner died, one wins',
    needs: ['abandon'],
    async body({ store, abandon }) {
      for (let round = 0; round < 5; round += 1) {
        await abandon(await store.acquire('r1'))
        const asked = await Promise.allSettled(Array.from({ length: 12 }, () => store.acquire('r1')))
        const won = asked.filter((one) => one.status === 'fulfilled')
        ensureEqual(won.length, 1, 'leases')
        for (const { value } of won) await value.release()
      }
    },
  },
  {
    name: 'fault 65: a lost lease appends, acknowledges and releases nothing, now or later',
    needs: ['abandon'],
    async body({ store, abandon }) {
      const late = await store.acquire('r1')
      await late.append(records(1, 2))
      const id = await store.send('r1', 'an answer')
      await abandon(late)
      const next = await store.acquire('r1')
      // The late owner wakes before the next one has written.
      await ensureRejects(late.append(records(3, 3)), 'LEASE_LOST', 'an append')
      await ensureRejects(late.acknowledge(id, 'late'), 'LEASE_LOST', 'an acknowledgement')
      await late.release()
      await ensureRejects(store.acquire('r1'), 'RUN_LOCKED', 'a third acquire')
      ensureEqual(await store.outcome('r1', id), undefined, 'the outcome')
      await next.append(records(3, 4))
      await next.acknowledge(id, 'applied')
      await next.release()
      // The run is now free, but the late lease stays lost.
      await ensureRejects(late.append(records(3, 3)), 'LEASE_LOST', 'an append to a free run')
      await ensureRejects(late.acknowledge(id, 'late'), 'LEASE_LOST', 'an acknowledgement in a free run')
      ensureEqual(await store.load('r1'), records(1, 4), 'its records')
      ensureEqual(await store.outcome('r1', id), 'applied', 'the outcome')
    },
  },
  {
    name: 'fault 63: an owner replaced during many appends was promised only records that stay',
    needs: ['abandon', 'reopen'],
    async body({ store, abandon, reopen }) {
      const late = await store.acquire('r1')
      const asked = records(1, 30).map((record) => late.append([record]))
      const told = asked.map((one) =>
        one.then(
          () => true,
          () => false,
        ),
      )
      ensureEqual(await Promise.all(told.slice(0, 5)), Array(5).fill(true), 'the first appends')
      await abandon(late)
      const next = await (await reopen()).acquire('r1')
      const promised = (await Promise.all(told)).filter((one) => one).length
      const found = await store.load('r1')
      ensureEqual(found, records(1, found.length), 'a prefix of the records')
      ensure(found.length >= promised, 'every promised record is stored')
      await next.append(records(found.length + 1, found.length + 1))
      ensureEqual(await store.load('r1'), records(1, found.length + 1), 'its records afterwards')
    },
  },
]

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
