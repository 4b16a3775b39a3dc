import { describe, expect, it } from 'vitest'
import { complete, createMachineRun, inputsOf, type MachineRun } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import { presets } from '../../run/settings/presets.ts'
import { skipPhase } from './close-phase.ts'

const statuses = ({ state }: MachineRun) =>
  Object.fromEntries(state.phases.map(({ status, planned: { id } }) => [id, status]))
const create = (phases: Parameters<typeof createMachineRun>[0] & object) =>
  createMachineRun({
    ...phases,
    settings: { onFailure: 'continue', retry: { ...presets.phased.retry, maxAttempts: 1 }, concurrency: 9 },
  })
const skip = (machine: MachineRun, id: string) => {
  const { opened, blocked, committed } = inputsOf(id)
  machine.feed(opened, blocked(), committed)
  return machine.answer('skip')
}

describe('a phase that is skipped', () => {
  it('takes with it what builds on it, each with the dependency that was really skipped', () => {
    const machine = create({
      phases: [phase('a'), phase('b', ['a']), phase('x'), phase('c', ['x', 'b']), phase('hold')],
    })
    machine.now = 1_500
    const { events } = skip(machine, 'a')
    expect(events.slice(1)).toMatchObject([
      { type: 'phase_skipped', phaseId: 'a', reason: 'A person said so.' },
      { type: 'phase_skipped', phaseId: 'b', reason: 'Phase a was skipped.', skippedBy: 'a' },
      { type: 'phase_skipped', phaseId: 'c', reason: 'Phase b was skipped.', skippedBy: 'b' },
    ])
    expect([machine.phase('b').because, machine.phase('c').because]).toEqual(['a', 'b'])
    expect(machine.phase('a').endedAt).toBe(1_500)
    // A phase that never began has not ended either.
    expect(machine.phase('b').endedAt).toBeUndefined()
  })

  it('leaves alone what has another end already', () => {
    const machine = create({ phases: [phase('a'), phase('b'), phase('c', ['a', 'b']), phase('hold')] })
    const { opened, failed, committed } = inputsOf('b')
    machine.feed(opened, failed({ class: 'agent_failed', message: 'no' }), committed)
    expect(skip(machine, 'a').events).toHaveLength(2)
    expect(statuses(machine)).toMatchObject({ a: 'skipped', b: 'failed', c: 'blocked' })
    expect(machine.phase('c').because).toBe('b')
  })

  it('holds up nothing that is there already, nor what builds on that', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b', ['a'], { status: 'done' }), phase('c', ['b']), phase('hold')],
      settings: { concurrency: 9 },
    })
    skip(machine, 'a')
    expect(statuses(machine)).toMatchObject({ a: 'skipped', b: 'external', c: 'running' })
    // Also where it came to be there after all.
    const late = create({ phases: [phase('a'), phase('b', ['a']), phase('c', ['b']), phase('hold')] })
    complete(late, 'a')
    complete(late, 'b')
    late.phase('a').status = 'ready'
    skipPhase({ state: late.state, at: 1, events: [], effects: [] }, late.phase('a'), 'no')
    expect(statuses(late)).toMatchObject({ a: 'skipped', b: 'completed', c: 'running' })
  })

  it('as the plan has it twice over, is skipped once', () => {
    const machine = createMachineRun({
      phases: [
        phase('a', [], { status: 'deferred' }),
        phase('b', ['a'], { status: 'cancelled' }),
        phase('hold'),
      ],
    })
    expect(machine.state.open).toBe(1)
    expect(machine.phase('b').because).toBe('a')
  })
})

it('a phase that ends while it waits for a slot gets none any more', () => {
  const machine = create({ phases: [phase('a', [], { subtasks: [] }), phase('b', ['a']), phase('hold')] })
  const { opened, failed, committed } = inputsOf()
  machine.feed(opened, failed({ class: 'transient', message: 'later' }), committed)
  expect(machine.state.schedule.resuming).toEqual([0])
  machine.feed({ type: 'phase_cancel_requested', phaseId: 'a' })
  expect(machine.state.schedule.resuming).toEqual([])
  machine.answer('skip')
  machine.now = 9_999_999
  expect(machine.feed({ type: 'woken', until: machine.now }).effects).toEqual([])
  expect(machine.phase('a').status).toBe('skipped')
})
