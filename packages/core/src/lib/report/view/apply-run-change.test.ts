import { expect, it } from 'vitest'
import type { PhaseReport } from '../../event/report.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { applyRunChange } from './apply-run-change.ts'
import type { RunChange, ReportSummary } from './run-change.ts'

const plan = planSchema.parse({
  phases: [
    { id: 'a', title: 'a' },
    { id: 'b', title: 'b', dependsOn: ['a'] },
  ],
})

const phase = (id: string, status: PhaseReport['status']): PhaseReport => ({
  ...{ id, title: id, status, attempt: 0, checks: [] },
})

const batches: RunChange['batches'] = [
  { batch: 1, phases: ['a'], status: 'running', completedSteps: [] },
  { batch: 2, phases: ['b'], status: 'pending', completedSteps: [] },
]

const fields = { goal: 'Build it', status: 'running', debts: [], durationMs: 5 } as RunChange['report']
const summary = { ...fields, batches } as ReportSummary

const wait = { reason: 'dependencies' as const, phases: ['a'], sentence: 'Waits for phase a.' }

const first: RunChange = {
  ...{ type: 'run_changed', runId: 'r', through: 3, at: '2026-01-01T00:00:00.000Z', plan },
  ...{ report: fields, batches },
  phases: [phase('a', 'running'), phase('b', 'pending')],
  waits: [
    { phaseId: 'a', wait: null },
    { phaseId: 'b', wait },
  ],
  activities: [{ phaseId: 'a', activity: { text: 'Read a.ts' } }],
}

const later = (change: Partial<RunChange>): RunChange => ({
  ...{ type: 'run_changed', runId: 'r', through: 4, at: '2026-01-01T00:00:01.000Z' },
  ...{ report: {}, batches: [], phases: [], waits: [], activities: [], ...change },
})

it('makes a view of a complete change, with the phases in plan order', () => {
  const view = applyRunChange(undefined, first)
  expect(view).toEqual({
    ...{ runId: 'r', through: 3, at: '2026-01-01T00:00:00.000Z', plan, report: summary },
    phases: new Map([
      ['a', phase('a', 'running')],
      ['b', phase('b', 'pending')],
    ]),
    waits: new Map([['b', wait]]),
    activities: new Map([['a', { text: 'Read a.ts' }]]),
  })
  expect([...view.phases.keys()]).toEqual(['a', 'b'])
})

it('applies a change without changing the view before it, and shares what is equal', () => {
  const before = applyRunChange(undefined, first)
  const copy = structuredClone(before)
  const done = phase('a', 'completed')
  const batch = { ...batches[0]!, status: 'completed' as const }
  const change = later({
    phases: [done],
    batches: [batch],
    waits: [{ phaseId: 'b', wait: null }],
    report: { durationMs: 9 },
  })
  const view = applyRunChange(before, change)
  expect(before).toEqual(copy)
  expect([...view.phases.keys()]).toEqual(['a', 'b'])
  expect(view.phases.get('a')).toBe(done)
  expect(view.phases.get('b')).toBe(before.phases.get('b'))
  expect(view.plan).toBe(plan)
  expect(view.waits).toEqual(new Map())
  expect(view.report).toEqual({ ...summary, durationMs: 9, batches: [batch, batches[1]] })
  expect(view.report.debts).toBe(summary.debts)
  expect(view).toMatchObject({ through: 4, at: '2026-01-01T00:00:01.000Z' })
  const same = applyRunChange(view, later({}))
  expect([same.report, same.phases, same.waits].every((part, index) => part === parts(view)[index])).toBe(
    true,
  )
})

const parts = (view: ReturnType<typeof applyRunChange>): unknown[] => [view.report, view.phases, view.waits]

it('keeps the lock until another one, and forgets it with a complete change without one', () => {
  const locked = applyRunChange(undefined, { ...first, lock: { locked: true } })
  expect(locked.lock).toEqual({ locked: true })
  expect(applyRunChange(locked, later({})).lock).toBe(locked.lock)
  expect(applyRunChange(locked, later({ lock: { locked: false } })).lock).toEqual({ locked: false })
  expect(applyRunChange(locked, first)).not.toHaveProperty('lock')
})

it('deletes the fields that are gone, and replaces everything with a complete change', () => {
  const ended = applyRunChange(
    applyRunChange(undefined, first),
    later({ report: { endedAt: '2026-01-01T00:00:01.000Z' } }),
  )
  expect(ended.report).toHaveProperty('endedAt')
  expect(applyRunChange(ended, later({ removed: ['endedAt'] })).report).toEqual(summary)
  const edited = { ...first, phases: [phase('b', 'running')], waits: [] }
  const view = applyRunChange(ended, edited)
  expect([...view.phases.keys(), ...view.waits.keys()]).toEqual(['b'])
  expect(view.report).toEqual(summary)
})

it('refuses a change without a view to change', () => {
  expect(() => applyRunChange(undefined, later({}))).toThrow(/must be complete/)
  const other = { ...first, runId: 'other' }
  expect(() => applyRunChange(applyRunChange(undefined, other), later({}))).toThrow(/view of run other/)
})

it('refuses a value that is not a change', () => {
  expect(() => applyRunChange(undefined, { ...first, phases: null as never })).toThrow(
    'applyRunChange: `change.phases` must be a list of objects; got null.',
  )
})
