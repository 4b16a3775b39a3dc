import type { RunEvent } from '@amelia/core'
import { expect, it } from 'vitest'
import { listSpans } from './list-spans.ts'

/** Creates an event at a second of the run. */
const at = (second: number, type: string, phaseId?: string, attempt = 1): RunEvent =>
  ({ type, at: new Date(second * 1_000).toISOString(), phaseId, attempt }) as unknown as RunEvent

it('lists the times in which a phase was running, without its waits and the time between processes', () => {
  const spans = listSpans([
    at(0, 'run_started'),
    at(1, 'phase_started', 'a'),
    at(2, 'phase_started', 'b'),
    at(3, 'phase_waiting', 'a'),
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
})
