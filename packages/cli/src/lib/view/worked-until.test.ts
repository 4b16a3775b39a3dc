import type { Plan, RunEvent } from '@amelia/core'
import { expect, it } from 'vitest'
import { applyEvent, createProgress } from './run-progress.ts'
import { workedUntil } from './worked-until.ts'

const plan = {
  goal: '',
  title: '',
  phases: [{ id: 'a' }, { id: 'b' }].map((each) => ({ ...each, title: '' })),
}
const gate = { id: 'g', phaseIds: ['a'], question: 'What now?' }

/** The seconds that phase `a` and the run have worked, after each event at its time in seconds. */
const play = (...events: [at: number, event: object][]): [phase: number, run: number][] => {
  const progress = createProgress(plan as unknown as Plan)
  const [phase] = progress.phases
  return events.map(([second, event]) => {
    const at = second * 1_000
    applyEvent(progress, { ...event, at: new Date(at).toISOString() } as unknown as RunEvent)
    return [workedUntil(progress, at, phase) / 1_000, workedUntil(progress, at) / 1_000]
  })
}

const started = (phaseId: string) => ({ type: 'phase_started', phaseId, attempt: 1 })

it('counts no wait for a person', () => {
  expect(
    play(
      [0, started('a')],
      [10, { type: 'gate_opened', gate }],
      [60, { type: 'gate_resolved', gateId: 'g' }],
      [61, { type: 'phase_continued', phaseId: 'a' }],
      [65, { type: 'run_ended' }],
      [90, { type: 'unknown' }],
    ),
  ).toEqual([
    [0, 0],
    [10, 10],
    [10, 10],
    [10, 11],
    [14, 15],
    [14, 15],
  ])
})

it('counts the run while another phase works', () => {
  const events = play([0, started('a')], [5, started('b')], [10, { type: 'gate_opened', gate }], [60, {}])
  expect(events.at(-1)).toEqual([10, 60])
})

it('does not count the time between two processes', () => {
  const events = play([0, started('a')], [10, {}], [3_600, { type: 'run_resumed' }], [3_605, {}])
  expect(events.at(-1)).toEqual([15, 15])
})
