import { expect, it } from 'vitest'
import { createCheckQueue } from './create-check-queue.ts'

/** Starts checks by phase id, and ends each on request. */
const start = (limit: number) => {
  const queue = createCheckQueue(limit)
  const running = new Map<string, () => void>()
  const stop = new AbortController()
  const begin = (phaseId: string, alone = false, { signal } = stop) =>
    queue.run({ phaseId, alone, signal }, () => new Promise<void>((end) => void running.set(phaseId, end)))
  const end = async (phaseId: string) => {
    running.get(phaseId)?.()
    running.delete(phaseId)
    // A few turns, until the next ones have begun.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  return { begin, end, names: () => [...running.keys()], stop }
}

it('runs at most as many checks as the limit, and reports those that overlapped', async () => {
  const { begin, end, names } = start(2)
  const [a, b, c] = [begin('a'), begin('b'), begin('c')]
  await end('')
  expect(names()).toEqual(['a', 'b'])
  await end('a')
  expect(names()).toEqual(['b', 'c'])
  await end('b')
  await end('c')
  expect((await a).beside).toEqual(['b'])
  expect((await b).beside).toEqual(['a', 'c'])
  expect((await c).beside).toEqual(['b'])
})

it('runs a check alone: after those before it, and before those after it', async () => {
  const { begin, end, names } = start(4)
  const all = [begin('a'), begin('b', true), begin('c')]
  await end('')
  expect(names()).toEqual(['a'])
  await end('a')
  expect(names()).toEqual(['b'])
  await end('b')
  expect(names()).toEqual(['c'])
  await end('c')
  for (const { beside } of await Promise.all(all)) expect(beside).toEqual([])
})

it('does not keep an aborted check waiting, nor those behind it', async () => {
  const { begin, end, names } = start(4)
  const own = new AbortController()
  void begin('a')
  void begin('b', true, own)
  void begin('c')
  await end('')
  own.abort()
  await end('')
  expect(names().toSorted()).toEqual(['a', 'b', 'c'])
})

it('frees the place of a check whose task fails', async () => {
  const queue = createCheckQueue(1)
  const { signal } = new AbortController()
  const check = () => ({ phaseId: 'a', alone: false, signal })
  await expect(queue.run(check(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run(check(), () => Promise.resolve(1))).toEqual({ result: 1, beside: [] })
})
