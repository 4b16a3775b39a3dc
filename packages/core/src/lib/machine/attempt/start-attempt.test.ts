import { describe, expect, it } from 'vitest'
import {
  check,
  createMachineRun,
  green,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
  red,
  type TestInput,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { StepDraft } from '../../plan/model/step.ts'
import type { Evidence } from '../../event/evidence.ts'
import { presets } from '../../run/settings/presets.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)
const keep = { ...presets.phased.retry, workspace: 'keep', maxAttempts: 5 } as const
const a1 = { phaseId: 'a', attempt: 1 }

const step = (id: string): StepDraft => ({ id, action: 'code', filePath: id, codeChange: 'x' })
const twoParts = phase('a', [], {
  subtasks: [
    { id: 'a.1', title: 'one', steps: [step('a.1.1'), step('a.1.2')] },
    { id: 'a.2', title: 'two', steps: [step('a.2.1')] },
    { id: 'a.3', title: 'three', steps: [] },
  ],
})
const failure = { class: 'agent_failed', message: 'no' } as const

/** Everything of the attempt up to its first commit. */
const commit = (options: MachineRunOptions): MachineRun => {
  const machine = createMachineRun(options)
  machine.feed(inputsOf().opened, inputsOf().finished, inputsOf().committed)
  return machine
}

describe('an attempt', () => {
  it('is told with what it builds on, and gets a workspace there', () => {
    const machine = createMachineRun({ phases: [phase('z'), phase('a', ['z'], { title: 'Do a' })] })
    const { opened, finished, committed, composed, prepared, moved } = inputsOf('z')
    machine.feed(opened, finished, committed, composed, prepared)
    const { events, effects } = machine.feed(moved)
    expect(events.at(-1)).toMatchObject({ type: 'phase_started', ...a1, title: 'Do a', base: 'z-done' })
    expect(effects.at(-1)).toEqual({ type: 'open_workspace', ...a1, dispatch: 1, base: 'z-done' })
    expect(machine.phase('a')).toMatchObject({
      attempt: { number: 1, kept: false },
      effort: { tries: 1 },
      startedAt: 1_000,
      place: {},
    })
  })

  it('that starts from scratch keeps nothing of the one before', () => {
    const machine = createMachineRun({ settings: { checks: [check] } })
    machine.feed(inputsOf().opened, inputsOf().finished, inputsOf().committed)
    Object.assign(machine.phase('a').attempt, {
      merged: true,
      text: 'x',
      composed: 'x',
      hookRounds: 2,
      refusals: 2,
    })
    machine.now += 9
    machine.feed(inputsOf().verified(red))
    const second = machine.phase('a')
    expect(second).toMatchObject({
      attempt: { number: 2, merged: false, hookRounds: 0, refusals: 0, checks: [] },
      startedAt: 1_000,
    })
    for (const key of ['text', 'composed', 'unitResult', 'work', 'evidence'] as const)
      expect(second.attempt[key]).toBeUndefined()
  })

  it('by the agent does the kept steps again: a person asked for a change of them', () => {
    const machine = createMachineRun({
      phases: [{ ...twoParts, subtasks: twoParts.subtasks!.slice(0, 2) }],
      provider: 'p',
      settings: { retry: keep, units: 'subtask', trust: 'paranoid' },
    })
    const observation = { durationMs: 1 }
    for (const [subtaskId, ids] of [
      ['a.1', ['a.1.1', 'a.1.2']],
      ['a.2', ['a.2.1']],
    ] as const) {
      const part = { phaseId: 'a', subtaskId }
      machine.feed({ type: 'subtask_started', ...part })
      for (const stepId of ids)
        machine.feed(
          { type: 'step_started', ...part, stepId },
          { type: 'step_finished', ...part, stepId, observation },
        )
      machine.feed({ type: 'subtask_finished', ...part })
    }
    const { attempt } = machine.phase('a')
    attempt.unitIndex = attempt.units.length - 1
    const { opened, finished, committed } = inputsOf()
    machine.feed(opened, finished, committed)
    expect(machine.gate().id).toBe('checkpoint:a:1')
    machine.answer('send-back', 'Name it differently.')
    const { attempt: second, subtaskStatus, stepStatus } = machine.phase('a')
    expect(second).toMatchObject({ number: 2, kept: true })
    expect([...subtaskStatus.values(), ...stepStatus.values()]).toEqual([])
    // The agent gets a subtask as a whole, not once for each of its steps.
    expect(second.units).toEqual([
      { kind: 'subtask', subtaskId: 'a.1' },
      { kind: 'subtask', subtaskId: 'a.2' },
    ])
  })

  it('that goes on with the one before keeps the steps whose work is still there, and does the others again', () => {
    const machine = createMachineRun({ phases: [twoParts], settings: { retry: keep } })
    const one = { phaseId: 'a', subtaskId: 'a.1' }
    const observation = { durationMs: 1 }
    machine.feed(
      inputsOf().opened,
      { type: 'step_finished', ...one, stepId: 'a.1.1', observation },
      { type: 'step_finished', ...one, stepId: 'a.1.2', observation },
      { type: 'subtask_finished', ...one },
      { type: 'step_finished', phaseId: 'a', subtaskId: 'a.2', stepId: 'a.2.1', observation, failure },
      { type: 'subtask_finished', phaseId: 'a', subtaskId: 'a.2', failure },
      { type: 'subtask_finished', phaseId: 'a', subtaskId: 'a.3' },
      inputsOf().failed(failure),
    )
    const { effects } = machine.feed(inputsOf().committed)
    expect(effects.at(-1)).toMatchObject({ type: 'open_workspace', attempt: 2, from: 'a-work' })
    expect([...machine.phase('a').stepStatus]).toEqual([
      ['a.1.1', 'completed'],
      ['a.1.2', 'completed'],
    ])
    // A unit that an agent performs as a whole is checked again.
    expect([...machine.phase('a').subtaskStatus]).toEqual([['a.1', 'completed']])
    expect(machine.phase('a').attempt.work?.files).toEqual(['a.txt'])
  })

  it('that starts from scratch does every step again, except skipped ones', () => {
    const machine = createMachineRun({ phases: [twoParts] })
    const observation = { durationMs: 1 }
    machine.feed(
      inputsOf().opened,
      { type: 'step_finished', phaseId: 'a', subtaskId: 'a.1', stepId: 'a.1.1', observation },
      inputsOf().blocked({ stepId: 'a.2.1' }),
      inputsOf().committed,
    )
    machine.answer('skip')
    machine.feed(inputsOf().opened, inputsOf().failed(failure), inputsOf().committed)
    expect(machine.phase('a').attempt.number).toBe(2)
    expect([...machine.phase('a').stepStatus]).toEqual([['a.2.1', 'skipped']])
    expect([...machine.phase('a').subtaskStatus]).toEqual([['a.2', 'skipped']])
  })

  it('is made of the smallest units for one who wants to be asked after each', () => {
    const settings = { units: 'subtask', parallelSubtasks: true } as const
    expect(
      createMachineRun({ phases: [twoParts], settings })
        .phase('a')
        .attempt.units.map(({ kind }) => kind),
    ).toEqual(['subtask', 'subtask', 'subtask'])
    const watched = createMachineRun({ phases: [twoParts], settings: { ...settings, trust: 'paranoid' } })
    expect(watched.phase('a').attempt.units.map(({ kind }) => kind)).toEqual([
      'step',
      'step',
      'step',
      'subtask',
    ])
  })
})

describe('a unit', () => {
  it('is told and committed, and then the next one begins', () => {
    const machine = createMachineRun({ phases: [twoParts], settings: { units: 'subtask' } })
    const {
      attempt: { units },
    } = machine.phase('a')
    expect(machine.feed(inputsOf().opened).effects).toEqual([
      { type: 'run_unit', ...a1, dispatch: 1, unit: units[0] },
    ])
    const first = machine.feed({
      type: 'unit_finished',
      ...a1,
      unit: units[0]!,
      result: { outcome: 'completed' },
    })
    expect(first.events).toMatchObject([{ type: 'unit_completed', ...a1, unit: units[0] }])
    expect(first.effects).toEqual([{ type: 'commit_attempt', ...a1, dispatch: 1 }])
    const { events, effects } = machine.feed(inputsOf().committed)
    expect(events).toMatchObject([{ type: 'commit_created', ...a1, commit: 'a-work', files: ['a.txt'] }])
    expect(effects).toEqual([{ type: 'run_unit', ...a1, dispatch: 1, unit: units[1] }])
    expect(machine.phase('a').attempt.unitResult).toBeUndefined()
  })

  it('that did not end well is committed, and not told as completed', () => {
    const machine = createMachineRun()
    machine.feed(inputsOf().opened)
    expect(machine.feed(inputsOf().failed(failure))).toEqual({
      events: [],
      effects: [{ type: 'commit_attempt', ...a1, dispatch: 1 }],
    })
  })

  it('leaves its sessions and what they said to the next attempt, the last one last', () => {
    const machine = createMachineRun({ phases: [twoParts], settings: { units: 'subtask' } })
    machine.feed(inputsOf().opened)
    const end = (sessions: Record<string, string>, said: Record<string, string>) =>
      machine.feed({
        type: 'unit_finished',
        ...a1,
        unit: { kind: 'phase' },
        result: { outcome: 'completed', sessions, said },
      })
    end({ 'a.1': 's1', 'a.2': 's2' }, { 'a.1': 'done' })
    end({ 'a.1': 's3' }, { 'a.1': 'done again' })
    expect([...machine.phase('a').sessions]).toEqual([
      ['a.2', { id: 's2' }],
      ['a.1', { id: 's3' }],
    ])
    expect([...machine.phase('a').attempt.said]).toEqual([['a.1', 'done again']])
  })

  it('gives its slot to others where its provider takes no sessions by now', () => {
    const machine = createMachineRun({ phases: [phase('a', [], { subtasks: [] })] })
    machine.state.pauses.set('agent', { until: 5_000, waits: 1, totalMs: 1_000 })
    const { events, effects } = machine.feed(inputsOf().opened)
    const waitMs = 5_000 - machine.now
    expect(events).toMatchObject([{ type: 'phase_paused', ...a1, provider: 'agent', waitMs }])
    expect(effects).toEqual([{ type: 'close_workspace', ...a1, dispatch: 1 }])
    expect(machine.phase('a')).toMatchObject({ status: 'ready', place: undefined, resumeAt: 'unit' })
    machine.now = 5_000
    expect(machine.feed({ type: 'woken', until: 5_000 }).effects).toMatchObject([
      { type: 'open_workspace', attempt: 1 },
    ])
  })

  it.each([
    [{ 'a.1': 's' }, false],
    [{}, true],
  ])('with sessions %j: is the pause of their provider still a row?', (sessions, isKept) => {
    const machine = createMachineRun({ phases: [phase('a', [], { subtasks: [] })], provider: 'p' })
    machine.feed(inputsOf().opened)
    machine.state.pauses.set('p', { until: machine.now, waits: 3, totalMs: 1_000 })
    machine.feed({
      type: 'unit_finished',
      ...a1,
      unit: { kind: 'phase' },
      result: { outcome: 'completed', sessions },
    })
    expect(machine.state.pauses.has('p')).toBe(isKept)
  })

  it('that is stopped by its own effect ends the attempt', () => {
    const machine = createMachineRun()
    const { events } = machine.feed(inputsOf().opened, {
      type: 'effect_failed',
      ...a1,
      during: 'run_unit',
      failure,
    })
    expect(kinds(events)).toContain('phase_retry')
  })
})

describe('the verification of an attempt', () => {
  const verified = (more: Partial<Extract<TestInput, { type: 'verified' }>> = {}): TestInput => ({
    type: 'verified',
    ...a1,
    on: 'attempt',
    checks: [green],
    ...more,
  })
  const evidence: Evidence = { paid: [], leftOut: [], changed: [] }

  it('is asked for with the names of the checks', () => {
    const machine = createMachineRun({ settings: { checks: [check, { ...check, name: 'lint' }] } })
    machine.feed(inputsOf().opened, inputsOf().finished)
    const { events, effects } = machine.feed(inputsOf().committed)
    expect(events.at(-1)).toMatchObject({
      type: 'verification_started',
      phaseId: 'a',
      on: 'attempt',
      commit: 'a-work',
      checks: ['test', 'lint'],
    })
    expect(effects).toEqual([{ type: 'verify', ...a1, dispatch: 1, on: 'attempt', commit: 'a-work' }])
    expect(machine.phase('a').status).toBe('verifying')
  })

  it('that is green is told, and the attempt goes on', () => {
    const machine = commit({ settings: { checks: [check] } })
    const { events, effects } = machine.feed(verified({ evidence }))
    expect(events).toMatchObject([
      { type: 'verification_completed', on: 'attempt', passed: true, checks: [green], evidence },
    ])
    expect(kinds(effects)).toEqual(['compose'])
    expect(machine.phase('a')).toMatchObject({ attempt: { checks: [green], evidence } })
  })

  it('that is red is told, and the attempt is over', () => {
    const machine = commit({ settings: { checks: [check] } })
    const { events } = machine.feed(verified({ checks: [green, red] }))
    expect(events[0]).toMatchObject({ type: 'verification_completed', passed: false })
    expect(events[0]).not.toHaveProperty('evidence')
    expect(events[1]).toMatchObject({
      type: 'phase_retry',
      failure: {
        class: 'verification_failed',
        message: 'The check "test" failed.',
        command: 'npm test',
        exitCode: 1,
        output: 'one\ntwo',
      },
    })
  })

  it('asks a person if the command of a check is not found', () => {
    const machine = commit({ settings: { checks: [check] } })
    machine.feed(verified({ checks: [{ ...red, exitCode: 127 }] }))
    expect(machine.gate()).toMatchObject({
      blocker: 'environment',
      question: 'Check "test" could not start: command "npm" not found.',
      details: ['ran: npm test', 'exit code: 127', 'one', 'two'],
    })
  })

  it('that is green without the required evidence does not pass', () => {
    const machine = commit({ settings: { checks: [check], tdd: 'full' } })
    const problem = { class: 'verification_failed', message: 'the tests never failed' } as const
    const { events } = machine.feed(
      verified({
        evidence: { ...evidence, problem, changed: [{ kind: 'config', path: 'x', items: [], diff: [] }] },
      }),
    )
    expect(events[0]).toMatchObject({ passed: false })
    expect(events[1]).toMatchObject({ type: 'phase_retry', failure: problem })
  })
})
