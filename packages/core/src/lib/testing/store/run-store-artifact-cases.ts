import { ensureEqual, ensureRejects } from '../ensure.ts'
import { records, type RunStoreCaseBody } from './run-store-case.ts'

/** Artifacts: texts that a store keeps in addition to the records of a run. */
export const runStoreArtifactCases: readonly RunStoreCaseBody[] = [
  {
    name: 'a kept text is found by its name; a later one replaces it',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 1))
      const text = 'ünï\r\n\u2028\u0000'
      const place = await lease.keep('output/a/1.txt', 'first, and longer than the second')
      ensureEqual(await lease.keep('output/a/1.txt', text), place, 'the place')
      await lease.keep('report.md', 'x'.repeat(300_000))
      ensureEqual(await store.kept('r1', 'output/a/1.txt'), text, 'the text')
      ensureEqual((await store.kept('r1', 'report.md'))?.length, 300_000, 'the length of the other text')
      ensureEqual(await store.kept('r1', 'output/a/2.txt'), undefined, 'an unused name')
      await lease.append(records(2, 2))
      ensureEqual(await store.load('r1'), records(1, 2), 'its records')
    },
  },
  {
    name: 'a discarded text is gone, and the others stay; a store may be unable to discard',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 1))
      await lease.keep('a/1.txt', 'one')
      await lease.keep('a/2.txt', 'two')
      if (lease.discard) {
        await lease.discard('a/1.txt')
        await lease.discard('a/1.txt')
        await ensureRejects(lease.discard('../x'), 'OPTION_INVALID', 'discard outside of the run')
        ensureEqual(await store.kept('r1', 'a/1.txt'), undefined, 'the discarded text')
        await lease.keep('a/1.txt', 'again')
        ensureEqual(await store.kept('r1', 'a/1.txt'), 'again', 'a text of the same name')
      }
      ensureEqual(await store.kept('r1', 'a/2.txt'), 'two', 'the other text')
      await lease.release()
    },
  },
  {
    name: 'a removed run is gone, and the others stay; a store may be unable to remove',
    async body({ store }) {
      const other = await store.acquire('r10')
      await other.append(records(1, 1))
      const lease = await store.acquire('r1')
      if (!lease.remove) return
      await lease.append(records(1, 1))
      await lease.keep('a/1.txt', 'one')
      const applied = await store.send('r1', 'an applied answer')
      await lease.acknowledge(applied, 'applied')
      await store.send('r1', 'an answer')
      await lease.remove()
      await ensureRejects(store.load('r1'), 'RUN_NOT_FOUND', 'load')
      await ensureRejects(lease.append(records(2, 2)), 'LEASE_LOST', 'an append')
      await lease.release()
      ensureEqual(
        (await store.list()).map(({ runId }) => runId),
        ['r10'],
        'the runs',
      )
      const late = await store.acquire('r10').catch(() => other)
      ensureEqual(late, other, 'the lease of the other run')
      const again = await store.acquire('r1')
      ensureEqual(await store.load('r1'), [], 'the records of a run of the same id')
      ensureEqual(await store.kept('r1', 'a/1.txt'), undefined, 'its text')
      ensureEqual(await store.pending('r1'), [], 'its commands')
      ensureEqual(await store.outcome('r1', applied), undefined, 'the outcome of its command')
      await ensureRejects(lease.remove(), 'LEASE_LOST', 'remove by a lost lease')
      await again.release()
    },
  },
  {
    name: 'an invalid name or an unknown run is refused',
    async body({ store }) {
      const lease = await store.acquire('r1')
      for (const name of ['', '..', '../x', 'a/../../x', '/a', 'a//b', 'a\0', 'a b', 'a/'])
        await ensureRejects(lease.keep(name, 'text'), 'OPTION_INVALID', `keep ${JSON.stringify(name)}`)
      await lease.append(records(1, 1))
      await ensureRejects(store.kept('nobody', 'report.md'), 'RUN_NOT_FOUND', 'kept')
    },
  },
  {
    name: 'a released or lost lease keeps nothing',
    async body({ store }) {
      const first = await store.acquire('r1')
      await first.append(records(1, 1))
      await first.keep('report.md', 'mine')
      await first.release()
      const second = await store.acquire('r1')
      await ensureRejects(first.keep('report.md', 'late'), 'LEASE_LOST', 'keep without a lease')
      ensureEqual(await store.kept('r1', 'report.md'), 'mine', 'the text')
      await second.release()
    },
  },
  {
    name: 'a process without the lease can keep texts, where the store supports it',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await lease.append(records(1, 1))
      if (!store.keep) return
      const place = await store.keep('r1', 'a/1.txt', 'one\nü\0')
      ensureEqual(
        place,
        await lease.keep('b.txt', 'two').then((text) => text.replace('b.txt', 'a/1.txt')),
        'its place',
      )
      ensureEqual(await store.kept('r1', 'a/1.txt'), 'one\nü\0', 'the text')
      await store.keep('r1', 'a/1.txt', 'three')
      ensureEqual(await store.kept('r1', 'a/1.txt'), 'three', 'the replaced text')
      await lease.release()
      await store.keep('r1', 'a/2.txt', 'late')
      ensureEqual(await store.kept('r1', 'a/2.txt'), 'late', 'the text of a free run')
      await ensureRejects(store.keep('r1', '../x', 'text'), 'OPTION_INVALID', 'an invalid name')
      await ensureRejects(store.keep('nobody', 'x', 'text'), 'RUN_NOT_FOUND', 'an unknown run')
    },
  },
]
