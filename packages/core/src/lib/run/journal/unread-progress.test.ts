import { expect, it } from 'vitest'
import type { SessionEvent } from '../../event/progress-event.ts'
import { createUnread } from './unread-progress.ts'

const eventOf = (n: number): SessionEvent => ({
  ...{ type: 'warning', afterSeq: n, at: `${n}`, runId: 'r', message: `${n}` },
})

it('never keeps more than 1,000 items and their gap, and counts what it dropped', () => {
  const unread = createUnread<{ event: SessionEvent }>()
  for (let n = 1; n <= 25_000; n++) unread.add({ event: eventOf(n) })
  const kept: SessionEvent[] = []
  for (let item = unread.first(); item; item = unread.first()) {
    kept.push(item.event)
    unread.shift()
  }
  const [gap, ...rest] = kept
  expect(kept.length).toBeLessThanOrEqual(1_000)
  expect(gap).toEqual({
    ...{ type: 'progress_missed', runId: 'r', count: 25_000 - rest.length },
    ...{ afterSeq: 25_000 - rest.length, at: `${25_000 - rest.length}` },
  })
  expect(rest.at(-1)).toEqual(eventOf(25_000))
})
