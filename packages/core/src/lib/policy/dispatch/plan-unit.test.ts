import { describe, expect, it } from 'vitest'
import type { StepDraft } from '../../plan/model/step.ts'
import type { SubtaskDraft } from '../../plan/model/subtask.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { isDue, planUnit, type UnitFacts, type UnitPlan } from './plan-unit.ts'

const step = (id: string, values: Partial<StepDraft> = {}): StepDraft => ({
  id,
  action: 'command',
  command: id,
  risk: 'low',
  ...values,
})
const subtask = (id: string, steps: StepDraft[] = [], values: Partial<SubtaskDraft> = {}): SubtaskDraft => ({
  id,
  title: id,
  steps,
  ...values,
})

const plan = (subtasks: SubtaskDraft[], facts: Partial<UnitFacts> = {}): UnitPlan =>
  planUnit({
    unit: { kind: 'phase' },
    subtasks: planSchema.parse({ title: 'Work', phases: [{ id: 'a', title: 'A', subtasks }] }).phases[0]!
      .subtasks,
    subtaskStatus: new Map(),
    stepStatus: new Map(),
    hasAgent: true,
    byAgent: false,
    redo: false,
    isParallel: false,
    preValidate: true,
    ...facts,
  })

const partsOf = (unit: UnitPlan): unknown =>
  unit === 'session'
    ? unit
    : unit.parts.map(({ subtask: { id }, steps, delegated, isLast }) => [
        id,
        steps.map((each) => each.id),
        delegated,
        isLast,
      ])
const validated = (unit: UnitPlan): unknown => (unit === 'session' ? unit : unit.validate.map(({ id }) => id))

describe('planUnit', () => {
  it('makes a phase one session if the engine has no steps to execute', () => {
    expect(plan([])).toBe('session')
    expect(plan([subtask('1'), subtask('2')])).toBe('session')
    expect(plan([subtask('1', [step('s')])], { byAgent: true })).toBe('session')
    expect(plan([subtask('1'), subtask('2', [step('s')], { status: 'done' })])).toBe('session')
  })

  it('has no parts if every subtask is excluded', () => {
    expect(partsOf(plan([subtask('1', [], { status: 'done' })]))).toEqual([])
    expect(partsOf(plan([subtask('1')], { subtaskStatus: new Map([['1', 'skipped']]) }))).toEqual([])
  })

  it('lists open subtasks in order, and delegates those without steps', () => {
    const subtasks = [subtask('1', [step('s'), step('t')]), subtask('2'), subtask('3', [step('u')])]
    expect(partsOf(plan(subtasks, { subtaskStatus: new Map([['3', 'skipped']]) }))).toEqual([
      ['1', ['s', 't'], false, true],
      ['2', [], true, true],
    ])
  })

  it('limits a unit to its subtask or step', () => {
    const subtasks = [subtask('1', [step('s'), step('t')]), subtask('2', [step('u')])]
    expect(partsOf(plan(subtasks, { unit: { kind: 'subtask', subtaskId: '2' } }))).toEqual([
      ['2', ['u'], false, true],
    ])
    const unit = (stepId: string) => ({ kind: 'step', subtaskId: '1', stepId }) as const
    expect(partsOf(plan(subtasks, { unit: unit('s') }))).toEqual([['1', ['s'], false, false]])
    expect(partsOf(plan(subtasks, { unit: unit('t') }))).toEqual([['1', ['t'], false, true]])
    expect(partsOf(plan(subtasks, { unit: { kind: 'subtask', subtaskId: '1' }, byAgent: true }))).toEqual([
      ['1', ['s', 't'], true, true],
    ])
  })

  describe('validates steps together', () => {
    const medium = step('m', { risk: 'medium' })
    const subtasks = [subtask('1', [step('s')]), subtask('2', [medium]), subtask('3')]
    const first = { kind: 'subtask', subtaskId: '1' } as const

    it('for the phase, or for the unit if parts run beside it', () => {
      expect(validated(plan(subtasks))).toEqual(['s', 'm'])
      expect(validated(plan(subtasks, { unit: first }))).toEqual(['s', 'm'])
      expect(validated(plan(subtasks, { unit: first, isParallel: true }))).toEqual([])
      const second = { kind: 'subtask', subtaskId: '2' } as const
      expect(validated(plan(subtasks, { unit: second, isParallel: true }))).toEqual(['m'])
    })

    it('without skipped steps, and only before the first step', () => {
      expect(validated(plan(subtasks, { stepStatus: new Map([['s', 'skipped']]) }))).toEqual(['m'])
      expect(validated(plan(subtasks, { stepStatus: new Map([['s', 'completed']]) }))).toEqual([])
    })

    it.each([
      ['the settings do not ask for it', { preValidate: false }],
      ['the work is repeated', { redo: true }],
      ['the run has no agent', { hasAgent: false }],
      ['the unit has no steps', { unit: { kind: 'subtask', subtaskId: '3' } }],
      ['the agent executes steps', { unit: first, byAgent: true }],
    ] as [string, Partial<UnitFacts>][])('unless %s', (_, facts) => {
      expect(validated(plan(subtasks, facts))).toEqual([])
    })
  })
})

describe('isDue', () => {
  it.each([
    [undefined, false, true],
    ['running', false, true],
    ['completed', false, false],
    ['completed', true, true],
    ['skipped', false, false],
    ['skipped', true, false],
  ])('status %s with redo %s: %s', (status, redo, due) => {
    expect(isDue(status, redo)).toBe(due)
  })
})
