import type { JournalRecord } from '@amelia/core/plugin'
import { expect, it } from 'vitest'
import { followRecords } from './follow-records.ts'

const records = (from: number, to: number): JournalRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index, value: null }))

it('reads again when a message arrives during a read, without waiting', async () => {
  const stop = new AbortController()
  let wake = (): void => {}
  let length = 1
  let isFirst = true
  const found: number[] = []
  const following = followRecords({
    after: 0,
    signal: stop.signal,
    pollMs: 3_600_000,
    listen: (ring) => {
      wake = ring
      return () => {}
    },
    async read(after) {
      const seen = records(after + 1, length)
      // Written after the read, and reported before it has returned.
      if (after === 0 && isFirst) {
        isFirst = false
        length = 2
        wake()
      }
      return seen
    },
  })
  for await (const batch of following) {
    found.push(...batch.map(({ seq }) => seq))
    if (found.length === 2) stop.abort()
  }
  expect(found).toEqual([1, 2])
})

it('polls without messages, and ends with its signal during a wait or a failing read', async () => {
  const stop = new AbortController()
  let reads = 0
  let stopped = false
  const options = { pollMs: 1, listen: () => () => void (stopped = true), signal: stop.signal }
  const following = followRecords({
    after: 0,
    ...options,
    async read() {
      reads += 1
      if (reads < 3) return []
      stop.abort()
      throw new Error('unreachable')
    },
  })
  expect((await following.next()).done).toBe(true)
  expect([reads, stopped]).toEqual([3, true])
})

it('throws the error of a read', async () => {
  const read = () => Promise.reject(new Error('damaged'))
  const options = { pollMs: 1, listen: () => () => {}, signal: new AbortController().signal }
  await expect(followRecords({ after: 0, ...options, read }).next()).rejects.toThrow('damaged')
})
