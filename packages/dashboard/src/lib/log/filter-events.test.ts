import type { RunEvent } from '@amelia/core'
import { expect, it } from 'vitest'
import { filterEvents } from './filter-events.ts'

const events = ['one', 'two', 'three'].map(
  (title, index) =>
    ({
      type: 'phase_started',
      seq: index + 1,
      at: '',
      runId: 'r',
      phaseId: `p${index}`,
      attempt: 1,
      title,
    }) as unknown as RunEvent,
)
const ended = { type: 'run_ended', seq: 4, at: '', runId: 'r', status: 'failed' } as unknown as RunEvent
const seqs = (...args: Parameters<typeof filterEvents>): number[] =>
  filterEvents(...args).found.map(({ seq }) => seq)

it('finds all words in any order and case, in the line, the phase and the type', () => {
  expect(seqs(events, { text: 'THREE started' })).toEqual([3])
  expect(seqs(events, { text: 'p1' })).toEqual([2])
  expect(seqs([...events, ended], { text: 'run_ended' })).toEqual([4])
})

it('filters by phase, the run itself, type and group', () => {
  const all = [...events, ended]
  expect(seqs(all, { phaseId: 'p2' })).toEqual([3])
  expect(seqs(all, { phaseId: '' })).toEqual([4])
  expect(seqs(all, { kind: 'phase_started' })).toEqual([1, 2, 3])
  expect(seqs(all, { kind: 'run' })).toEqual([4])
  expect(seqs(all, { kind: 'problems' })).toEqual([4])
})

it('examines only added events while the filter stays', () => {
  const filter = { text: 'one' }
  const first = filterEvents(events, filter)
  const unread = new Proxy(events[0]!, { get: () => expect.unreachable('the event was examined again') })
  const second = filterEvents([events[0]!, unread, events[2]!, ended], filter, first)
  expect(second.found).toBe(first.found)
})

it('starts over for another run or filter', () => {
  const filter = { kind: 'phase' } as const
  const first = filterEvents(events, filter)
  expect(filterEvents([ended], filter, first).found).toEqual([])
  expect(filterEvents(events, { kind: 'run' }, first).found).toEqual([])
  expect(filterEvents([ended, ...events], filter, first).found).toHaveLength(3)
})

it('pauses after a portion, and continues from there', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({ ...events[0]!, seq: index + 1 }))
  const filter = { text: 'one' }
  const first = filterEvents(many, filter, undefined, () => false)
  expect([first.read, first.found.length]).toEqual([200, 200])
  const rest = filterEvents(many, filter, first)
  expect(rest.read).toBe(500)
  expect(rest.found).toEqual(many)
})
