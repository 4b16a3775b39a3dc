import type { JournalRecord, RunStoreV1 } from '../../contract/run-store.ts'
import { ensureEqual } from '../ensure.ts'
import { records, type RunStoreCaseBody } from './run-store-case.ts'

/** Following: reading a journal while another process writes it. A store may be unable to do it. */
export const runStoreFollowCases: readonly RunStoreCaseBody[] = [
  {
    name: 'a follower receives each record once, whether it begins before, during or after the writing',
    async body({ store }) {
      if (!store.follow) return
      const early = followUntil(store, 'r1', 6)
      const lease = await store.acquire('r1')
      await lease.append(records(1, 2))
      const during = followUntil(store, 'r1', 6)
      await lease.append(records(3, 3))
      await lease.append(records(4, 6))
      await lease.release()
      for (const follower of [early, during, followUntil(store, 'r1', 6)])
        ensureEqual(await follower, records(1, 6), 'the records')
    },
  },
  {
    name: 'a follower receives first all stored records together: a run that was resumed has not ended',
    async body({ store }) {
      if (!store.follow) return
      const lease = await store.acquire('r1')
      for (const record of records(1, 3)) await lease.append([record])
      const stop = new AbortController()
      const follower = store.follow('r1', stop.signal)[Symbol.asyncIterator]()
      ensureEqual((await follower.next()).value, records(1, 3), 'the first records')
      stop.abort()
      // A follower that is left in the middle may keep a timer.
      await follower.return?.()
      await lease.release()
    },
  },
  {
    name: 'a follower that knows records receives the next ones',
    async body({ store }) {
      if (!store.follow) return
      const lease = await store.acquire('r1')
      for (const record of records(1, 3)) await lease.append([record])
      const stop = new AbortController()
      const found: JournalRecord[] = []
      const following = (async () => {
        for await (const batch of store.follow!('r1', stop.signal, 2)) {
          // The store may repeat what the follower knows.
          found.push(...batch.filter(({ seq }) => seq > 2))
          if (found.length >= 3) break
        }
      })()
      await lease.append(records(4, 5))
      await following
      await lease.release()
      ensureEqual(found, records(3, 5), 'the records after the second one')
    },
  },
  {
    name: 'a follower continues across owners',
    needs: ['reopen', 'abandon'],
    async body({ store, abandon, reopen }) {
      if (!store.follow) return
      const lease = await store.acquire('r1')
      await lease.append(records(1, 2))
      const follower = followUntil(store, 'r1', 5)
      await abandon(lease)
      const second = await (await reopen()).acquire('r1')
      // A late write of the first owner, which no later reader finds.
      await lease.append([{ seq: 3, value: 'late' }]).catch(() => {})
      await second.append(records(3, 5))
      ensureEqual(await follower, records(1, 5), 'the records')
      await second.release()
    },
  },
  {
    name: 'a follower ends when its signal aborts, before the run and after its records',
    async body({ store }) {
      if (!store.follow) return
      const stop = new AbortController()
      const before = followUntil(store, 'r2', 1, stop)
      const lease = await store.acquire('r1')
      await lease.append(records(1, 1))
      await followUntil(store, 'r1', 1)
      const after = followUntil(store, 'r1', 2, stop)
      stop.abort()
      ensureEqual(await before, [], 'the records of a run that does not exist')
      // It may have been stopped before it has read the first record.
      ensureEqual((await after).length <= 1, true, 'no second record')
      ensureEqual(await followUntil(store, 'r1', 1, stop), [], 'the records after the abort')
    },
  },
  {
    name: 'published values reach those who tail the run, in order; the journal does not contain them',
    async body({ store }) {
      ensureEqual(store.tail === undefined, store.publish === undefined, '`publish` and `tail` together')
      if (!store.tail || !store.publish) return
      const lease = await store.acquire('r1')
      await lease.append(records(1, 1))
      const stop = new AbortController()
      const tail = store.tail('r1', stop.signal)[Symbol.asyncIterator]()
      // Values before the first read may be lost.
      const first = tail.next()
      let sent = 0
      const sending = (async () => {
        while (!stop.signal.aborted) {
          await store.publish!('r1', { n: ++sent })
          await Promise.race([first, Promise.resolve()])
          if (sent > 10_000) stop.abort()
        }
      })()
      const values = [(await first).value, (await tail.next()).value] as { n: number }[]
      stop.abort()
      await sending
      ensureEqual(values[0]!.n < values[1]!.n, true, 'their order')
      ensureEqual((await tail.next()).done, true, 'the end after the abort')
      ensureEqual(await store.load('r1'), records(1, 1), 'the records')
    },
  },
]

/** Follows a run until it has this many records, or the signal aborts. */
const followUntil = async (
  store: RunStoreV1,
  runId: string,
  count: number,
  stop = new AbortController(),
): Promise<JournalRecord[]> => {
  const found: JournalRecord[] = []
  for await (const batch of store.follow!(runId, stop.signal)) {
    found.push(...batch)
    if (found.length >= count) break
  }
  return found
}
