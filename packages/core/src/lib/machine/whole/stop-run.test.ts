import { describe, expect, it } from 'vitest'
import {
  createMachineRun,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { InputDraft } from '../state/input/input.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)
const drain: InputDraft = { type: 'drain_requested' }
const cancel: InputDraft = { type: 'cancel_requested' }
const parked: InputDraft = { type: 'parked' }

/** A phase is stuck, and a person is asked. */
const asked = (options: MachineRunOptions = {}): MachineRun => {
  const machine = createMachineRun(options)
  machine.feed(inputsOf().opened, inputsOf().blocked(), inputsOf().committed)
  return machine
}

describe('a run that is to drain', () => {
  it('says so once, begins nothing more, and ends as cancelled when nothing is asked', () => {
    const machine = createMachineRun({ phases: [phase('a'), phase('b', ['a'])] })
    expect(machine.feed(drain).events).toMatchObject([{ type: 'run_draining', reason: 'requested' }])
    expect(machine.feed(drain)).toEqual({ events: [], effects: [] })
    const { opened, finished, committed, composed, prepared, moved } = inputsOf()
    machine.feed(opened, finished, committed, composed, prepared)
    const { events } = machine.feed(moved)
    expect(events.at(-1)).toMatchObject({ type: 'run_ended', status: 'cancelled' })
    expect(machine.phase('b').status).toBe('ready')
  })

  it('ends as waiting where something is asked', () => {
    const machine = asked({ phases: [phase('a'), phase('b', ['a'])] })
    expect(machine.feed(drain).events.at(-1)).toMatchObject({ type: 'run_ended', status: 'waiting' })
  })

  it('is not one any more that is being stopped', () => {
    const machine = createMachineRun()
    machine.feed(inputsOf().opened, cancel)
    expect(machine.feed(drain)).toEqual({ events: [], effects: [] })
  })

  it('drains because a person says so, also when it did because a phase had failed', () => {
    const machine = createMachineRun({ phases: [phase('a'), phase('b')] })
    machine.state.draining = 'phase_failed'
    expect(kinds(machine.feed(drain).events)).toEqual(['run_draining'])
    expect(machine.state.draining).toBe('requested')
  })
})

describe('a run that nobody is there for', () => {
  it('ends as waiting where it waits, and only there', () => {
    const machine = createMachineRun()
    expect(machine.feed(parked)).toEqual({ events: [], effects: [] })
    const waiting = asked()
    const { events, effects } = waiting.feed(parked)
    expect(events).toMatchObject([{ type: 'run_ended', status: 'waiting' }])
    expect(effects).toEqual([{ type: 'finish' }])
    expect(waiting.state.endedAt).toBe(1_000)
  })
})

describe('a run that is cancelled', () => {
  it('stops what is under way, once, and ends when that has ended', () => {
    const machine = createMachineRun({ phases: [phase('a'), phase('b')] })
    machine.feed(inputsOf('a').opened, inputsOf('b').opened)
    expect(machine.feed(cancel)).toEqual({ events: [], effects: [{ type: 'interrupt' }] })
    expect(machine.feed(cancel)).toEqual({ events: [], effects: [] })
    const gone = { class: 'cancelled', message: 'stopped' } as const
    machine.feed(inputsOf('a').failed(gone), inputsOf('a').committed)
    expect(machine.state.endedAt).toBeUndefined()
    const { events } = machine.feed(inputsOf('b').failed(gone), inputsOf('b').committed)
    expect(kinds(events)).toEqual(['commit_created', 'phase_cancelled', 'run_ended'])
    expect(machine.state.status).toBe('cancelled')
  })

  it('ends at once where nothing is under way', () => {
    const machine = asked()
    const { events, effects } = machine.feed(cancel)
    expect(events).toMatchObject([{ type: 'run_ended', status: 'cancelled' }])
    expect(effects).toEqual([{ type: 'finish' }])
  })

  it('cancels at once what only waits in line for the head', () => {
    const machine = createMachineRun({ phases: [phase('a'), phase('b')] })
    for (const id of ['a', 'b']) {
      const { opened, finished, committed } = inputsOf(id)
      machine.feed(opened, finished, committed)
    }
    expect(machine.state.schedule.integration).toHaveLength(2)
    const { events, effects } = machine.feed(cancel)
    expect(events).toMatchObject([{ type: 'phase_cancelled', phaseId: 'b' }])
    expect(kinds(effects)).toEqual(['close_workspace', 'interrupt'])
    expect(machine.phase('a').status).toBe('integrating')
  })

  it('becomes aborted if a person aborts it while it is being cancelled, but not the other way round', () => {
    const machine = createMachineRun({ phases: [phase('a'), phase('b')] })
    machine.feed(inputsOf().opened, inputsOf().blocked(), inputsOf().committed, inputsOf('b').opened, cancel)
    expect(machine.state.stopping).toBe('cancelled')
    machine.answer('abort')
    expect(machine.state.stopping).toBe('aborted')
    machine.feed(cancel)
    expect(machine.state.stopping).toBe('aborted')
  })

  it('leaves the target as it is, also where a person had wanted it back', () => {
    const machine = asked({ targetCommit: 'before' })
    machine.state.revert.stage = 'wanted'
    expect(kinds(machine.feed(cancel).effects)).toEqual(['finish'])
  })
})

describe('a run that is given up with everything it did', () => {
  const reverting = (): MachineRun => {
    const machine = asked({ targetCommit: 'before' })
    machine.state.target.commit = 'after'
    machine.feed({ type: 'gate_answered', gateId: machine.gate().id, choice: 'abort-revert', scope: 'run' })
    return machine
  }

  it('has the target put back as the last thing, once', () => {
    const machine = asked({ targetCommit: 'before' })
    machine.state.target.commit = 'after'
    expect(machine.answer('abort-revert').effects).toEqual([
      { type: 'revert_run', found: 'after', before: 'before' },
    ])
    expect(machine.feed(drain)).toEqual({ events: [], effects: [] })
    const { events, effects } = machine.feed({ type: 'run_reverted' })
    expect(events).toMatchObject([{ type: 'run_ended', status: 'aborted' }])
    expect(effects).toEqual([{ type: 'finish' }])
    expect(machine.state).toMatchObject({ revert: { stage: 'done' }, target: { commit: 'before' } })
    expect(machine.state).not.toHaveProperty('targetNote')
  })

  it('says how to have its commits back', () => {
    const machine = reverting()
    machine.feed({ type: 'run_reverted', rescue: 'refs/amelia/r1/reverted' })
    expect(machine.state.target.note).toBe(
      'amelia/work is what it was before the run. To get its commits back on a branch: git branch again refs/amelia/r1/reverted',
    )
  })

  it('says why the target is not back', () => {
    const machine = reverting()
    machine.feed({ type: 'run_reverted', note: 'it was moved', rescue: 'x' })
    expect(machine.state).toMatchObject({
      target: { note: 'it was moved', commit: 'after' },
      revert: { stage: 'done' },
    })
  })

  it('takes no word of it that it did not ask for', () => {
    const machine = asked({ targetCommit: 'before' })
    expect(machine.feed({ type: 'run_reverted', note: 'x' })).toEqual({ events: [], effects: [] })
    expect(machine.state).not.toHaveProperty('targetNote')
    expect(machine.state).not.toHaveProperty('reverting')
  })
})
