import type { RunEvent } from '@amelia/core'
import { expect, it } from 'vitest'
import { drawTimeline } from './draw-timeline.ts'
import { listSpans } from './list-spans.ts'

/** Creates an event at a second of the run. */
const at = (second: number, type: string, phaseId?: string, attempt = 1, more = {}): RunEvent =>
  ({ type, at: new Date(second * 1_000).toISOString(), phaseId, attempt, ...more }) as unknown as RunEvent

it('lists the times in which a phase was running, without its waits and the time between processes', () => {
  const spans = listSpans([
    at(0, 'run_started'),
    at(1, 'phase_started', 'a'),
    at(2, 'phase_started', 'b'),
    at(3, 'phase_waiting', 'a', 1, { for: 'checkpoint' }),
    at(5, 'phase_continued', 'a'),
    at(6, 'phase_completed', 'a'),
    at(7, 'step_started', 'b'),
    at(60, 'run_resumed'),
    at(61, 'phase_started', 'b', 2),
    at(63, 'run_ended'),
  ])
  expect(spans.map(({ phaseId, attempt, from, to }) => [phaseId, attempt, from / 1_000, to / 1_000])).toEqual(
    [
      ['a', 1, 1, 3],
      ['a', 1, 5, 6],
      ['b', 1, 2, 7],
      ['b', 2, 61, 63],
    ],
  )
  expect(spans.map(({ end }) => end)).toEqual(['passed', 'passed', 'interrupted', 'interrupted'])
})

it('shows a passed attempt as passed, also if it waits for a person or was sent back', () => {
  const events = [
    ...[at(1, 'phase_started', 'a'), at(2, 'phase_waiting', 'a', 1, { for: 'checkpoint' })],
    ...[at(3, 'phase_started', 'a', 2), at(4, 'phase_retry', 'a', 2)],
    ...[at(5, 'phase_started', 'b'), at(6, 'phase_waiting', 'b', 1, { for: 'blocker' })],
    at(7, 'phase_started', 'c'),
  ]
  const spans = listSpans(events)
  expect(spans.map(({ phaseId, attempt, end }) => [phaseId, attempt, end])).toEqual([
    ['a', 1, 'passed'],
    ['a', 2, 'failed'],
    ['b', 1, 'failed'],
    ['c', 1, 'running'],
  ])
  const phases = ['a', 'b', 'c'].map((id) => ({ id, title: id, status: 'checkpoint' }))
  const classes = Array.from(
    drawTimeline(phases as never, spans).matchAll(/rect class="(\w+)"/g),
    ([, name]) => name,
  )
  expect(classes).toEqual(['good', 'bad', 'bad', 'active'])
})
