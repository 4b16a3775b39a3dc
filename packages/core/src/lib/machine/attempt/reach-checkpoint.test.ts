import { describe, expect, it } from 'vitest'
import {
  check,
  createMachineRun,
  green,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
  type TestInput,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)
const notVerified = 'not verified: no check is configured'
const choices = ['approve', 'send-back', 'abort', 'abort-revert']

/** A phase is committed, and verified where it is. */
const reach = (machine: MachineRun, id = 'a') => {
  const { opened, finished, committed, verified } = inputsOf(id)
  const { checks } = machine.state.settings
  return machine.feed(opened, finished, committed, ...(checks.length > 0 ? [verified(green)] : []))
}
const create = (settings: MachineRunOptions['settings'], phases = [phase('a')]): MachineRun =>
  createMachineRun({ phases, provider: 'p', settings: settings ?? {} })

describe('the checkpoint of a phase', () => {
  it('asks with what was done, and the phase gives its slot back', () => {
    const machine = create({ trust: 'paranoid', checks: [check], review: { phase: true, run: false } })
    reach(machine)
    const comment = {
      id: 'r-1',
      reviewer: 'r',
      severity: 'minor',
      disposition: 'defer',
      message: 'later',
    } as const
    const { events, effects } = machine.feed({
      type: 'reviewed',
      phaseId: 'a',
      attempt: 1,
      review: { approved: true, summary: 'fine', comments: [comment] },
    })
    expect(kinds(events)).toEqual(['review_completed', 'phase_waiting', 'gate_opened'])
    expect(events[1]).toMatchObject({ phaseId: 'a', attempt: 1, for: 'checkpoint' })
    expect(kinds(effects)).toEqual(['close_workspace', 'ask'])
    expect(machine.phase('a')).toMatchObject({ status: 'checkpoint', place: undefined })
    expect(machine.gate()).toEqual({
      id: 'checkpoint:a:1',
      kind: 'checkpoint',
      phaseIds: ['a'],
      question: 'Phase a (Phase a) passed. Approve it?',
      details: ['a: a.txt', 'a: check test passed', 'a: r (minor, defer): later'],
      suggestions: ['git show a-work'],
      choices,
    })
  })

  it('between two parts has another id if it is asked again: the earlier answer is not meant', () => {
    const subtask = (id: string) => ({ id, title: id, steps: [] })
    const phases = [phase('a', [], { subtasks: [subtask('a.1'), subtask('a.2')] })]
    const machine = create({ trust: 'paranoid', checks: [check] }, phases)
    const { opened, committed } = inputsOf()
    const part = (subtaskId: string): TestInput => ({
      ...{ type: 'unit_finished', phaseId: 'a', attempt: 1, unit: { kind: 'subtask', subtaskId } },
      result: { outcome: 'completed', sessions: { [subtaskId]: 's' } },
    })
    machine.feed(opened, part('a.1'), committed)
    expect(machine.gate().id).toBe('checkpoint:a:1:1')
    machine.answer('approve')
    machine.phase('a').attempt.unitIndex = 0
    machine.feed(opened, part('a.1'), committed)
    expect(machine.gate().id).toBe('checkpoint:a:1:1:2')
  })

  it('says that no files were changed, and what did not pass', () => {
    const machine = create({ trust: 'paranoid', checks: [check] })
    const { opened, finished, verified } = inputsOf()
    machine.feed(
      opened,
      finished,
      { type: 'attempt_committed', phaseId: 'a', attempt: 1, commit: 'c', tree: 't', files: [] },
      verified(green),
    )
    expect(machine.gate().details).toEqual(['a: no files changed', 'a: check test passed'])
  })

  it('names every file that was changed', () => {
    const machine = create({ trust: 'paranoid' })
    const { opened, finished } = inputsOf()
    machine.feed(opened, finished, {
      type: 'attempt_committed',
      phaseId: 'a',
      attempt: 1,
      commit: 'c',
      tree: 't',
      files: ['x', 'y'],
    })
    expect(machine.gate().details).toEqual(['a: x, y', notVerified])
  })

  it('is skipped if the rules do not ask for it', () => {
    const machine = create({ trust: 'autonomous' })
    expect(kinds(reach(machine).effects).at(-1)).toBe('compose')
    expect(machine.phase('a').status).toBe('integrating')
  })
})

describe("the caller's own strategy", () => {
  const requestId = 'r1/checkpoint:a:1'
  const decide = (machine: MachineRun, pause: boolean, more: { reason?: string } = {}) =>
    machine.feed({ type: 'checkpoint_decided', phaseId: 'a', attempt: 1, requestId, pause, ...more })

  it('is asked while the phase gives its place back, and may let the phase go on', () => {
    const machine = create({ checkpoints: 'custom' })
    const { events, effects } = reach(machine)
    expect(events.at(-1)).toMatchObject({ type: 'phase_waiting', phaseId: 'a', for: 'strategy' })
    expect(effects.slice(-2)).toEqual([
      { type: 'close_workspace', phaseId: 'a', attempt: 1, dispatch: 1 },
      { type: 'decide_checkpoint', phaseId: 'a', attempt: 1, requestId },
    ])
    expect(machine.phase('a')).toMatchObject({ status: 'checkpoint', place: undefined })
    expect(machine.state.status).toBe('running')
    expect(decide(machine, false).effects).toMatchObject([{ type: 'open_workspace', from: 'a-work' }])
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['compose'])
  })

  it('is asked again by a resume, with the same id; a verdict that nobody waits for is an event alone', () => {
    const machine = create({ checkpoints: 'custom' })
    reach(machine)
    expect(machine.feed({ type: 'run_resumed' }).effects).toEqual([
      { type: 'decide_checkpoint', phaseId: 'a', attempt: 1, requestId },
    ])
    decide(machine, true)
    const late = decide(machine, false)
    expect(late.effects).toEqual([])
    expect(late.events).toMatchObject([{ type: 'checkpoint_decided', requestId, pause: false, late: true }])
    expect([...machine.state.gates.keys()]).toEqual(['checkpoint:a:1'])
    expect(machine.feed({ type: 'run_resumed' }).effects).toMatchObject([{ type: 'ask' }])
  })

  it('is interrupted when the run stops, and its verdict waits for the resume', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b')],
      settings: { checkpoints: 'custom' },
    })
    reach(machine)
    expect(kinds(machine.feed({ type: 'cancel_requested' }).effects)).toEqual(['interrupt'])
    expect(decide(machine, false).events).toMatchObject([{ type: 'checkpoint_decided', late: true }])
    expect(machine.phase('a').status).toBe('checkpoint')
  })

  it('may have a person asked, with its reason first', () => {
    const machine = create({ checkpoints: 'custom' })
    reach(machine)
    decide(machine, true, { reason: 'it is Friday' })
    expect(machine.gate()).toMatchObject({
      id: 'checkpoint:a:1',
      details: ['it is Friday', 'a: a.txt', notVerified],
    })
    // The person has the last word: the strategy is not asked again.
    machine.answer('approve')
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['compose'])
  })

  it('need not say why', () => {
    const machine = create({ checkpoints: 'custom' })
    reach(machine)
    decide(machine, true)
    expect(machine.gate().details).toEqual(['a: a.txt', notVerified])
  })
})

describe('the checkpoint of a batch', () => {
  const two = [phase('a', [], { risk: 'high' }), phase('b'), phase('c', ['a', 'b'])]

  it('asks once, when each phase of the batch is there', () => {
    const machine = create({ trust: 'standard' }, two)
    expect(kinds(reach(machine, 'a').events).at(-1)).toBe('phase_waiting')
    expect(machine.state.gates.size).toBe(0)
    reach(machine, 'b')
    expect(machine.gate()).toEqual({
      id: 'checkpoint:batch-1:a.1',
      kind: 'checkpoint',
      phaseIds: ['a', 'b'],
      question: 'Batch 1 (a, b) passed. Approve it?',
      details: [
        'a: high risk, so a person decides before it is integrated',
        'a: a.txt',
        'b: b.txt',
        notVerified,
      ],
      suggestions: ['git show a-work', 'git show b-work'],
      choices,
    })
    expect(kinds(machine.answer('approve').effects)).toEqual(['open_workspace', 'open_workspace'])
    expect(machine.state.schedule.gathered.size).toBe(0)
  })

  it('is about those that are there, when the others have come to another end', () => {
    const machine = create({ trust: 'standard' }, two)
    reach(machine, 'a')
    const { opened, blocked, committed } = inputsOf('b')
    machine.feed(opened, blocked(), committed)
    expect([...machine.state.gates.keys()]).toEqual(['blocker:b:1'])
    machine.answer('skip')
    expect(machine.gate()).toMatchObject({ id: 'checkpoint:batch-1:a.1', phaseIds: ['a'] })
  })

  it('is asked about without those that can come no more, because the run drains', () => {
    const later = [phase('a'), phase('b', [], { subtasks: [] }), phase('c', [], { subtasks: [] })]
    const machine = createMachineRun({ phases: later, settings: { trust: 'standard', concurrency: 1 } })
    reach(machine, 'a')
    machine.feed({ type: 'drain_requested' })
    // One is at work, and may come.
    expect(machine.state.gates.size).toBe(0)
    const { opened, blocked, committed } = inputsOf('b')
    machine.feed(opened, blocked(), committed)
    expect([...machine.state.gates.keys()]).toContain('checkpoint:batch-1:a.1')
  })

  it('sends every phase back with the same words', () => {
    const machine = create({ trust: 'standard' }, two)
    reach(machine, 'a')
    reach(machine, 'b')
    expect(machine.answer('send-back', 'smaller').effects).toMatchObject([
      { type: 'open_workspace', phaseId: 'a', attempt: 2, dispatch: 2 },
      { type: 'open_workspace', phaseId: 'b', attempt: 2 },
    ])
  })

  it('approves one phase and sends another back', () => {
    const machine = create({ trust: 'standard' }, [...two, phase('d')])
    for (const id of ['a', 'b', 'd']) reach(machine, id)
    const gateId = 'checkpoint:batch-1:a.1'
    const approved = machine.feed({ type: 'gate_answered', gateId, choice: 'approve', phaseIds: ['b'] })
    expect(approved.events.slice(0, 2)).toMatchObject([
      { type: 'gate_resolved', gateId, phaseId: 'b', phaseIds: ['b'], choice: 'approve' },
      { type: 'gate_opened', gate: { id: gateId, phaseIds: ['a', 'd'] } },
    ])
    expect(kinds(approved.effects)).toEqual(['ask', 'open_workspace'])
    expect(machine.gate()).toMatchObject({
      question: 'Batch 1 (a, d) passed. Approve it?',
      suggestions: ['git show a-work', 'git show d-work'],
    })
    // An answered phase is not asked about any more.
    machine.feed({ type: 'gate_answered', gateId, choice: 'send-back', phaseIds: ['b'] })
    machine.feed({ type: 'gate_answered', gateId, choice: 'abort', phaseIds: ['a'] })
    machine.feed({ type: 'gate_answered', gateId, choice: 'approve', phaseIds: [] })
    expect(machine.gate().phaseIds).toEqual(['a', 'd'])
    const back = machine.feed({
      ...{ type: 'gate_answered', gateId, choice: 'send-back', feedback: 'smaller', phaseIds: ['a'] },
    } as const)
    expect(back.effects).toMatchObject([
      { type: 'ask', gate: { id: gateId, phaseIds: ['d'] } },
      { type: 'open_workspace', phaseId: 'a', attempt: 2 },
    ])
    const [last] = machine.answer('approve').events
    expect(last).not.toHaveProperty('phaseIds')
    expect(machine.state.gates.size).toBe(0)
    expect(machine.state.approvals.map(({ phaseIds, approved: is }) => [phaseIds.join(), is])).toEqual([
      ['b', true],
      ['a', false],
      ['d', true],
    ])
  })

  it('is not asked about where the rules pass over it', () => {
    const off = create({ trust: 'standard', batchCheckpointEnabled: false })
    expect(kinds(reach(off).effects).at(-1)).toBe('compose')
    const low = create({ trust: 'standard', autoApproveLowRiskBatches: true }, [
      phase('a', [], { risk: 'low', subtasks: [] }),
    ])
    expect(kinds(reach(low).effects).at(-1)).toBe('compose')
  })
})

describe('the checkpoint after each unit', () => {
  const step = (id: string) => ({ id, action: 'code' as const, filePath: id, codeChange: 'x' })
  const plan = [
    phase('a', [], {
      title: 'Two',
      subtasks: [{ id: 'a.1', title: 'x', steps: [step('a.1.1'), step('a.1.2')] }],
    }),
  ]

  it('asks after each but the last, and goes on with the next', () => {
    const machine = create({ trust: 'paranoid' }, plan)
    reach(machine)
    expect(machine.phase('a').attempt.units).toHaveLength(2)
    expect(machine.gate()).toEqual({
      id: 'checkpoint:a:1:1',
      kind: 'checkpoint',
      phaseIds: ['a'],
      question: 'Part 1 of 2 of phase a (Two) is done. Continue?',
      details: ['a: a.txt', notVerified],
      suggestions: ['git show a-work'],
      choices,
    })
    expect(machine.phase('a')).toMatchObject({ attempt: { keptAt: 'unit' }, status: 'checkpoint' })
    expect(machine.answer('approve').effects).toMatchObject([
      { type: 'open_workspace', attempt: 1, from: 'a-work' },
    ])
    expect(machine.phase('a').attempt.keptAt).toBeUndefined()
    const { effects } = machine.feed(inputsOf().opened)
    expect(effects).toMatchObject([{ type: 'run_unit', unit: machine.phase('a').attempt.units[1] }])
    machine.feed(inputsOf().finished, inputsOf().committed)
    expect(machine.gate().id).toBe('checkpoint:a:1')
  })

  it('begins another attempt with what a person says', () => {
    const machine = create({ trust: 'paranoid' }, plan)
    reach(machine)
    expect(machine.answer('send-back', 'smaller').effects).toMatchObject([
      { type: 'open_workspace', attempt: 2 },
    ])
    expect(machine.phase('a')).toMatchObject({ attempt: { unitIndex: 0 } })
    expect(machine.phase('a').attempt.keptAt).toBeUndefined()
  })
})
