import type { RunEvent } from '@amelia/core'
import { expect, it } from 'vitest'
import { listBars } from './list-bars.ts'

const at = (second: number, fields: object): RunEvent =>
  ({ at: new Date(second * 1_000).toISOString(), phaseId: '1', attempt: 1, ...fields }) as RunEvent
const bars = (...events: RunEvent[]): unknown[] =>
  listBars(events).map(({ kind, from, to, outcome }) => [
    kind,
    from / 1_000,
    to === undefined ? undefined : to / 1_000,
    outcome,
  ])

// seed: intelligent-execution 113
it('draws attempts with their outcomes', () => {
  const failure = { class: 'check_failed', message: 'no' }
  expect(
    bars(
      at(1, { type: 'phase_started' }),
      at(4, { type: 'phase_retry', failure }),
      at(5, { type: 'phase_started', attempt: 2 }),
      at(9, { type: 'phase_completed' }),
    ),
  ).toEqual([
    ['attempt', 1, 4, 'failed'],
    ['attempt', 5, 9, 'completed'],
  ])
})

it('draws waits until the phase continues', () => {
  expect(
    bars(
      at(1, { type: 'phase_started' }),
      at(3, { type: 'phase_waiting', for: 'checkpoint' }),
      at(8, { type: 'phase_continued' }),
    ),
  ).toEqual([
    ['attempt', 1, 3, 'paused'],
    ['wait', 3, 8, undefined],
    ['attempt', 8, undefined, undefined],
  ])
})

it('ends attempts with the last event of a process that died', () => {
  expect(
    bars(
      at(1, { type: 'phase_started' }),
      at(2, { type: 'unit_completed' }),
      at(900, { type: 'run_resumed', phaseId: undefined, phases: ['1'] }),
      at(901, { type: 'phase_continued' }),
    ),
  ).toEqual([
    ['attempt', 1, 2, 'broken'],
    ['attempt', 901, undefined, undefined],
  ])
})

it('ends attempts with the last event of a run whose process ended', () => {
  const events = [at(1, { type: 'phase_started' }), at(2, { type: 'unit_completed' })]
  expect(listBars(events, true)).toMatchObject([{ from: 1_000, to: 2_000, outcome: 'broken' }])
})

it('keeps waits open when a run ends to wait for a person', () => {
  const waiting = at(3, { type: 'phase_waiting', for: 'blocker' })
  expect(bars(waiting, at(4, { type: 'run_ended', status: 'waiting' }))).toEqual([
    ['wait', 3, undefined, undefined],
  ])
  expect(bars(waiting, at(4, { type: 'run_ended', status: 'aborted' }))).toEqual([['wait', 3, 4, undefined]])
})

it('draws sessions by their duration', () => {
  const charged = { type: 'session_charged', durationMs: 6_000, number: 1, role: 'developer' }
  expect(bars(at(10, charged))).toEqual([['session', 4, 10, undefined]])
})
