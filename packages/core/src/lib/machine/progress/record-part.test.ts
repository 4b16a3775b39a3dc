import { describe, expect, it } from 'vitest'
import { createMachineRun, inputsOf } from '../../../../test/machine-run.ts'

const at = { phaseId: 'a', subtaskId: 'a.1' }
const atStep = { ...at, stepId: 'a.1.1' }
const failure = { class: 'agent_failed', message: 'no' } as const
const adaptation = { files: ['x'], said: 'another way' }

const begun = () => {
  const machine = createMachineRun()
  machine.feed(inputsOf().opened)
  return machine
}

describe('how the parts of an attempt go', () => {
  // seed: intelligent-execution 67
  it('is told as it happens', () => {
    const machine = begun()
    const { events, effects } = machine.feed(
      { type: 'subtask_started', ...at },
      { type: 'step_started', ...atStep },
      { type: 'step_finished', ...atStep, observation: { durationMs: 5, command: 'x', exitCode: 0 } },
      { type: 'subtask_finished', ...at },
    )
    expect(events).toMatchObject([
      { type: 'subtask_started', ...at, title: 'Write a' },
      { type: 'step_started', ...atStep, action: 'code' },
      { type: 'step_completed', ...atStep, durationMs: 5, command: 'x', exitCode: 0 },
      { type: 'subtask_completed', ...at },
    ])
    expect(effects).toEqual([])
    expect(machine.phase('a').stepStatus.get('a.1.1')).toBe('completed')
    expect(machine.phase('a').subtaskStatus.get('a.1')).toBe('completed')
  })

  // seed: intelligent-execution 67
  it('is told with what failed', () => {
    const machine = begun()
    const { events } = machine.feed(
      { type: 'step_finished', ...atStep, observation: { durationMs: 5 }, failure },
      { type: 'subtask_finished', ...at, failure },
    )
    expect(events).toMatchObject([
      { type: 'step_failed', ...atStep, failure, durationMs: 5 },
      { type: 'subtask_failed', ...at, failure },
    ])
    expect(machine.phase('a').stepStatus.get('a.1.1')).toBe('failed')
    expect(machine.phase('a').subtaskStatus.get('a.1')).toBe('failed')
  })

  it('is known while it goes on', () => {
    const machine = begun()
    machine.feed({ type: 'subtask_started', ...at }, { type: 'step_started', ...atStep })
    expect(machine.phase('a').subtaskStatus.get('a.1')).toBe('running')
    expect(machine.phase('a').stepStatus.get('a.1.1')).toBe('running')
  })

  it('keeps the repair of an agent, with the command that then ran, until the step fails', () => {
    const machine = begun()
    machine.feed({
      type: 'step_finished',
      ...atStep,
      observation: { durationMs: 1, adaptation, command: 'y' },
    })
    expect(machine.phase('a').attempt.adapted?.get('a.1.1')).toEqual({ adaptation, command: 'y' })
    machine.feed({ type: 'step_finished', ...atStep, observation: { durationMs: 1, adaptation } })
    expect(machine.phase('a').attempt.adapted?.get('a.1.1')).toEqual({ adaptation })
    machine.feed({ type: 'step_finished', ...atStep, observation: { durationMs: 1, adaptation }, failure })
    expect(machine.phase('a').attempt.adapted?.size).toBe(0)
  })

  it('is in the workspace alone until it is committed', () => {
    const machine = begun()
    machine.feed(
      { type: 'step_finished', ...atStep, observation: { durationMs: 1 } },
      { type: 'subtask_finished', ...at },
    )
    const {
      attempt: { unsaved },
    } = machine.phase('a')
    expect([...unsaved!.steps, ...unsaved!.subtasks]).toEqual(['a.1.1', 'a.1'])
    machine.feed(inputsOf().finished, inputsOf().committed)
    expect(machine.phase('a').attempt.unsaved).toBeUndefined()
  })

  it('is nothing for a part that the phase does not have, or of a phase that is not under way', () => {
    const machine = begun()
    for (const input of [
      { type: 'subtask_started', phaseId: 'a', subtaskId: 'x' },
      { type: 'step_started', ...at, stepId: 'x' },
    ] as const)
      expect(machine.feed(input)).toEqual({ events: [], effects: [] })
    machine.feed(inputsOf().blocked(), inputsOf().committed)
    expect(machine.feed({ type: 'subtask_started', ...at })).toEqual({ events: [], effects: [] })
    expect(machine.phase('a').subtaskStatus.size).toBe(0)
  })
})
