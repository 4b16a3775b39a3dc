import { type PhaseReport, type Plan, type RunChange } from '@amelia/core'
import { applyRunChange } from '@amelia/core/view'
import { expect, it } from 'vitest'
import { mergeChanges } from './merge-changes.ts'

const phase = (id: string, status: PhaseReport['status']): PhaseReport => ({
  ...{ id, title: id, status, attempt: 0, checks: [] },
})
const wait = { reason: 'ready' as const, sentence: 'Can start now.' }
const change = (through: number, more: Partial<RunChange>): RunChange => ({
  ...{ type: 'run_changed', runId: 'r', through, at: `2026-01-01T00:00:0${through}.000Z` },
  ...{ report: {}, batches: [], phases: [], waits: [], activities: [], ...more },
})
const batch = (number: number, status: 'pending' | 'running') => ({
  ...{ batch: number, phases: [`p${number}`], status, completedSteps: [] },
})

const changes = [
  change(1, {
    plan: { title: 'One' } as Plan,
    lock: { locked: true },
    report: { goal: 'g', durationMs: 1, targetNote: 'n' },
    batches: [batch(1, 'pending'), batch(2, 'pending')],
    phases: [phase('a', 'pending'), phase('b', 'pending')],
    waits: [{ phaseId: 'b', wait }],
    activities: [{ phaseId: 'a', activity: { text: 'Read a.ts' } }],
  }),
  change(2, { report: { endedAt: 'x' }, removed: ['targetNote'], phases: [phase('b', 'running')] }),
  change(3, {
    lock: { locked: false },
    report: { targetNote: 'again' },
    removed: ['endedAt'],
    waits: [{ phaseId: 'b', wait: null }],
    activities: [{ phaseId: 'a', activity: null }],
  }),
  change(4, {
    report: { endedAt: 'y', durationMs: 9 },
    removed: ['targetNote'],
    batches: [batch(2, 'running')],
  }),
  change(5, { plan: { title: 'Two' } as Plan, report: { goal: 'h' }, phases: [phase('c', 'pending')] }),
  change(6, {
    phases: [phase('c', 'running')],
    waits: [{ phaseId: 'c', wait }],
    activities: [{ phaseId: 'c', activity: { text: 'Test' } }],
  }),
]

it.each([1, 2, 3, 4, 5])('merged changes have the effect of all of them, the first %d one by one', (one) => {
  for (let from = one; from < changes.length; from++)
    for (let to = from; to < changes.length; to++) {
      const start = changes.slice(0, from).reduce(applyRunChange, undefined as never)
      const later = changes.slice(from, to + 1)
      const merged = later.reduce(mergeChanges)
      const view = applyRunChange(start, merged)
      expect(view).toEqual(later.reduce(applyRunChange, start))
      expect([...view.phases.keys()]).toEqual([...later.reduce(applyRunChange, start).phases.keys()])
    }
})

it('a merged change that is complete begins a view', () => {
  const merged = changes.slice(0, 4).reduce(mergeChanges)
  expect(applyRunChange(undefined, merged)).toEqual(
    changes.slice(0, 4).reduce(applyRunChange, undefined as never),
  )
})
