import { describe, expect, it } from 'vitest'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { phaseSchema } from '../../plan/plan-schema.ts'
import { planUnits, type UnitRules } from './plan-units.ts'

const rules: UnitRules = { units: 'subtask', parallelSubtasks: true, byAgent: false, explicit: true }
const subtask = (id: string, dependsOn: string[] = [], files: string[] = []): SubtaskDraft => ({
  id,
  title: id,
  dependsOn,
  files,
})
const units = (subtasks: SubtaskDraft[], more: Partial<UnitRules> = {}) =>
  planUnits(phaseSchema.parse({ id: 'p', title: 'P', subtasks }), { ...rules, ...more }).map((unit) =>
    unit.kind === 'parallel'
      ? unit.subtaskIds.join('+')
      : unit.kind === 'step'
        ? `${unit.subtaskId}/${unit.stepId}`
        : unit.kind === 'subtask'
          ? unit.subtaskId
          : unit.kind,
  )

describe('planUnits', () => {
  const steps = [
    { id: 's1', action: 'manual' as const },
    { id: 's2', action: 'manual' as const },
  ]

  it('is a phase, a subtask or a step at a time', () => {
    const parts = [{ ...subtask('a'), steps }, subtask('b')]
    expect(units(parts, { units: 'phase' })).toEqual(['phase'])
    expect(units(parts, { units: 'subtask', parallelSubtasks: false })).toEqual(['a', 'b'])
    expect(units(parts, { units: 'step' })).toEqual(['a/s1', 'a/s2', 'b'])
  })

  it('is the phase where nothing is left to do in parts', () => {
    for (const kind of ['phase', 'subtask', 'step'] as const) {
      expect(units([], { units: kind })).toEqual(['phase'])
      expect(units([{ ...subtask('a'), status: 'done' }], { units: kind })).toEqual(['phase'])
    }
  })

  it('leaves out what the plan does not leave to be done', () => {
    expect(units([{ ...subtask('a'), status: 'skipped' }, subtask('b')])).toEqual(['b'])
  })

  // seed: phased-execution-draft 2, phased-execution-draft 3
  it('runs at once what does not wait for each other (seed phased-execution-draft, Architect Plan Format)', () => {
    expect(units([subtask('2a', ['1']), subtask('2b', ['1']), subtask('2c', ['1'])])).toEqual(['2a+2b+2c'])
    expect(units([subtask('a'), subtask('b', ['a']), subtask('c'), subtask('d', ['b', 'c'])])).toEqual([
      'a+c',
      'b',
      'd',
    ])
  })

  // seed: phased-execution-draft 4
  it('never at once what writes the same file', () => {
    expect(units([subtask('a', [], ['x', 'y']), subtask('b', [], ['y']), subtask('c', [], ['z'])])).toEqual([
      'a+c',
      'b',
    ])
  })

  it('keeps to the order where the plan says nothing else, but for neighbours that declare different files', () => {
    const implicit = { explicit: false }
    expect(units([subtask('a'), subtask('b')], implicit)).toEqual(['a', 'b'])
    expect(units([subtask('a', [], ['x']), subtask('b', [], ['y']), subtask('c')], implicit)).toEqual([
      'a+b',
      'c',
    ])
    expect(units([subtask('a', [], ['x']), subtask('b'), subtask('c', [], ['y'])], implicit)).toEqual([
      'a',
      'b',
      'c',
    ])
    expect(
      units([subtask('a', [], ['x']), subtask('b', [], ['x']), subtask('c', [], ['y'])], implicit),
    ).toEqual(['a', 'b+c'])
  })

  it('comes to an end in a circle', () => {
    expect(units([subtask('a', ['b']), subtask('b', ['a'])])).toEqual(['a', 'b'])
  })
})
