import { expect, it } from 'vitest'
import type { SessionEvent } from '../../event/progress-event.ts'
import type { RunEvent } from '../../event/run-event.ts'
import type { PhaseActivity } from './run-change.ts'
import { trackActivities } from './track-activities.ts'

const failure = { class: 'agent_failed', message: 'It broke.' }
const at = '2026-01-01T00:00:00.000Z'

/** The activity of phase `a` after each event about it. */
const play = (...events: object[]): (PhaseActivity | null | undefined)[] => {
  const tracker = trackActivities(() => {})
  return events.map((event) => {
    tracker.observe({ phaseId: 'a', at, ...event } as unknown as RunEvent | SessionEvent)
    return tracker.take(true).find(({ phaseId }) => phaseId === 'a')?.activity
  })
}
const stored = (type: string, more: object = {}) => ({ seq: 1, type, ...more })
const says = (text: string) => ({ type: 'session_progress', progress: { type: 'text', text } })

// seed: intelligent-execution 108, intelligent-execution 114
it.each([
  ['phase_started', { attempt: 1 }, ''],
  ['subtask_started', { title: 'Write \u001b[2Jtests' }, 'Write tests'],
  ['verification_started', { checks: ['test', 'lint'] }, 'verifying: test, lint'],
  ['review_started', { round: 1 }, 'in review'],
  ['review_started', { round: 2 }, 'in review, round 2'],
  ['phase_locked', { waitsFor: 'b', files: ['x'] }, 'waiting for b, which writes the same files'],
  ['phase_locked', { waitsFor: 'b', files: [] }, 'waiting for b, which conflicts with it'],
  ['phase_retry', { failure }, 'retrying: It broke.'],
  ['phase_delayed', { waitMs: 0, failure }, 'continuing at once: It broke.'],
  ['phase_paused', { provider: 'acme' }, 'waiting for acme, which accepts no sessions now'],
  ['phase_waiting', { for: 'strategy' }, 'waiting for the checkpoint strategy'],
])('is known after %s %j', (type, fields, text) => {
  expect(play(stored(type, fields))).toEqual([{ text }])
})

it.each(['phase_completed', 'phase_failed', 'phase_blocked', 'phase_skipped', 'phase_cancelled'])(
  'ends with %s',
  (type) => {
    expect(play(stored('phase_started'), stored(type, { failure }))).toEqual([{ text: '' }, undefined])
  },
)

it('is the last line of the agent, or its last tool call, in the running step', () => {
  const step = { id: 's1', startedAt: at }
  expect(
    play(
      stored('step_started', { stepId: 's1', description: '', action: 'command' }),
      says('I read it.\nThen I \u001b[31medit it.\n'),
      { type: 'session_progress', progress: { type: 'tool', name: 'edit', summary: 'a.js' } },
      says(' \n '),
      stored('unit_completed'),
      stored('step_completed', { stepId: 's1' }),
    ),
  ).toEqual([
    { text: 'command', step },
    { text: 'Then I edit it.', byAgent: true, step },
    { text: 'edit a.js', byAgent: true, step },
    { text: 'edit a.js', byAgent: true, step },
    { text: 'edit a.js', byAgent: true, step },
    { text: 'edit a.js', byAgent: true },
  ])
})

it('is a wait for the provider until the agent continues', () => {
  const wait = { type: 'session_waiting', provider: 'acme\u001b[2J', reason: 'rate_limited' }
  const text = 'waiting for acme, which accepts no requests'
  expect(play(wait, { ...wait, until: at }, says('On it.'))).toEqual([
    { text: `${text} now` },
    { text, until: at },
    { text: 'On it.', byAgent: true },
  ])
})

it('contains the usage of running sessions until it is charged', () => {
  const touched: string[] = []
  const tracker = trackActivities((id) => touched.push(id))
  const sum = { tokens: 9 }
  const session = { session: 'a-1', number: 1, role: 'developer', driver: 'd', usd: null, durationMs: 1 }
  const usage = { ...session, inputTokens: 9, at, runId: 'r', phaseId: 'a', spent: sum, phaseSpent: sum }
  const observe = (event: object) => tracker.observe(event as unknown as RunEvent)
  observe({ ...usage, type: 'session_usage', afterSeq: 1 })
  expect([tracker.spentOf(), tracker.spentOf('a'), tracker.spentOf('b')]).toEqual([sum, sum, undefined])
  expect(tracker.take(false)).toEqual([
    { phaseId: 'a', activity: { text: '', session: { ...session, inputTokens: 9 } } },
  ])
  observe({ ...usage, type: 'session_charged', seq: 2 })
  expect([tracker.spentOf(), tracker.spentOf('a')]).toEqual([undefined, undefined])
  expect(touched).toEqual(['a', 'a'])
  tracker.clear()
  expect(tracker.take(false)).toEqual([{ phaseId: 'a', activity: null }])
  expect(tracker.take(false)).toEqual([])
})

it('keeps the place of the tree until the phase ends', () => {
  const tracker = trackActivities(() => {})
  const observe = (type: string, more: object = {}): void =>
    tracker.observe({ phaseId: 'a', at, ...stored(type, more) } as unknown as RunEvent)
  observe('phase_started', { attempt: 1 })
  tracker.noteSlot('a', undefined)
  tracker.noteSlot('a', '1/slot-1')
  observe('subtask_started', { title: 'Write' })
  expect(tracker.take(false)).toEqual([{ phaseId: 'a', activity: { text: 'Write', slot: '1/slot-1' } }])
  tracker.noteSlot('a', '1/slot-1')
  expect(tracker.take(false)).toEqual([])
  observe('phase_completed')
  expect(tracker.take(false)).toEqual([{ phaseId: 'a', activity: null }])
})
