import { describe, expect, it } from 'vitest'
import {
  check,
  complete,
  createMachineRun,
  green,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
  red,
} from '../../../test/machine-run.ts'
import { phase } from '../../../test/sample-plan.ts'
import type { InputDraft } from './state/input/input.ts'
import type { Check } from './state/run-settings.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)

const atEnd: Check = { ...check, when: 'end' }

const verified = (more: Partial<Extract<InputDraft, { type: 'run_verified' }>> = {}): InputDraft => ({
  type: 'run_verified',
  checks: [green],
  debts: [],
  ...more,
})

/** A run whose only phase is integrated: what follows is its end. */
const closing = (settings: MachineRunOptions['settings'] = {}): MachineRun => {
  const machine = createMachineRun({ settings })
  complete(machine)
  return machine
}
const stageOf = ({ state }: MachineRun) => state.ending.closing?.stage

describe('the work left when every phase has ended', () => {
  it('is nothing where each phase was published and nothing else is wanted', () => {
    const machine = createMachineRun()
    expect(kinds(complete(machine).effects).slice(-2)).toEqual(['close_workspace', 'finish'])
    expect(machine.state).toMatchObject({ status: 'completed', endedAt: 1_000 })
    expect(machine.state.ending.closing).toBeUndefined()
  })

  it.each([
    ['one commit for all', { publish: 'single' }],
    ['the files alone', { publish: 'message-only' }],
    ["the run's own files", { artifacts: 'commit' }],
  ] as const)('is to compose %s', (_, settings) => {
    const machine = createMachineRun({ settings })
    expect(complete(machine).effects.at(-1)).toEqual({ type: 'close_run', head: 'a-done' })
    expect(stageOf(machine)).toBe('composing')
    expect(machine.state.status).toBe('running')
  })

  it.each([
    ['a check of the whole', { checks: [atEnd] }, true],
    [
      'red and green, which nobody has seen of the whole',
      { checks: [{ ...atEnd, when: 'always' }], tdd: 'full' },
      true,
    ],
    ['red and green without a check', { tdd: 'full' }, false],
    ['checks of each phase alone', { checks: [{ ...atEnd, when: 'always' }] }, false],
  ] as const)('with %s: is the whole verified?', (_, settings, isVerified) => {
    const machine = createMachineRun({
      settings: { ...settings, checks: [...('checks' in settings ? settings.checks : [])] },
    })
    const { opened, finished, committed, verified: seen, composed: made, prepared, moved: done } = inputsOf()
    const { events, effects } = machine.feed(opened, finished, committed, seen(green), made, prepared, done)
    expect(kinds(effects).includes('verify_run')).toBe(isVerified)
    if (isVerified) {
      expect(events.at(-1)).toMatchObject({ type: 'run_verifying', commit: 'a-done', checks: ['test'] })
      expect(effects.at(-1)).toEqual({ type: 'verify_run', commit: 'a-done' })
    } else expect(machine.state.status).toBe('completed')
  })

  it('is nothing where nothing was integrated', () => {
    const machine = createMachineRun({ settings: { artifacts: 'commit' } })
    const { opened, blocked, committed } = inputsOf()
    machine.feed(opened, blocked(), committed)
    expect(kinds(machine.answer('skip').effects)).toEqual(['finish'])
    expect(machine.state.status).toBe('partial')
  })

  it('is nothing where a phase has failed', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b')],
      settings: { artifacts: 'commit', onFailure: 'continue' },
    })
    complete(machine)
    for (const attempt of [1, 2]) {
      const { opened, failed, committed } = inputsOf('b', attempt)
      machine.feed(opened, failed({ class: 'agent_failed', message: `no ${'x'.repeat(attempt)}` }), committed)
    }
    // Its report alone is committed.
    expect(machine.state).toMatchObject({ status: 'running', ending: { recording: { how: 'failed' } } })
    const updates = [{ ref: 'refs/amelia/r1/head', new: 'report', old: 'a-done' }]
    const { effects } = machine.feed({
      type: 'run_composed',
      commit: 'report',
      published: 'report',
      merged: false,
      updates,
    })
    expect(effects).toEqual([{ type: 'move_refs', updates, reconcile: false }])
    machine.feed({ type: 'refs_moved' })
    expect(machine.state).toMatchObject({ status: 'failed', head: 'report', headRef: 'report' })
    expect(machine.state.ending.closing).toBeUndefined()
  })
})

describe('the verification of the final result', () => {
  it('that is green is told and kept, and the end goes on', () => {
    const machine = closing({ checks: [atEnd], artifacts: 'commit' })
    const { events, effects } = machine.feed(verified())
    expect(events).toMatchObject([{ type: 'run_verified', commit: 'a-done', passed: true, checks: [green] }])
    expect(effects).toEqual([{ type: 'close_run', head: 'a-done' }])
    expect(machine.state).toMatchObject({ ending: { checks: [green], verifiedHead: 'a-done' } })
  })

  it('that is red is a question with what failed', () => {
    const machine = closing({ checks: [atEnd] })
    const { events } = machine.feed(
      verified({ checks: [green, red, { ...red, name: 'e2e', exitCode: null }] }),
    )
    expect(events[0]).toMatchObject({ type: 'run_verified', passed: false })
    expect(machine.state.status).toBe('waiting')
    expect(events[1]).toMatchObject({ type: 'gate_opened', gate: machine.gate() })
    expect(events[1]).not.toHaveProperty('phaseId')
    expect(machine.gate()).toEqual({
      id: 'run:verification:1',
      kind: 'blocker',
      blocker: 'validation_failed',
      phaseIds: [],
      question: 'All phases passed, but the final verification failed. Approve the result?',
      details: [
        'check test: exit code 1',
        'one',
        'two',
        'check e2e: exit code none, a signal ended it',
        'one',
        'two',
      ],
      suggestions: [],
      choices: ['retry', 'approve', 'abort', 'abort-revert'],
    })
  })

  it('is a question where tests are left without their implementation', () => {
    const machine = closing({ checks: [atEnd] })
    const { events } = machine.feed(verified({ debts: ['phase x'] }))
    expect(events[0]).toMatchObject({ type: 'run_verified', passed: false })
    expect(machine.gate().details).toEqual(['tests without their implementation: phase x'])
    expect(machine.state.ending.verifiedHead).toBeUndefined()
  })

  it('is made again when a person says so, and asked about as another question', () => {
    const machine = closing({ checks: [atEnd] })
    machine.feed(verified({ checks: [red] }))
    expect(kinds(machine.answer('retry').effects)).toEqual(['verify_run'])
    machine.feed(verified({ checks: [red] }))
    expect(machine.gate().id).toBe('run:verification:2')
  })

  it('is not made again when a person takes it as it is', () => {
    const machine = closing({ checks: [atEnd] })
    machine.feed(verified({ checks: [red] }))
    expect(kinds(machine.answer('approve').effects)).toEqual(['close_run'])
    expect(machine.state.ending.verifiedHead).toBe('a-done')
  })

  it('that a person takes as it is says nothing of the review that is still to come', () => {
    const machine = closing({ checks: [atEnd], review: { phase: false, run: true } })
    machine.feed(verified({ checks: [red] }))
    expect(kinds(machine.answer('approve').effects)).toEqual(['review_run'])
  })

  it('that nobody asked for changes nothing', () => {
    const machine = closing({ checks: [atEnd] })
    machine.feed(verified())
    expect(machine.feed(verified({ checks: [red] }))).toEqual({ events: [], effects: [] })
    expect(machine.state.ending.checks).toEqual([green])
  })
})
