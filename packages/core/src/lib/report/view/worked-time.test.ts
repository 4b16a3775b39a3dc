import { expect, it } from 'vitest'
import type { PhaseReport } from '../../event/report.ts'
import type { RunView } from './run-change.ts'
import { workedTime } from './worked-time.ts'

const at = '2026-01-01T00:00:10.000Z'
const now = Date.parse(at) + 5_000
const phase = (more: object = {}) =>
  ({ id: 'a', status: 'running', durationMs: 4_000, ...more }) as PhaseReport
const viewOf = (one: PhaseReport, report: object = {}, locked = true): RunView =>
  ({
    ...{ at, lock: { locked }, phases: new Map([[one.id, one]]) },
    report: { status: 'running', gates: [], durationMs: 9_000, ...report },
  }) as unknown as RunView

it('grows while work is done', () => {
  const active = phase({ active: true })
  expect(workedTime(viewOf(active), now, active)).toBe(9_000)
  expect(workedTime(viewOf(active), now)).toBe(14_000)
  expect(workedTime(viewOf(active), now - 60_000)).toBe(9_000)
})

it('does not grow while a run only waits for people, unless another phase works', () => {
  const gates = [{ id: 'g' }]
  expect(workedTime(viewOf(phase(), { gates }), now, phase())).toBe(4_000)
  expect(workedTime(viewOf(phase(), { gates }), now)).toBe(9_000)
  expect(workedTime(viewOf(phase({ active: true }), { gates }), now)).toBe(14_000)
})

it('does not grow without a process, nor after the end', () => {
  expect(workedTime(viewOf(phase(), {}, false), now)).toBe(9_000)
  expect(workedTime(viewOf(phase(), { status: 'completed' }), now)).toBe(9_000)
})
