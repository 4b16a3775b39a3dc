import type { GateChoice } from '../event/gate-view.ts'
import type { Plan } from '../plan/model/plan.ts'
import { describe, expect, it } from 'vitest'
import { describeConsequence } from './describe-consequence.ts'
import { needsConfirmation } from './needs-confirmation.ts'

const step = (id: string, dependsOn: string[] = [], risk = 'low') => ({ id, dependsOn, risk })
const plan = {
  phases: [
    { id: '1', dependsOn: [], subtasks: [] },
    { id: 'q1', dependsOn: ['1'], subtasks: [{ steps: [step('s1'), step('s2', ['s1'])] }] },
    { id: 'q2', dependsOn: ['q1'], subtasks: [{ steps: [step('s3', ['s2'])] }] },
    { id: 'r1', dependsOn: ['q2', '1'], subtasks: [{ steps: [step('s4', [], 'high')] }] },
    { id: 'x', dependsOn: [], subtasks: [], risk: 'high' },
  ],
} as unknown as Pick<Plan, 'phases'>

const effect = (id: string, choice: GateChoice, more: object = {}, done = ['1']): string =>
  describeConsequence({ id, kind: 'blocker', phaseIds: ['q1'], ...more }, choice, {
    plan,
    isDone: (phaseId) => done.includes(phaseId),
  })

describe('describeConsequence', () => {
  it.each<[string, GateChoice, object, string]>([
    ['blocker:q1:1', 'skip', {}, 'skips q1; also skips q2, r1'],
    ['blocker:r1:1', 'skip', { phaseIds: ['r1'] }, 'skips r1'],
    ['blocker:q1:1:s1', 'skip', {}, 'skips step s1; also skips s2, s3'],
    ['blocker:q1:1:s1:2', 'skip', {}, 'skips step s1; also skips s2, s3'],
    ['blocker:q1:1', 'abort', {}, 'ends the run; completed phases stay'],
    ['checkpoint:q1:1', 'approve', { kind: 'checkpoint' }, 'adds q1 to the branch; then q2 can start'],
    ['checkpoint:q1:1:2', 'approve', { kind: 'checkpoint' }, 'starts the next part of the phase'],
    ['plan', 'approve', { kind: 'plan', phaseIds: [] }, 'runs the plan and its commands'],
    ['b', 'approve', { blocker: 'budget_exceeded' }, 'allows more; asks how much'],
    ['b', 'approve', { blocker: 'needs_judgment' }, 'runs the step'],
    [
      'b',
      'retry',
      { blocker: 'review_unclear', retries: 'review' },
      'asks the reviewer again; the work stays as it is',
    ],
    ['b', 'approve', { blocker: 'review_rejected' }, 'takes the work as it is'],
  ])('at %s, %s with %j: %s', (id, choice, more, expected) => {
    expect(effect(id, choice, more)).toBe(expected)
  })

  it('leaves out phases that are done', () => {
    expect(effect('blocker:q1:1', 'skip', {}, ['1', 'r1'])).toBe('skips q1; also skips q2')
  })
})

describe('needsConfirmation', () => {
  it.each<[GateChoice, object, boolean]>([
    ['approve', { phaseIds: ['q1'] }, false],
    ['skip', { phaseIds: ['q1'] }, false],
    ['abort', { phaseIds: ['q1'] }, true],
    ['abort-revert', { phaseIds: ['q1'] }, true],
    ['reject', { phaseIds: [] }, true],
    ['approve', { phaseIds: ['x'] }, true],
    ['approve', { phaseIds: ['q1', 'r1'] }, true],
    ['done-by-hand', { phaseIds: ['q1'], blocker: 'needs_judgment' }, true],
  ])('%s at %j: %s', (choice, gate, expected) => {
    expect(needsConfirmation(gate as Parameters<typeof needsConfirmation>[0], choice, plan)).toBe(expected)
  })
})
