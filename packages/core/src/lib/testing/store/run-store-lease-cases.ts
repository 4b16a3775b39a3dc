import type { RunLease } from '../../contract/run-store.ts'
import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'
import { records, type RunStoreCaseBody } from './run-store-case.ts'

/** Who may write a run, and who may not any more. */
export const runStoreLeaseCases: readonly RunStoreCaseBody[] = [
  {
    name: 'fault 62: a run that is held is RUN_HELD, and says by whom',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const error = await ensureRejects(store.acquire('r1'), 'RUN_HELD', 'a second acquire')
      ensureEqual(error.details.runId, 'r1', 'the id in the error')
      ensure(error.details.holder !== '', 'the holder has a name')
      await lease.append(records(1, 1))
      await store.acquire('r2')
    },
  },
  {
    name: 'fault 62: of many that ask at once one gets the run',
    async body({ store }) {
      const asked = await Promise.allSettled(Array.from({ length: 12 }, () => store.acquire('r1')))
      ensureEqual(asked.filter(({ status }) => status === 'fulfilled').length, 1, 'leases')
    },
  },
  {
    name: 'a run that was given free goes on with the next holder',
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
    name: 'releasing twice is nothing, also when somebody else holds the run',
    async body({ store }) {
      const first = await store.acquire('r1')
      await first.release()
      await first.release()
      const second = await store.acquire('r1')
      await first.release()
      await ensureRejects(store.acquire('r1'), 'RUN_HELD', 'a third acquire')
      await second.append(records(1, 1))
    },
  },
  {
    name: 'fault 62: each hold of a run has its own token, and only the current one passes the check',
    async body({ store }) {
      const first = await store.acquire('r1')
      await first.append(records(1, 1))
      await first.check()
      await first.release()
      const second = await store.acquire('r1')
      const other = await store.acquire('r2')
      ensure(first.token !== second.token, 'the tokens of two holds differ')
      for (const { token } of [first, second, other])
        ensure(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(token), `"${token}" can be part of a path`)
      await ensureRejects(first.check(), 'LEASE_LOST', 'the check of the first')
      await second.check()
      await second.release()
      await ensureRejects(second.check(), 'LEASE_LOST', 'the check after the release')
    },
  },
  {
    name: 'fault 65: nothing is written after a release',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 1))
      await lease.release()
      await ensureRejects(lease.append(records(2, 2)), 'LEASE_LOST', 'append')
      ensureEqual(await store.load('r1'), records(1, 1), 'its records')
    },
  },
  {
    name: 'runs are listed, newest write first, and who is held',
    async body({ store }) {
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
    },
  },
  {
    name: 'another store on the same medium reads the run, and cannot take it',
    needs: ['reopen'],
    async body({ store, reopen }) {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 2))
      const other = reopen()
      ensureEqual(await other.load('r1'), records(1, 2), 'its records')
      await ensureRejects(other.acquire('r1'), 'RUN_HELD', 'acquire')
      await lease.release()
      await (await other.acquire('r1')).append(records(3, 3))
      ensureEqual(await store.load('r1'), records(1, 3), 'its records afterwards')
    },
  },
  {
    name: 'fault 61: a dead holder is taken over from, and writes no more',
    needs: ['abandon'],
    async body({ store, abandon }) {
      const dead = await store.acquire('r1')
      await dead.append(records(1, 2))
      await abandon(dead)
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
  },
  {
    name: 'fault 62: of many that take over from a dead holder one wins',
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
    name: 'fault 65: who was taken over from appends, settles and gives free nothing, now or later',
    needs: ['abandon'],
    async body({ store, abandon }) {
      const late = await store.acquire('r1')
      await late.append(records(1, 2))
      const id = await store.offer('r1', 'an answer')
      await abandon(late)
      const next = await store.acquire('r1')
      // It wakes up before the next one has written anything.
      await ensureRejects(late.append(records(3, 3)), 'LEASE_LOST', 'an append')
      await ensureRejects(late.settle(id, 'late'), 'LEASE_LOST', 'a settlement')
      await late.release()
      await ensureRejects(store.acquire('r1'), 'RUN_HELD', 'a third acquire')
      ensureEqual(await store.outcome('r1', id), undefined, 'the outcome')
      await next.append(records(3, 4))
      await next.settle(id, 'heard')
      await next.release()
      // Nobody holds the run now: that gives it back to nobody.
      await ensureRejects(late.append(records(3, 3)), 'LEASE_LOST', 'an append to a free run')
      await ensureRejects(late.settle(id, 'late'), 'LEASE_LOST', 'a settlement in a free run')
      ensureEqual(await store.load('r1'), records(1, 4), 'its records')
      ensureEqual(await store.outcome('r1', id), 'heard', 'the outcome')
    },
  },
  {
    name: 'fault 63: who is taken over from in the middle of many appends was promised what stays, and no more',
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
      const next = await reopen().acquire('r1')
      const promised = (await Promise.all(told)).filter((one) => one).length
      const found = await store.load('r1')
      ensureEqual(found, records(1, found.length), 'a prefix of the records')
      ensure(found.length >= promised, 'every promised record is there')
      await next.append(records(found.length + 1, found.length + 1))
      ensureEqual(await store.load('r1'), records(1, found.length + 1), 'its records afterwards')
    },
  },
]

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
