import { runEventTypes, type RunEvent } from '@amelia/core'
import { expect, it } from 'vitest'
import { describeEvent } from './describe-event.ts'
import { eventTone, groupOf, isProblem } from './event-group.ts'

const event = (fields: object): RunEvent =>
  ({ seq: 1, at: '2026-01-01T00:00:00.000Z', runId: 'r', ...fields }) as RunEvent

it('describes events in one line', () => {
  const failure = { class: 'check_failed', message: 'test\nfailed' }
  const retry = { type: 'phase_retry', phaseId: '1', attempt: 5, tries: 1, maxAttempts: 3, failure }
  expect(describeEvent(event(retry))).toBe('Attempt 1 of 3 failed: test failed')
  const checks = [
    { name: 'test', passed: true },
    { name: 'lint', passed: false },
  ]
  expect(describeEvent(event({ type: 'verification_completed', on: 'attempt', passed: false, checks }))).toBe(
    'Verification failed: test passed, lint failed',
  )
  const batch = { type: 'batch_failed', batch: 2, counts: { completed: 1, failed: 2, skipped: 0 } }
  expect(describeEvent(event(batch))).toBe('Batch 2 failed: 1 completed, 2 failed')
})

it('leaves out characters that control a terminal or the direction of text', () => {
  const title = '\u001b[31mred\u001b[0m \u202eevil'
  expect(describeEvent(event({ type: 'phase_started', attempt: 1, title }))).toBe(
    'Attempt 1 started: red evil',
  )
})

it('shortens long lists', () => {
  const phases = Array.from({ length: 12 }, (_, index) => `p${index}`)
  expect(describeEvent(event({ type: 'batch_started', batch: 1, of: 2, phases }))).toBe(
    'Batch 1 of 2 started: p0, p1, p2, p3, p4, p5, p6, p7 and 4 more',
  )
})

it('puts each type into a group that fits', () => {
  const groups = Object.fromEntries(runEventTypes.map((type) => [type, groupOf(type)]))
  expect(groups).toMatchObject({
    run_started: 'run',
    batch_failed: 'run',
    phase_failed: 'phase',
    phase_waiting: 'question',
    step_cancelled: 'part',
    run_reviewed: 'review',
    run_verified: 'check',
    commit_created: 'check',
    session_charged: 'session',
    gate_opened: 'question',
  })
})

it('shows results by their outcome', () => {
  expect(eventTone(event({ type: 'verification_completed', passed: true }))).toBe('good')
  expect(eventTone(event({ type: 'review_completed', approved: false }))).toBe('warn')
  expect(eventTone(event({ type: 'run_ended', status: 'failed' }))).toBe('bad')
  expect(isProblem(event({ type: 'phase_retry' }))).toBe(true)
  expect(isProblem(event({ type: 'phase_started' }))).toBe(false)
})
