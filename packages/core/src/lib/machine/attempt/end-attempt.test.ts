import { describe, expect, it } from 'vitest'
import {
  createMachineRun,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
} from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { Failure } from '../../contract/failure.ts'
import { presets } from '../../run/settings/presets.ts'
import { failureDetails } from '../../policy/failure/failure-details.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)
const no = (message = 'no', more: Partial<Failure> = {}): Failure => ({
  class: 'agent_failed',
  message,
  ...more,
})

const create = (
  retry: Partial<typeof presets.phased.retry> | object = {},
  more: MachineRunOptions['settings'] = {},
) =>
  createMachineRun({
    phases: [phase('a', [], { subtasks: [] })],
    settings: { retry: { ...presets.phased.retry, maxAttempts: 3, ...retry }, ...more },
  })
const fail = (machine: MachineRun, failure: Failure) => {
  const { opened, failed, committed } = inputsOf('a', machine.phase('a').attempt.number)
  return machine.feed(opened, failed(failure), committed)
}
const block = (more: object, options: MachineRunOptions = {}): MachineRun => {
  const machine = createMachineRun(options)
  const { opened, blocked, committed } = inputsOf()
  machine.feed(opened, blocked(more), committed)
  return machine
}

describe('an attempt that fails', () => {
  it('is tried again on the head, with what failed', () => {
    const machine = create()
    const { events, effects } = fail(machine, no())
    expect(events.slice(1)).toMatchObject([
      { type: 'phase_retry', phaseId: 'a', attempt: 1, maxAttempts: 3, failure: no() },
      { type: 'phase_started', attempt: 2 },
    ])
    expect(kinds(effects).slice(-2)).toEqual(['close_workspace', 'open_workspace'])
    expect(effects.at(-1)).not.toHaveProperty('from')
    expect(machine.phase('a')).toMatchObject({
      failures: [no()],
      effort: { tries: 2 },
      attempt: { work: undefined },
    })
  })

  it('goes on with what it has left where the rules keep that', () => {
    const machine = create({ workspace: 'keep' })
    expect(fail(machine, no()).effects.at(-1)).toMatchObject({
      type: 'open_workspace',
      from: 'a-work',
      attempt: 2,
    })
    expect(machine.phase('a')).toMatchObject({
      attempt: { kept: true, work: { commit: 'a-work' } },
      keeps: false,
    })
  })

  it('is a question when it fails like the one before, and only then', () => {
    const machine = create()
    fail(machine, no('one'))
    fail(machine, no('two'))
    expect(machine.phase('a').attempt.number).toBe(3)
    const same = create()
    fail(same, no('one'))
    fail(same, no('one'))
    expect(same.gate().blocker).toBe('repeated_failure')
    // Started again by a person: what failed before that does not count.
    same.answer('retry')
    fail(same, no('one'))
    expect(same.phase('a')).toMatchObject({ status: 'running', attempt: { number: 4 } })
  })

  it('fails for good when none is left, and blocks what builds on it', () => {
    const machine = createMachineRun({
      phases: [phase('a', [], { subtasks: [] }), phase('b', ['a']), phase('c', ['b'])],
      settings: { retry: { ...presets.phased.retry, maxAttempts: 1 } },
    })
    const { events } = fail(machine, no())
    expect(events.slice(1)).toMatchObject([
      { type: 'phase_failed', phaseId: 'a', attempt: 1, failure: no() },
      { type: 'phase_blocked', phaseId: 'b', blockedBy: 'a' },
      { type: 'phase_blocked', phaseId: 'c', blockedBy: 'a' },
      { type: 'run_draining', reason: 'phase_failed' },
      { type: 'batch_failed', batch: 1, phases: ['a'] },
      { type: 'run_ended', status: 'failed' },
    ])
    expect(machine.phase('a').endedAt).toBe(1_000)
  })

  it('does not drain a run that goes on without it, nor one that drains already', () => {
    const machine = create({ maxAttempts: 1 }, { onFailure: 'continue' })
    expect(kinds(fail(machine, no()).events)).not.toContain('run_draining')
    expect(machine.state.status).toBe('failed')
    const draining = create({ maxAttempts: 1 })
    draining.feed({ type: 'drain_requested' })
    expect(kinds(fail(draining, no()).events)).not.toContain('run_draining')
  })

  it('has a shorter prompt once when it was too long, and does not count as a failed attempt', () => {
    const machine = create()
    const long: Failure = { class: 'context_overflow', message: 'too long' }
    const { events } = fail(machine, long)
    expect(kinds(events)).toContain('phase_retry')
    expect(machine.phase('a')).toMatchObject({
      effort: { shortened: true, tries: 1 },
      attempt: { number: 2 },
    })
    fail(machine, long)
    expect(machine.gate().blocker).toBe('context_overflow')
  })

  it('is committed first, and one that may not be committed fails as it did', () => {
    const machine = create()
    const { opened, failed } = inputsOf()
    expect(machine.feed(opened, failed(no())).effects).toEqual([
      { type: 'run_unit', phaseId: 'a', attempt: 1, dispatch: 1, unit: { kind: 'phase' } },
      { type: 'commit_attempt', phaseId: 'a', attempt: 1, dispatch: 1 },
    ])
    const { events } = machine.feed({
      type: 'attempt_refused',
      phaseId: 'a',
      attempt: 1,
      blocker: 'secret_in_change',
      message: 'a key is in it',
      details: ['x'],
    })
    expect(events[0]).toMatchObject({ type: 'phase_retry', failure: no() })
  })

  it('is a question where it holds what may not be committed', () => {
    const machine = create()
    const { opened, finished } = inputsOf()
    machine.feed(opened, finished, {
      type: 'attempt_refused',
      phaseId: 'a',
      attempt: 1,
      blocker: 'unexpected_state',
      message: 'a key is in it',
      details: ['x:1'],
    })
    expect(machine.gate()).toMatchObject({
      blocker: 'unexpected_state',
      question: 'a key is in it',
      details: ['x:1'],
    })
  })
})

describe('a phase that waits for a person', () => {
  const stop = ['skip', 'abort', 'abort-revert']
  const byHand = 'done-by-hand: you did the step by hand'
  const withAgent = 'fix: resume the run with an agent, which then follows your instruction'
  const leaveOut = 'skip: leave out the step and what depends on it'

  it.each([
    [{}, ['retry', ...stop], [withAgent]],
    [{ stepId: 'a.1.1' }, ['retry', 'done-by-hand', ...stop], [byHand, leaveOut, withAgent]],
    [
      { stepId: 'a.1.1', passable: true },
      ['retry', 'approve', 'done-by-hand', ...stop],
      [byHand, leaveOut, 'approve: run it anyway', withAgent],
    ],
    [{ blocker: 'needs_judgment', stepId: 'a.1.1' }, ['done-by-hand', ...stop], [byHand, leaveOut]],
    [
      { blocker: 'needs_judgment', stepId: 'a.1.1', passable: true },
      ['approve', 'done-by-hand', ...stop],
      [byHand, leaveOut, 'approve: run it'],
    ],
    [{ blocker: 'needs_judgment' }, ['retry', ...stop], [withAgent]],
    [{ blocker: 'budget_exceeded' }, ['approve', ...stop], ['approve: allow the same amount again']],
    [{ blocker: 'evidence_changed' }, ['retry', 'approve', ...stop], [withAgent]],
    [{ blocker: 'user_changes' }, ['retry', 'approve', ...stop], [expect.anything(), expect.anything()]],
    [
      { blocker: 'dependency_skipped' },
      ['approve', ...stop],
      ['approve: count the phase as done; skip: leave it out'],
    ],
  ])('can be answered, for %j, by what helps', (more, choices, suggestions) => {
    const machine = block(more)
    expect(machine.gate()).toMatchObject({
      kind: 'blocker',
      phaseIds: ['a'],
      question: 'what now?',
      choices,
      suggestions: ['git show a-work', ...suggestions],
    })
    expect(machine.phase('a')).toMatchObject({ status: 'waiting', place: undefined })
  })

  it('has nothing to show where nothing was committed', () => {
    const machine = createMachineRun()
    const failure: Failure = { class: 'environment', message: 'no disk' }
    machine.feed({ type: 'effect_failed', phaseId: 'a', attempt: 1, during: 'open_workspace', failure })
    expect(machine.gate()).toMatchObject({ question: 'no disk', suggestions: [] })
  })

  it('is told, and names the step in the gate', () => {
    const machine = createMachineRun()
    const { opened, blocked, committed } = inputsOf()
    const { events } = machine.feed(opened, blocked({ stepId: 'a.1.1' }), committed)
    expect(events.slice(1)).toMatchObject([
      { type: 'phase_waiting', phaseId: 'a', attempt: 1, for: 'blocker' },
      { type: 'gate_opened', phaseId: 'a', gate: { id: 'blocker:a:1:a.1.1' } },
    ])
    expect(machine.phase('a').attempt.blockedStep).toBe('a.1.1')
  })

  it('is another question each time that it is asked again', () => {
    const machine = block({ stepId: 'a.1.1', blocker: 'needs_judgment' })
    for (const id of ['blocker:a:1:a.1.1:2', 'blocker:a:1:a.1.1:3']) {
      machine.answer('done-by-hand')
      machine.feed(
        inputsOf().opened,
        inputsOf().blocked({ stepId: 'a.1.1', blocker: 'needs_judgment' }),
        inputsOf().committed,
      )
      expect(machine.gate().id).toBe(id)
    }
  })

  it('shows what failed at a step with the step', () => {
    const machine = create({ maxAttempts: 1, onExhausted: 'ask' })
    fail(machine, no('no', { stepId: 's', command: 'x' }))
    expect(machine.gate()).toMatchObject({
      id: 'blocker:a:1:s',
      blocker: 'attempts_exhausted',
      details: ['ran: x'],
    })
  })
})

describe('failureDetails', () => {
  // seed: intelligent-execution 67
  it('tells what was tried, what ran, how it ended and what it said', () => {
    expect(failureDetails(no())).toEqual([])
    const reported = { command: 'npm test', exitCode: 2, output: 'one\ntwo', outputFile: 'full.txt' }
    const told = ['exit code: 2', 'one', 'two', 'full output: full.txt']
    expect(failureDetails(no('no', reported))).toEqual(['ran: npm test', ...told])
    const tries = [
      { name: 'command', ...reported, problem: 'exited with 2 instead of 0' },
      {
        name: 'fallback 1 of 1',
        command: 'yarn test',
        problem: 'was ended by SIGKILL',
        exitCode: null,
        output: '',
      },
    ]
    expect(failureDetails(no('no', { ...reported, tries }))).toEqual([
      ...['command: npm test', 'problem: exited with 2 instead of 0', ...told],
      ...['fallback 1 of 1: yarn test', 'problem: was ended by SIGKILL'],
      'exit code: none, a signal ended it',
    ])
    expect(failureDetails(no('no', { exitCode: null, output: '' }))).toEqual([
      'exit code: none, a signal ended it',
    ])
    expect(failureDetails(no('no', { exitCode: 0 }))).toEqual(['exit code: 0'])
  })
})
