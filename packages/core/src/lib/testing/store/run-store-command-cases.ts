import { ensure, ensureEqual, ensureRejects } from '../ensure.ts'
import { type RunStoreCaseBody } from './run-store-case.ts'

/** Commands to a run, and their outcomes. */
export const runStoreCommandCases: readonly RunStoreCaseBody[] = [
  {
    name: 'commands sent without a lease reach the owner, oldest first',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await store.acquire('r2')
      ensureEqual(await lease.sent(), [], 'no commands')
      const value = { text: 'a\nü👩‍💻', list: [null, 1] }
      const ids = [await store.send('r1', value), await store.send('r1', 'two'), await store.send('r1', null)]
      await store.send('r2', 'of another run')
      value.list.push(2)
      ensureEqual(
        await lease.sent(),
        ids.map((id, at) => ({ id, value: [{ text: 'a\nü👩‍💻', list: [null, 1] }, 'two', null][at] })),
        'the commands',
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
    name: 'an acknowledged command is delivered no more, and its first outcome can be read',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const [first, second] = [await store.send('r1', 1), await store.send('r1', 2)]
      ensureEqual(await store.outcome('r1', second), undefined, 'an outcome before')
      await lease.acknowledge(second, { ok: true, list: [1] })
      await lease.acknowledge(second, { ok: false })
      ensureEqual(await store.outcome('r1', second), { ok: true, list: [1] }, 'the outcome')
      ensureEqual(await lease.sent(), [{ id: first, value: 1 }], 'the pending commands')
      ensureEqual(await store.outcome('r1', first), undefined, 'the outcome of the other command')
    },
  },
  {
    name: 'pending commands can be read without a lease, with or without an owner',
    async body({ store }) {
      await ensureRejects(store.pending('r1'), 'RUN_NOT_FOUND', 'the pending commands of an unknown run')
      const lease = await store.acquire('r1')
      const [first, second] = [await store.send('r1', 1), await store.send('r1', 2)]
      ensureEqual(await store.pending('r1'), await lease.sent(), 'the commands of the owner')
      await lease.acknowledge(first, { ok: true })
      ensureEqual(await store.pending('r1'), [{ id: second, value: 2 }], 'the pending commands')
      await lease.release()
      ensureEqual(await store.pending('r1'), [{ id: second, value: 2 }], 'the commands for the next owner')
    },
  },
  {
    name: 'an unknown command has no outcome',
    async body({ store }) {
      await store.acquire('r1')
      for (const id of ['nobody', '', '..', '../r2/x', 'a/b', 'a\0'])
        ensureEqual(await store.outcome('r1', id), undefined, `outcome ${JSON.stringify(id)}`)
    },
  },
  {
    name: 'a command waits for the next owner',
    async body({ store }) {
      const lease = await store.acquire('r1')
      await lease.release()
      const id = await store.send('r1', 'later')
      const next = await store.acquire('r1')
      ensureEqual(await next.sent(), [{ id, value: 'later' }], 'the commands')
      await next.acknowledge(id, 'done')
      await next.release()
      ensureEqual(await (await store.acquire('r1')).sent(), [], 'the commands of the third owner')
    },
  },
  {
    name: 'a lost lease acknowledges nothing',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const id = await store.send('r1', 1)
      await lease.release()
      await ensureRejects(lease.acknowledge(id, 'mine'), 'LEASE_LOST', 'an acknowledgement after a release')
      const next = await store.acquire('r1')
      await ensureRejects(
        lease.acknowledge(id, 'mine'),
        'LEASE_LOST',
        'an acknowledgement against another owner',
      )
      ensureEqual(await store.outcome('r1', id), undefined, 'the outcome')
      ensureEqual((await next.sent()).length, 1, 'the number of commands')
    },
  },
  {
    name: 'an unknown run accepts no commands',
    async body({ store }) {
      await ensureRejects(store.send('nobody', 1), 'RUN_NOT_FOUND', 'command')
      await ensureRejects(store.outcome('nobody', 'x'), 'RUN_NOT_FOUND', 'outcome')
      await ensureRejects(store.send('../x', 1), 'OPTION_INVALID', 'command')
      await ensureRejects(store.outcome('../x', 'x'), 'OPTION_INVALID', 'outcome')
      ensureEqual(await store.list(), [], 'the runs')
    },
  },
  {
    name: 'a command that is too large or undefined is refused',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const id = await store.send('r1', 'x'.repeat(60_000))
      await ensureRejects(store.send('r1', 'x'.repeat(1_000_000)), 'OPTION_INVALID', 'a large command')
      await ensureRejects(store.send('r1', undefined), 'OPTION_INVALID', 'no value')
      ensureEqual(
        (await lease.sent()).map((command) => command.id),
        [id],
        'the commands',
      )
    },
  },
  {
    name: 'concurrent commands are each kept once',
    async body({ store }) {
      const lease = await store.acquire('r1')
      const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => store.send('r1', n)))
      ensureEqual(new Set(ids).size, 40, 'ids')
      const values = (await lease.sent()).map(({ value }) => Number(value))
      ensureEqual(
        values.sort((a, b) => a - b),
        Array.from({ length: 40 }, (_, n) => n),
        'their values',
      )
    },
  },
  {
    name: 'another store on the same medium can send, and read the outcome',
    needs: ['reopen'],
    async body({ store, reopen }) {
      const lease = await store.acquire('r1')
      const other = await reopen()
      const id = await other.send('r1', { of: 'another' })
      ensureEqual(await lease.sent(), [{ id, value: { of: 'another' } }], 'the commands')
      await lease.acknowledge(id, 'applied')
      ensureEqual(await other.outcome('r1', id), 'applied', 'the outcome')
    },
  },
  {
    name: 'fault 70: an unreadable command has no value, can be acknowledged, and does not block others',
    needs: ['spoil'],
    async body({ store, spoil }) {
      const lease = await store.acquire('r1')
      const before = await store.send('r1', 1)
      await spoil('r1', 'spoiled')
      const after = await store.send('r1', 2)
      const commands = await lease.sent()
      ensureEqual(
        commands.filter(({ id }) => id !== 'spoiled'),
        [
          { id: before, value: 1 },
          { id: after, value: 2 },
        ],
        'the other commands',
      )
      ensure(
        commands.some((command) => command.id === 'spoiled' && command.value === undefined),
        'the spoiled command',
      )
      await lease.acknowledge('spoiled', 'no')
      ensureEqual(await store.outcome('r1', 'spoiled'), 'no', 'its outcome')
      ensureEqual((await lease.sent()).length, 2, 'the number of commands')
    },
  },
  {
    name: 'the owner is told of a command, where the store supports it, until it stops listening',
    async body({ store }) {
      const lease = await store.acquire('r1')
      if (!lease.onSent) return
      let told = 0
      let tell = (): void => {}
      const once = new Promise<void>((resolve) => (tell = resolve))
      const stop = lease.onSent(() => {
        told++
        tell()
      })
      await store.send('r1', 1)
      await once
      stop()
      const before = told
      await store.send('r1', 2)
      ensureEqual((await lease.sent()).length, 2, 'the commands')
      ensureEqual(told, before, 'the calls after it stopped')
    },
  },
]
