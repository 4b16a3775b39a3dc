import { describe, expect, it } from 'vitest'
import { complete, createMachineRun, inputsOf, type MachineRun } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import { isEmptied } from './ask-about-skips.ts'

const step = (id: string, dependsOn: string[] = []): StepDraft => ({
  id,
  dependsOn,
  action: 'code',
  filePath: id,
  codeChange: 'x',
})

/** `a` is done in two parts; what depends on the first is in the second, and in `b` and `c`. */
const create = (): MachineRun =>
  createMachineRun({
    phases: [
      phase('a', [], {
        subtasks: [
          { id: 'a.1', title: 'one', steps: [step('a.1.1'), step('a.1.2')] },
          { id: 'a.2', title: 'two', dependsOn: ['a.1'], steps: [step('a.2.1')] },
        ],
      }),
      phase('b', ['a'], {
        subtasks: [
          { id: 'b.1', title: 'three', dependsOn: ['a.2'], steps: [step('b.1.1')] },
          { id: 'b.2', title: 'four', steps: [step('b.2.1')] },
        ],
      }),
    ],
  })
const stuckAt = (machine: MachineRun, stepId: string, id = 'a') => {
  const { opened, blocked, committed } = inputsOf(id, machine.phase(id).attempt.number)
  machine.feed(opened, blocked({ stepId }), committed)
}
const parts = (machine: MachineRun, id: string) => ({
  steps: Object.fromEntries(machine.phase(id).stepStatus),
  subtasks: Object.fromEntries(machine.phase(id).subtaskStatus),
})

describe('a step that a person leaves out', () => {
  it('is told with everything that builds on it, each with its reason', () => {
    const machine = create()
    stuckAt(machine, 'a.2.1')
    const { events } = machine.answer('skip')
    expect(events.filter(({ type }) => type.endsWith('_skipped'))).toMatchObject([
      { type: 'step_skipped', phaseId: 'a', subtaskId: 'a.2', stepId: 'a.2.1', reason: 'A person said so.' },
      {
        type: 'subtask_skipped',
        phaseId: 'a',
        subtaskId: 'a.2',
        reason: 'Its step a.2.1 was skipped.',
        skippedBy: 'a.2.1',
      },
      { type: 'step_skipped', phaseId: 'b', subtaskId: 'b.1', stepId: 'b.1.1', skippedBy: 'b.1' },
      { type: 'subtask_skipped', phaseId: 'b', subtaskId: 'b.1', skippedBy: 'a.2' },
    ])
    expect(parts(machine, 'a')).toEqual({ steps: { 'a.2.1': 'skipped' }, subtasks: { 'a.2': 'skipped' } })
    expect(parts(machine, 'b')).toEqual({ steps: { 'b.1.1': 'skipped' }, subtasks: { 'b.1': 'skipped' } })
    complete(machine)
    complete(machine, 'b')
    expect(machine.state.status).toBe('partial')
  })

  it('undoes nothing that is done, and says nothing twice', () => {
    const machine = create()
    const one = { phaseId: 'a', subtaskId: 'a.1' }
    machine.feed(inputsOf().opened, {
      type: 'step_finished',
      ...one,
      stepId: 'a.1.2',
      observation: { durationMs: 1 },
    })
    machine.feed(inputsOf().blocked({ stepId: 'a.1.2' }), inputsOf().committed)
    machine.phase('a').stepStatus.set('a.1.2', 'completed')
    machine.answer('skip')
    expect(machine.phase('a').stepStatus.get('a.1.2')).toBe('completed')
    stuckAt(machine, 'a.1.1')
    const { events } = machine.answer('skip')
    expect(events.filter(({ type }) => type === 'step_skipped')).not.toContainEqual(
      expect.objectContaining({ stepId: 'a.1.2' }),
    )
  })

  it('is given back, with what was left out because of it alone', () => {
    const machine = create()
    stuckAt(machine, 'a.2.1')
    machine.answer('skip')
    const { events } = machine.feed({ type: 'unskip_requested', id: 'a.2.1' })
    expect(events).toMatchObject([
      { type: 'step_unskipped', phaseId: 'a', subtaskId: 'a.2', stepId: 'a.2.1' },
      { type: 'subtask_unskipped', phaseId: 'a', subtaskId: 'a.2' },
      { type: 'step_unskipped', phaseId: 'b', subtaskId: 'b.1', stepId: 'b.1.1' },
      { type: 'subtask_unskipped', phaseId: 'b', subtaskId: 'b.1' },
    ])
    for (const id of ['a', 'b']) expect(parts(machine, id)).toEqual({ steps: {}, subtasks: {} })
  })

  it('changes nothing in a phase that has ended', () => {
    const machine = createMachineRun({
      phases: [
        phase('a', [], { subtasks: [{ id: 'a.1', title: 'x', dependsOn: ['b.1'], steps: [step('a.1.1')] }] }),
        phase('b', [], { subtasks: [{ id: 'b.1', title: 'y', steps: [step('b.1.1')] }] }),
      ],
    })
    machine.phase('a').status = 'completed'
    stuckAt(machine, 'b.1.1', 'b')
    const { events } = machine.answer('skip')
    expect(events.filter((event) => 'phaseId' in event && event.phaseId === 'a')).toEqual([])
  })
})

describe('isEmptied', () => {
  const whole = (machine: MachineRun, id: string) => isEmptied(machine.state, machine.phase(id))

  it('is a phase all of which builds on parts of others that were skipped', () => {
    const machine = createMachineRun({
      phases: [
        phase('a', [], { subtasks: [{ id: 'a.1', title: 'x', steps: [step('a.1.1')] }] }),
        phase('b', [], { subtasks: [{ id: 'b.1', title: 'y', dependsOn: ['a.1'], steps: [step('b.1.1')] }] }),
        phase('c', [], { subtasks: [] }),
        phase('d', [], {
          subtasks: [
            { id: 'd.0', title: 'done', status: 'done', steps: [] },
            { id: 'd.1', title: 'y', dependsOn: ['a.1'], steps: [step('d.1.1')] },
          ],
        }),
        phase('e', [], {
          subtasks: [
            { id: 'e.1', title: 'y', dependsOn: ['a.1'], steps: [step('e.1.1')] },
            { id: 'e.2', title: 'z', steps: [step('e.2.1')] },
          ],
        }),
      ],
      settings: { concurrency: 9 },
    })
    expect(['a', 'b', 'c', 'd', 'e'].filter((id) => whole(machine, id))).toEqual([])
    stuckAt(machine, 'a.1.1')
    machine.answer('skip')
    // The part that a person skipped in `a` itself stays skipped.
    expect(['a', 'b', 'c', 'd', 'e'].filter((id) => whole(machine, id))).toEqual(['b', 'd'])
  })
})
