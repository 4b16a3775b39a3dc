import { type RunEvent } from '@amelia/core'
import { expect, it } from 'vitest'
import { isProblem } from './event-groups.ts'
import { layOutEvent } from './lay-out-event.ts'

const event = (fields: object): RunEvent =>
  ({ seq: 1, at: '2026-01-01T00:00:00.000Z', runId: 'r', ...fields }) as RunEvent

const textOf = (given: RunEvent): string => layOutEvent(given).text

it('lays events out in one line, with their failure', () => {
  const failure = { class: 'check_failed', message: 'test\nfailed' }
  const retry = { type: 'phase_retry', phaseId: '1', attempt: 5, tries: 1, maxAttempts: 3, failure }
  expect(textOf(event(retry))).toBe('Attempt 1 of 3 failed: test failed')
  const checks = [
    { name: 'test', passed: true },
    { name: 'lint', passed: false },
  ]
  expect(textOf(event({ type: 'verification_completed', on: 'attempt', passed: false, checks }))).toBe(
    'Verified: test passed, lint failed',
  )
  const batch = {
    type: 'batch_failed',
    batch: 2,
    phases: [],
    counts: { completed: 1, failed: 2, skipped: 0 },
  }
  expect(textOf(event(batch))).toBe('Batch 2 failed: 1 completed, 2 failed')
})

it('leaves out characters that control a terminal or the direction of text', () => {
  const title = '\u001b[31mred\u001b[0m \u202eevil'
  expect(textOf(event({ type: 'phase_started', attempt: 1, title }))).toBe('Started: red evil')
})

it('shortens long lines', () => {
  const phases = Array.from({ length: 1_000 }, (_, index) => `p${index}`)
  const text = textOf(event({ type: 'batch_started', batch: 1, of: 2, phases }))
  expect(text).toMatch(/^Batch 1 of 2 started: p0, p1, .*…$/)
  expect(text).toHaveLength(1_001)
})

it('shows results by their outcome', () => {
  expect(layOutEvent(event({ type: 'verification_completed', passed: true, checks: [] })).tone).toBe('good')
  expect(layOutEvent(event({ type: 'review_completed', approved: false })).tone).toBe('warn')
  expect(layOutEvent(event({ type: 'run_ended', status: 'failed' })).tone).toBe('bad')
  expect(isProblem(event({ type: 'phase_retry' }))).toBe(true)
  expect(isProblem(event({ type: 'phase_started' }))).toBe(false)
})
