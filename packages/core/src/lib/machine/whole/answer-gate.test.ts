import { describe, expect, it } from 'vitest'
import {
  createMachineRun,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import { sessionUsed } from '../../../../test/session-used.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)

/** Phase `a` cannot go on. */
const blocked = (more: object = {}, options: MachineRunOptions = {}): MachineRun => {
  const machine = createMachineRun(options)
  const inputs = inputsOf()
  machine.feed(inputs.opened, inputs.blocked(more), inputs.committed)
  return machine
}
const atStep = { stepId: 'a.1.1', blocker: 'command_failed' }

describe('an answer', () => {
  it('is told with its phase and its words, and closes the gate', () => {
    const machine = blocked()
    const [event] = machine.answer('skip', 'not wanted').events
    expect(event).toMatchObject({
      type: 'gate_resolved',
      phaseId: 'a',
      gateId: 'blocker:a:1',
      choice: 'skip',
      feedback: 'not wanted',
    })
    expect(machine.state.gates.size).toBe(0)
    expect([...machine.state.answered]).toEqual(['blocker:a:1'])
  })

  it('without words, to a gate of no phase, has neither', () => {
    const machine = createMachineRun({
      settings: { budget: { tokens: 1 } },
      phases: [phase('a', [], { subtasks: [] })],
    })
    machine.feed(inputsOf().opened, sessionUsed({ inputTokens: 1 }))
    const [event] = machine.answer('approve').events
    expect(event?.type).toBe('gate_resolved')
    expect(event).not.toHaveProperty('phaseId')
    expect(event).not.toHaveProperty('feedback')
  })

  it('that the gate does not offer, or to no gate, changes nothing', () => {
    const machine = blocked()
    expect(machine.answer('approve')).toEqual({ events: [], effects: [] })
    expect(machine.feed({ type: 'gate_answered', gateId: 'x', choice: 'skip' })).toEqual({
      events: [],
      effects: [],
    })
    expect(machine.state.gates.size).toBe(1)
  })

  it('of skip leaves the phase out, with the words of the person for it', () => {
    expect(blocked().answer('skip', 'no use').events[1]).toMatchObject({
      type: 'phase_skipped',
      reason: 'no use',
    })
    expect(blocked().answer('skip').events[1]).toMatchObject({ reason: 'A person said so.' })
  })

  it('of skip at a step leaves the step out, and the same attempt goes on', () => {
    const machine = blocked(atStep)
    const { events, effects } = machine.answer('skip')
    expect(kinds(events)).toEqual(['gate_resolved', 'step_skipped', 'subtask_skipped', 'phase_continued'])
    expect(effects).toMatchObject([{ type: 'open_workspace', attempt: 1, from: 'a-work' }])
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['run_unit'])
  })

  it('of done-by-hand at a step that failed takes the step as done by hand', () => {
    const machine = blocked(atStep)
    expect(machine.answer('done-by-hand').effects).toMatchObject([{ type: 'open_workspace', attempt: 1 }])
    expect(machine.phase('a').stepStatus.get('a.1.1')).toBe('completed')
    expect(machine.phase('a').byHand).toEqual(new Set(['a.1.1']))
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['run_unit'])
  })

  it.each([
    ['approve', 'a step of judgment has the step run', { passable: true }],
    ['done-by-hand', 'a manual step passes it', {}],
  ] as const)('of %s at %s', (choice, _, more) => {
    const machine = blocked({ ...atStep, blocker: 'needs_judgment', ...more })
    machine.answer(choice)
    expect(machine.phase('a').stepStatus.has('a.1.1')).toBe(false)
    expect(machine.phase('a').attempt.approvedStep).toBe(choice === 'approve' ? 'a.1.1' : undefined)
  })

  it('of approve goes on in spite of what an agent saw: of everything, or of one step', () => {
    const whole = blocked({ passable: true })
    expect(whole.gate()).toMatchObject({
      choices: ['retry', 'approve', 'skip', 'abort', 'abort-revert'],
      suggestions: ['git show a-work', 'approve: run it anyway', expect.stringContaining('fix: ')],
    })
    expect(whole.answer('approve').effects).toMatchObject([{ type: 'open_workspace', attempt: 1 }])
    expect(whole.phase('a').attempt.preflightPassed).toBe(true)
    expect(kinds(whole.feed(inputsOf().opened).effects)).toEqual(['run_unit'])

    const step = blocked({ ...atStep, passable: true })
    step.answer('approve')
    expect(step.phase('a').attempt.preflightPassed).toBe(false)
    expect(step.phase('a').attempt.approvedStep).toBe('a.1.1')
    expect(kinds(step.feed(inputsOf().opened).effects)).toEqual(['run_unit'])
  })

  it('of retry begins a new attempt with all attempts ahead', () => {
    const machine = blocked()
    expect(machine.answer('retry').effects).toMatchObject([{ type: 'open_workspace', attempt: 2 }])
    expect(machine.phase('a')).toMatchObject({ attempt: { number: 2 }, effort: { tries: 1 } })
  })

  it('of abort and of abort-revert give the run up', () => {
    const machine = blocked()
    expect(kinds(machine.answer('abort').events)).toEqual(['gate_resolved', 'run_ended'])
    expect(machine.state.status).toBe('aborted')
    const reverting = blocked({}, { targetCommit: 'before' })
    expect(reverting.answer('abort-revert').effects).toEqual([
      { type: 'revert_run', found: 'before', before: 'before' },
    ])
  })

  it('of reject to the plan gives the run up, and approve lets it begin', () => {
    const phases = [
      phase('a', [], {
        subtasks: [{ id: 'a.1', title: 'x', steps: [{ id: 'a.1.1', action: 'command', command: 'ls' }] }],
      }),
    ]
    const rejected = createMachineRun({ phases, settings: { planApproved: false } })
    rejected.answer('reject')
    expect(rejected.state.status).toBe('aborted')
    const approved = createMachineRun({ phases, settings: { planApproved: false } })
    expect(kinds(approved.answer('approve').effects)).toEqual(['open_workspace'])
  })
})
