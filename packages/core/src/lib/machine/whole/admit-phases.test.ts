import { describe, expect, it } from 'vitest'
import { complete, createMachineRun, inputsOf, type MachineRun } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { Failure } from '../../contract/failure.ts'
import { presets } from '../../run/settings/presets.ts'
import type { Effect } from '../state/effect.ts'
import { sessionUsed } from '../../../../test/session-used.ts'

const started = (effects: readonly Effect[]): string[] =>
  effects.flatMap((effect) =>
    effect.type === 'open_workspace' ? [`${effect.phaseId}${effect.attempt}`] : [],
  )

const no: Failure = { class: 'agent_failed', message: 'no' }
const later: Failure = { class: 'transient', message: 'later' }
const limited: Failure = { class: 'rate_limited', message: 'too many', retryAfterMs: 60_000 }

/** Phases that an agent does. */
const byAgent = (id: string, dependsOn: string[] = [], more = {}) =>
  phase(id, dependsOn, { subtasks: [], ...more })

/** The first attempt of a phase ends like this. */
const fail = (machine: MachineRun, id: string, failure: Failure, attempt = 1) => {
  const { opened, failed, committed } = inputsOf(id, attempt)
  return machine.feed(opened, failed(failure), committed)
}

describe('a phase that waits for its time', () => {
  it('begins as soon as the time has come, whatever tells of it', () => {
    const machine = createMachineRun({ phases: [byAgent('a')] })
    fail(machine, 'a', later)
    machine.now = machine.phase('a').effort.notBefore! - 1
    expect(started(machine.feed({ type: 'parked' }).effects)).toEqual([])
    expect(machine.state.status).toBe('running')
    machine.now += 1
    expect(started(machine.feed({ type: 'parked' }).effects)).toEqual(['a1'])
    expect(machine.phase('a').effort.notBefore).toBeUndefined()
  })
})

describe('files that two phases write', () => {
  const two = () =>
    createMachineRun({
      phases: [
        phase('a', [], { files: ['x', 'y'] }),
        phase('b', [], { files: ['y', 'z'] }),
        phase('c', [], { files: ['z'] }),
      ],
    })

  it('hold the one that comes later, which is said once', () => {
    const machine = two()
    expect(machine.phase('a').place !== undefined).toBe(true)
    expect(machine.phase('b')).toMatchObject({ status: 'ready', place: undefined })
    expect(machine.phase('c').place !== undefined).toBe(true)
    const { events } = machine.feed(inputsOf().opened)
    expect(events).toEqual([])
    const { opened, finished, committed, composed, prepared, moved } = inputsOf('c')
    machine.feed(opened, finished, committed, composed, prepared)
    expect(started(machine.feed(moved).effects)).toEqual([])
    const rest = inputsOf('a')
    machine.feed(rest.finished, rest.committed, rest.composed, rest.prepared)
    expect(started(machine.feed(rest.moved).effects)).toEqual(['b1'])
  })

  it('are told with the one that writes them', () => {
    const machine = createMachineRun({
      phases: [
        phase('first'),
        phase('a', ['first'], { files: ['x', 'y', 'z'] }),
        phase('b', ['first'], { files: ['y', 'o', 'x'] }),
      ],
    })
    const { events, effects } = complete(machine, 'first')
    expect(started(effects)).toEqual(['a1'])
    expect(events.at(-1)).toMatchObject({
      type: 'phase_locked',
      phaseId: 'b',
      waitsFor: 'a',
      files: ['x', 'y'],
    })
  })

  it('hold one that is to go on as well, but none that is on its way to the head', () => {
    const { opened, finished, committed, blocked } = inputsOf('a')
    const held = createMachineRun({
      phases: [phase('a', [], { files: ['x'] }), phase('b', [], { files: ['x'] })],
      settings: { trust: 'paranoid' },
    })
    held.feed(opened, finished, committed)
    expect(started(held.feed({ type: 'parked' }).effects)).toEqual([])
    expect(held.phase('b').place !== undefined).toBe(true)
    expect(started(held.answer('approve').effects)).toEqual(['a1'])

    const stuck = createMachineRun({
      phases: [phase('a', [], { files: ['x'] }), phase('b', [], { files: ['x'] })],
    })
    stuck.feed(opened, blocked({ stepId: 'a.1.1' }), committed)
    expect(stuck.phase('b').place !== undefined).toBe(true)
    const { events, effects } = stuck.answer('done-by-hand')
    expect(events[1]).toMatchObject({ type: 'phase_locked', phaseId: 'a', waitsFor: 'b', files: ['x'] })
    expect(started(effects)).toEqual([])
    expect(started(complete(stuck, 'b').effects)).toEqual(['a1'])
  })
})

describe('another attempt after the siblings', () => {
  const retry = { ...presets.phased.retry, when: 'siblings' } as const
  const siblings = (concurrency: number, phases = ['a', 'b', 'c'].map((id) => byAgent(id))) =>
    createMachineRun({ phases, settings: { retry, concurrency, onFailure: 'continue' } })

  it('begins when those that run have ended, and those that were still to begin', () => {
    const machine = siblings(1)
    expect(started(fail(machine, 'a', no).effects)).toEqual(['b1'])
    expect(started(complete(machine, 'b').effects)).toEqual(['c1'])
    expect(started(complete(machine, 'c').effects)).toEqual(['a2'])
    expect(machine.phase('a').effort.afterSiblings).toBe(false)
  })

  it('does not wait for those that wait for it', () => {
    const machine = siblings(3)
    fail(machine, 'a', no)
    fail(machine, 'b', no)
    expect(started(complete(machine, 'c').effects)).toContain('a2')
  })

  it('begins after one that waits for its time', () => {
    const machine = siblings(2, [byAgent('a'), byAgent('b')])
    fail(machine, 'b', later)
    expect(started(fail(machine, 'a', no).effects)).toEqual([])
    machine.now = machine.phase('b').effort.notBefore!
    expect(started(machine.feed({ type: 'woken', until: machine.now }).effects)).toEqual(['b1'])
    expect(started(complete(machine, 'b').effects)).toEqual(['a2'])
  })

  it('does not wait for what a draining run begins no more', () => {
    const machine = siblings(1)
    machine.state.draining = 'phase_failed'
    expect(started(fail(machine, 'a', no).effects)).toEqual(['a2'])
  })

  it('does not begin, and an interrupted one does not continue, once a person has asked to stop', () => {
    for (const failure of [no, later]) {
      const machine = siblings(1)
      machine.feed({ type: 'drain_requested' })
      expect(started(fail(machine, 'a', failure).effects)).toEqual([])
      expect(machine.state.ending.recording ?? machine.state.status).toBeDefined()
      expect(machine.phase('a').status).toBe('retrying')
    }
  })
})

describe('a provider that takes no sessions', () => {
  it('holds up what has not begun, and the run goes on for its sake', () => {
    const machine = createMachineRun({ phases: [byAgent('a'), byAgent('b')], settings: { concurrency: 1 } })
    expect(machine.state.schedule.sleeping).toBe(0)
    expect(started(fail(machine, 'a', limited).effects)).toEqual([])
    // A person takes the first one out: only what has not begun is left.
    machine.feed({ type: 'phase_cancel_requested', phaseId: 'a' })
    expect(machine.phase('a').status).toBe('waiting')
    expect(machine.state).toMatchObject({ status: 'running', schedule: { sleeping: 1 } })
    machine.now = machine.state.pauses.get('agent')!.until
    expect(started(machine.feed({ type: 'woken', until: machine.now }).effects)).toEqual(['b1'])
  })
})

describe('a budget that is used up', () => {
  const used = sessionUsed({ inputTokens: 10 }, { over: true })

  it('holds up what needs a session, and nothing else', () => {
    const machine = createMachineRun({
      phases: [byAgent('a'), byAgent('b'), phase('c')],
      settings: { concurrency: 1, budget: { tokens: 10 } },
      provider: 'p',
    })
    machine.feed(inputsOf().opened, used)
    const { finished, committed, composed, prepared, moved } = inputsOf()
    expect(started(machine.feed(finished, committed, composed, prepared, moved).effects)).toEqual(['c1'])
    expect(machine.phase('b').status).toBe('ready')
    expect(started(machine.answer('approve').effects)).toEqual([])
    expect(started(complete(machine, 'c').effects)).toEqual(['b1'])
  })

  it('of time lets a phase go on that is on its way to the head', () => {
    const machine = createMachineRun({
      phases: [byAgent('a')],
      settings: { budget: { wallMs: 1_000 }, trust: 'paranoid' },
    })
    const { opened, finished, committed } = inputsOf()
    machine.feed(opened)
    machine.now += 5_000
    machine.feed(finished, committed)
    expect(machine.state.budget.spent.wallMs).toBe(5_000)
    expect(
      started(machine.feed({ type: 'gate_answered', gateId: 'checkpoint:a:1', choice: 'approve' }).effects),
    ).toEqual(['a1'])
  })
})

describe('batch after batch', () => {
  it('sets aside what could begin early, all of it, until its batch is due', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b'), phase('c', ['a']), phase('d', ['a']), phase('e', ['c'])],
      settings: { order: 'batches' },
    })
    expect(started(complete(machine, 'a').effects)).toEqual([])
    expect(started(complete(machine, 'b').effects)).toEqual(['c1', 'd1'])
    expect(started(complete(machine, 'c').effects)).toEqual([])
    expect(started(complete(machine, 'd').effects)).toEqual(['e1'])
    complete(machine, 'e')
    expect(machine.state.status).toBe('completed')
  })
})
