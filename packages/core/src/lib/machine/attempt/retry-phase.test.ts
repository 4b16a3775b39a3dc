import { describe, expect, it } from 'vitest'
import {
  complete,
  createMachineRun,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import { presets } from '../../run/settings/presets.ts'
import { whyNotReopened } from './retry-phase.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)
const statuses = ({ state }: MachineRun) =>
  Object.fromEntries(state.phases.map(({ status, planned: { id } }) => [id, status]))

const failing = { ...presets.phased.retry, maxAttempts: 1 }

/** A phase fails for good. */
const fail = (machine: MachineRun, id: string, attempt = 1) => {
  const { opened, failed, committed } = inputsOf(id, attempt)
  return machine.feed(opened, failed({ class: 'agent_failed', message: 'no' }), committed)
}
/** A person leaves a phase out, or the step that it is stuck at. */
const skip = (machine: MachineRun, id: string, stepId?: string) => {
  const { opened, blocked, committed } = inputsOf(id)
  machine.feed(opened, blocked(stepId === undefined ? {} : { stepId }), committed)
  return machine.answer('skip')
}
const create = (phases: MachineRunOptions['phases'], settings: MachineRunOptions['settings'] = {}) =>
  createMachineRun({ phases: phases ?? [], settings: { onFailure: 'continue', retry: failing, ...settings } })

describe('a failed phase that a person takes up again', () => {
  it('starts again, and unblocks all the descendants that it blocked, and nothing else', () => {
    const machine = create([
      phase('a'),
      phase('b', ['a']),
      phase('c', ['b']),
      phase('x'),
      phase('y', ['x']),
      phase('hold'),
    ])
    fail(machine, 'a')
    fail(machine, 'x')
    expect(statuses(machine)).toMatchObject({
      a: 'failed',
      b: 'blocked',
      c: 'blocked',
      x: 'failed',
      y: 'blocked',
    })
    const { events, effects } = machine.feed({ type: 'retry_requested', phaseId: 'a' })
    expect(statuses(machine)).toMatchObject({
      a: 'running',
      b: 'pending',
      c: 'pending',
      x: 'failed',
      y: 'blocked',
    })
    expect(effects).toMatchObject([{ type: 'open_workspace', phaseId: 'a', attempt: 2, dispatch: 2 }])
    // Nobody had skipped them.
    expect(kinds(events)).toEqual(['phase_started'])
    expect(machine.phase('b').because).toBeUndefined()
    complete(machine, 'a', 2)
    expect(statuses(machine)).toMatchObject({ a: 'completed', b: 'running' })
  })

  it('leaves blocked what another one holds as well, and says by which', () => {
    const machine = create([phase('a'), phase('b'), phase('c', ['a', 'b']), phase('d', ['c']), phase('hold')])
    fail(machine, 'a')
    fail(machine, 'b')
    expect(machine.phase('c').because).toBe('a')
    const { events } = machine.feed({ type: 'retry_requested', phaseId: 'a' })
    expect(statuses(machine)).toMatchObject({ c: 'blocked', d: 'blocked' })
    expect(events.filter(({ type }) => type === 'phase_blocked')).toMatchObject([
      { phaseId: 'c', blockedBy: 'b' },
      { phaseId: 'd', blockedBy: 'b' },
    ])
    expect(machine.phase('d').because).toBe('b')
    // The same cause is not reported twice.
    machine.feed({ type: 'cancel_requested' })
    const again = create([phase('a'), phase('b'), phase('c', ['a', 'b']), phase('hold')])
    fail(again, 'a')
    fail(again, 'b')
    expect(kinds(again.feed({ type: 'retry_requested', phaseId: 'b' }).events)).toEqual(['phase_started'])
    expect(again.phase('c')).toMatchObject({ status: 'blocked', because: 'a' })
  })

  it('is skipped then, if one of its dependencies was skipped since', () => {
    const machine = create([phase('a'), phase('b'), phase('c', ['a', 'b']), phase('hold')])
    fail(machine, 'a')
    skip(machine, 'b')
    expect(statuses(machine)).toMatchObject({ c: 'blocked' })
    const { events } = machine.feed({ type: 'retry_requested', phaseId: 'a' })
    expect(events.find(({ type }) => type === 'phase_skipped')).toMatchObject({
      phaseId: 'c',
      reason: 'Phase b was skipped.',
      skippedBy: 'b',
    })
    expect(machine.phase('c')).toMatchObject({ status: 'skipped', because: 'b' })
  })

  it('leaves no phase blocked that a resume would report as skipped, however little they have to do with each other', () => {
    const machine = create([
      phase('a'),
      phase('other'),
      phase('b'),
      phase('c', ['a', 'b']),
      phase('d', ['c', 'other']),
      phase('hold'),
    ])
    fail(machine, 'a')
    fail(machine, 'other')
    skip(machine, 'b')
    expect(statuses(machine)).toMatchObject({ c: 'blocked', d: 'blocked' })
    const { events } = machine.feed({ type: 'retry_requested', phaseId: 'other' })
    expect(events.filter(({ type }) => type === 'phase_skipped')).toMatchObject([
      { phaseId: 'c', skippedBy: 'b' },
      { phaseId: 'd', skippedBy: 'c' },
    ])
    expect(statuses(machine)).toMatchObject({ a: 'failed', c: 'skipped', d: 'skipped', other: 'running' })
  })

  it('ends the draining that it was the reason of, when no other has failed', () => {
    const machine = create([phase('a'), phase('b'), phase('hold')], { onFailure: 'halt' })
    fail(machine, 'a')
    fail(machine, 'b')
    expect(machine.state.draining).toBe('phase_failed')
    machine.feed({ type: 'retry_requested', phaseId: 'a' })
    expect(machine.state.draining).toBe('phase_failed')
    machine.feed({ type: 'retry_requested', phaseId: 'b' })
    expect(machine.state).not.toHaveProperty('draining')
  })

  it('does not end a draining that a person has asked for', () => {
    const machine = create([phase('a'), phase('hold')])
    fail(machine, 'a')
    machine.feed({ type: 'drain_requested' }, { type: 'retry_requested', phaseId: 'a' })
    expect(machine.state.draining).toBe('requested')
  })

  it('changes nothing where it has not failed', () => {
    const machine = create([phase('a')])
    expect(machine.feed({ type: 'retry_requested', phaseId: 'a' })).toEqual({ events: [], effects: [] })
    expect(machine.phase('a')).toMatchObject({ status: 'running', attempt: { number: 1 } })
  })

  it('goes on with what it has where the rules keep that, and has all its attempts and waits again', () => {
    const machine = create([phase('a'), phase('hold')], { retry: { ...failing, workspace: 'keep' } })
    fail(machine, 'a')
    const used = { tries: 2, waits: 3, reviewRounds: 2, shortened: true, afterSiblings: true }
    Object.assign(machine.phase('a').effort, used)
    machine.phase('a').endedAt = 5
    const { effects } = machine.feed({ type: 'retry_requested', phaseId: 'a' })
    expect(effects).toMatchObject([{ type: 'open_workspace', attempt: 2, from: 'a-work' }])
    expect(machine.phase('a')).toMatchObject({
      effort: { tries: 1, waits: 0, reviewRounds: 0, collisions: 0, shortened: false, afterSiblings: false },
    })
    expect(machine.phase('a').endedAt).toBeUndefined()
  })

  it('begins on the head where there is nothing to go on with, or it collided with what is there', () => {
    const collided = create([phase('a'), phase('hold')], { retry: { ...failing, workspace: 'keep' } })
    fail(collided, 'a')
    collided.phase('a').attempt.collided = true
    const [opened] = collided.feed({ type: 'retry_requested', phaseId: 'a' }).effects
    expect(opened).not.toHaveProperty('from')
  })
})

describe('a skip that a person takes back', () => {
  it('frees the phase and what was skipped because of it', () => {
    const machine = create([phase('a'), phase('b', ['a']), phase('c', ['b']), phase('x'), phase('y', ['x'])])
    skip(machine, 'a')
    skip(machine, 'x')
    expect(statuses(machine)).toEqual({
      a: 'skipped',
      b: 'skipped',
      c: 'skipped',
      x: 'skipped',
      y: 'skipped',
    })
    machine.feed({ type: 'run_resumed' })
    const resumed = machine.feed({ type: 'run_resumed', unskip: ['a'] })
    expect(resumed.events.filter(({ type }) => type === 'phase_unskipped')).toMatchObject([
      { phaseId: 'a' },
      { phaseId: 'b' },
      { phaseId: 'c' },
    ])
    expect(statuses(machine)).toEqual({
      a: 'running',
      b: 'pending',
      c: 'pending',
      x: 'skipped',
      y: 'skipped',
    })
  })

  it('changes nothing where nothing is skipped', () => {
    const machine = create([phase('a')])
    expect(machine.feed({ type: 'unskip_requested', id: 'a' })).toEqual({ events: [], effects: [] })
    expect(machine.feed({ type: 'unskip_requested', id: 'a.1' })).toEqual({ events: [], effects: [] })
  })

  it('of a step gives the step back, and its subtask, as long as the phase goes on', () => {
    const machine = create([phase('a'), phase('hold')])
    skip(machine, 'a', 'a.1.1')
    const { events } = machine.feed({ type: 'unskip_requested', id: 'a.1.1' })
    expect(events).toMatchObject([
      { type: 'step_unskipped', phaseId: 'a', subtaskId: 'a.1', stepId: 'a.1.1' },
      { type: 'subtask_unskipped', phaseId: 'a', subtaskId: 'a.1' },
    ])
    expect(machine.phase('a').stepStatus.has('a.1.1')).toBe(false)
    expect(machine.phase('a').subtaskStatus.has('a.1')).toBe(false)
    expect(machine.state.skippedByPerson.steps.size).toBe(0)
  })
})

describe('whyNotReopened', () => {
  it('says why a phase cannot be tried again', () => {
    const machine = create([phase('a'), phase('hold')])
    expect(whyNotReopened(machine.state, 'retry', 'z')).toBe('The plan has no phase "z".')
    expect(whyNotReopened(machine.state, 'retry', 'a')).toBe('Phase a has not failed: it is running.')
    fail(machine, 'a')
    expect(whyNotReopened(machine.state, 'retry', 'a')).toBeUndefined()
  })

  it('explains why a skip cannot be undone', () => {
    const machine = create([phase('a'), phase('b', ['a']), phase('hold')])
    expect(whyNotReopened(machine.state, 'unskip', 'a')).toBe('Phase a is not skipped: it is running.')
    skip(machine, 'a')
    expect(whyNotReopened(machine.state, 'unskip', 'a')).toBeUndefined()
    expect(whyNotReopened(machine.state, 'unskip', 'b')).toBe(
      'Phase b is skipped because a is. Take that back.',
    )
    expect(whyNotReopened(machine.state, 'unskip', 'zzz')).toBe(
      '"zzz" is not a phase, subtask or step that a person skipped.',
    )
  })

  it('names the dependency that is not done when a skip cannot be undone', () => {
    const machine = create([phase('a'), phase('b', ['a']), phase('hold')])
    skip(machine, 'a')
    // As if a person had skipped it as well.
    machine.phase('b').because = undefined
    for (const [status, because, named] of [
      ['skipped', undefined, 'a'],
      ['failed', undefined, 'a'],
      ['blocked', 'z', 'z'],
    ] as const) {
      Object.assign(machine.phase('a'), { status, because })
      expect(whyNotReopened(machine.state, 'unskip', 'b')).toBe(
        `Phase b builds on ${named}, which is not done. Reopen that first.`,
      )
    }
    machine.phase('a').status = 'completed'
    expect(whyNotReopened(machine.state, 'unskip', 'b')).toBeUndefined()
  })

  it('says of a part that its phase is over', () => {
    const step = (id: string): StepDraft => ({ id, action: 'code', filePath: 'x', codeChange: 'x' })
    const machine = create([
      phase('x', [], { subtasks: [{ id: 'x.1', title: 'x', steps: [] }] }),
      phase('a', [], {
        subtasks: [
          { id: 'a.1', title: 'one', steps: [step('a.1.1'), step('a.1.2')] },
          { id: 'a.2', title: 'two', steps: [step('a.2.1')] },
        ],
      }),
      phase('hold'),
    ])
    skip(machine, 'a', 'a.2.1')
    expect(whyNotReopened(machine.state, 'unskip', 'a.2.1')).toBeUndefined()
    complete(machine, 'a')
    expect(whyNotReopened(machine.state, 'unskip', 'a.2.1')).toBe('Phase a is completed already.')
    machine.state.skippedByPerson.subtasks.add('a.1')
    expect(whyNotReopened(machine.state, 'unskip', 'a.1')).toBe('Phase a is completed already.')
  })

  it('refuses to reopen anything while the run is finishing', () => {
    const machine = create([phase('a'), phase('b')], { publish: 'single' })
    skip(machine, 'b')
    complete(machine, 'a')
    const why = 'The run is finishing. Try again when it has ended.'
    expect(whyNotReopened(machine.state, 'unskip', 'b')).toBe(why)
    expect(whyNotReopened(machine.state, 'retry', 'b')).toBe(why)
    expect(machine.feed({ type: 'unskip_requested', id: 'b' })).toEqual({ events: [], effects: [] })
  })
})
