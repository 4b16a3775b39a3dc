import { expect, it } from 'vitest'
import { runEventTypes } from '../../event/run-event-type.ts'
import type { RunEvent } from '../../event/run-event.ts'
import { describeEvent } from './describe-event.ts'
import { phaseEventWords } from './phase-event-words.ts'
import { runEventWords } from './run-event-words.ts'

const event = (fields: object): RunEvent =>
  ({ seq: 1, at: '2026-01-01T00:00:00.000Z', runId: 'r', phaseId: '1', ...fields }) as unknown as RunEvent

it('has words for exactly the types of events, each once', () => {
  const types = [...Object.keys(runEventWords), ...Object.keys(phaseEventWords)]
  expect(types.sort()).toEqual([...runEventTypes].sort())
})

it('gives the failure apart from the text, so that a display can show it once', () => {
  const failure = { class: 'check_failed', message: 'It broke.' }
  expect(describeEvent(event({ type: 'phase_retry', tries: 1, maxAttempts: 3, failure }))).toEqual({
    ...{ text: 'attempt 1 of 3 failed', group: 'phase', tone: 'warn', level: 'line', failure },
  })
  expect(describeEvent(event({ type: 'phase_delayed', waitMs: 0, failure }))).toEqual({
    ...{ text: 'continuing at once: It broke.', group: 'phase', tone: 'warn', level: 'line' },
  })
})

it.each([
  [{ type: 'commit_created', commit: '0123456789', files: ['a'] }, 'dim', 'committed 0123456: 1 file'],
  [
    { type: 'commit_integrated', commit: '0123456789', merged: true },
    'good',
    'integrated 0123456 by a merge',
  ],
  [{ type: 'review_started', round: 2, commit: '0123456789' }, 'active', 'review 2 started on 0123456'],
  [
    { type: 'step_started', stepId: 's', description: '', action: 'command' },
    'active',
    'step s started: command',
  ],
  [{ type: 'unit_completed' }, 'dim', 'work ended, not verified yet'],
  [{ type: 'verification_started', on: 'merged', checks: ['a'] }, 'active', 'verifying after the merge: a'],
  [{ type: 'verification_completed', passed: true, checks: [] }, 'good', 'verified without a check'],
  [{ type: 'run_published', commit: '0123456789', target: false }, 'good', 'published: 0123456'],
  [{ type: 'batch_started', batch: 1, of: 2, phases: ['a'] }, 'active', 'batch 1 of 2 started: a'],
])('is a detail: %j', (fields, tone, text) => {
  expect(describeEvent(event(fields))).toMatchObject({ text, tone, level: 'detail' })
})

it('has the subject of an event, which may differ from its part of the run', () => {
  const groupOf = (fields: object) => describeEvent(event(fields)).group
  expect(groupOf({ type: 'phase_waiting', for: 'blocker' })).toBe('question')
  expect(groupOf({ type: 'phase_paused', provider: 'p', waitMs: 1 })).toBe('session')
  expect(groupOf({ type: 'run_verified', passed: true, checks: [] })).toBe('check')
  expect(groupOf({ type: 'batch_started', batch: 1, of: 2, phases: [] })).toBe('run')
})

it('takes the tone from the outcome', () => {
  const toneOf = (fields: object) => describeEvent(event(fields)).tone
  expect(toneOf({ type: 'verification_completed', passed: false, checks: [] })).toBe('bad')
  expect(toneOf({ type: 'review_completed', approved: false, summary: '' })).toBe('warn')
  expect(toneOf({ type: 'run_ended', status: 'failed' })).toBe('bad')
  expect(toneOf({ type: 'run_ended', status: 'cancelled' })).toBe('warn')
})

it('contains what a person wrote', () => {
  const textOf = (fields: object) => describeEvent(event(fields)).text
  expect(textOf({ type: 'gate_resolved', choice: 'skip' })).toBe('answered: skip')
  expect(textOf({ type: 'gate_resolved', choice: 'skip', feedback: 'No scales.' })).toBe(
    'answered: skip: No scales.',
  )
  expect(textOf({ type: 'phase_steered', outcome: 'delivered', to: 'turn', text: 'Use a scale.' })).toBe(
    'your text was given to its running session: Use a scale.',
  )
  expect(textOf({ type: 'phase_steered', outcome: 'dropped', reason: 'it ended', text: 'Use it.' })).toBe(
    'your text was dropped: it ended: Use it.',
  )
})

it('names a revert, and not the end before it', () => {
  const reverted = { type: 'run_ended', status: 'aborted', report: { reverted: true } }
  expect(describeEvent(event(reverted))).toMatchObject({ text: 'ended: reverted', tone: 'warn' })
  const aborted = { type: 'run_ended', status: 'aborted', report: {} }
  expect(describeEvent(event(aborted))).toMatchObject({ text: 'ended: aborted', tone: 'bad' })
})
