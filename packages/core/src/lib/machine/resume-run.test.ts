import { describe, expect, it } from 'vitest'
import {
  check,
  complete,
  createMachineRun,
  green,
  inputsOf,
  type MachineRun,
  type MachineRunOptions,
  target,
  type TestInput,
} from '../../../test/machine-run.ts'
import { phase } from '../../../test/sample-plan.ts'
import type { PhaseDraft } from '../plan/model/phase.ts'
import { planSchema } from '../plan/plan-schema.ts'
import { presets } from '../run/settings/presets.ts'
import { createRunState } from './state/run-state.ts'
import { transition } from './transition.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)

/** Applies the first inputs of a run, one after the other. */
const begin = (phases: PhaseDraft[], goal = '') => {
  const { settings } = createMachineRun().state
  const state = createRunState({
    runId: 'r1',
    plan: planSchema.parse({ goal, phases }),
    settings,
    targetCommit: null,
  })
  return { state, first: transition(state, { type: 'run_started', base: 'base', target, at: 7 }) }
}

describe('a new process', () => {
  const resume = (machine: MachineRun, provider?: string) =>
    machine.feed({ type: 'run_resumed', ...(provider === undefined ? {} : { provider }) })
  const committed = (options: MachineRunOptions = {}): MachineRun => {
    const machine = createMachineRun(options)
    machine.feed(inputsOf().opened, inputsOf().finished, inputsOf().committed)
    return machine
  }

  it('continues an interrupted attempt, and uses none', () => {
    const machine = createMachineRun()
    machine.feed(inputsOf().opened)
    const { events, effects } = resume(machine)
    expect(events[0]).toMatchObject({ type: 'run_resumed', phases: ['a'] })
    expect(effects).toEqual([
      { type: 'open_workspace', phaseId: 'a', attempt: 1, dispatch: 2, base: 'base', from: 'base' },
    ])
    expect(machine.phase('a')).toMatchObject({
      effort: { tries: 1 },
      attempt: { number: 1, interruption: { class: 'interrupted' } },
    })
  })

  it('commits what the ended process left in its slot, and continues with it', () => {
    const machine = createMachineRun({ phases: [phase('a', [], { subtasks: [] })] })
    machine.feed({ ...inputsOf().opened, slot: 'lease/1' } as TestInput)
    expect(resume(machine).effects).toMatchObject([
      { type: 'open_workspace', attempt: 1, slot: 'lease/1', rescue: true },
    ])
    const rescued = { commit: 'left', tree: 'left-tree', files: ['a.txt'] }
    const { effects } = machine.feed({ ...inputsOf().opened, slot: 'lease/2', rescued } as TestInput)
    expect(effects).toMatchObject([{ type: 'run_unit', attempt: 1, dispatch: 2 }])
    expect(machine.phase('a').attempt).toMatchObject({ work: rescued, slot: 'lease/2', rescue: false })
  })

  it('keeps a tree that may not be committed, and asks', () => {
    const machine = createMachineRun({ phases: [phase('a', [], { subtasks: [] })] })
    machine.feed({ ...inputsOf().opened, slot: 'lease/1' } as TestInput)
    resume(machine)
    const refused = { blocker: 'secret_in_change', message: 'a secret' } as const
    machine.feed({ type: 'attempt_refused', phaseId: 'a', attempt: 1, ...refused, details: ['a.txt'] })
    expect(machine.gate()).toMatchObject({ blocker: 'secret_in_change', question: 'a secret' })
    expect(machine.gate().choices).toContain('continue')
    expect(machine.answer('continue').effects).toMatchObject([
      { type: 'open_workspace', attempt: 1, slot: 'lease/1', rescue: true },
    ])
  })

  it('never commits a slot that was not open for the attempt', () => {
    const machine = createMachineRun({ phases: [phase('a', [], { subtasks: [] })] })
    machine.feed({ ...inputsOf().opened, slot: 'lease/1' } as TestInput)
    machine.feed(inputsOf().failed({ class: 'transient', message: 'later' }), inputsOf().committed)
    const { notBefore } = machine.phase('a').effort
    machine.now = notBefore!
    machine.feed({ type: 'woken', until: notBefore! })
    expect(resume(machine).effects[0]).not.toHaveProperty('rescue')
  })

  it('continues a cancelled unit in its half-finished tree', () => {
    const machine = createMachineRun()
    machine.feed(inputsOf().opened, { type: 'cancel_requested' })
    machine.feed(inputsOf().failed({ class: 'cancelled', message: 'x' }), inputsOf().committed)
    expect(machine.state.status).toBe('cancelled')
    expect(resume(machine).effects).toMatchObject([{ type: 'open_workspace', attempt: 1, from: 'a-work' }])
  })

  it.each([
    ['its verification', { checks: [check] }, 'verify'],
    ['its review', { review: { phase: true, run: false } }, 'review'],
  ] as const)('goes on at %s with what was committed', (_, { ...settings }, next) => {
    const machine = committed({ settings: settings as MachineRunOptions['settings'] & object })
    const { effects } = resume(machine)
    expect(effects).toMatchObject([{ type: 'open_workspace', attempt: 1, from: 'a-work' }])
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual([next])
  })

  it('asks nobody again who has approved of the attempt', () => {
    const machine = committed({ settings: { checks: [check], review: { phase: true, run: false } } })
    const review = { approved: true, summary: 'fine', comments: [] }
    machine.feed(inputsOf().verified(green), { type: 'reviewed', phaseId: 'a', attempt: 1, review })
    resume(machine)
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['compose'])
  })

  // seed: intelligent-execution 63
  it('asks no person again who has approved of the attempt', () => {
    const machine = committed({ settings: { checks: [check], trust: 'paranoid' } })
    machine.feed(inputsOf().verified(green))
    machine.answer('approve')
    machine.feed(inputsOf().opened)
    resume(machine)
    expect(kinds(machine.feed(inputsOf().opened).effects)).toEqual(['compose'])
  })

  it('finishes a move that was written down, and tells the phase as no restarted one', () => {
    const machine = committed()
    machine.feed(inputsOf().composed, inputsOf().prepared)
    const { events, effects } = resume(machine)
    expect(events).toMatchObject([{ type: 'run_resumed', phases: [] }])
    const updates = [{ ref: target, new: 'a-done', old: null }]
    expect(effects).toEqual([{ type: 'move_refs', phaseId: 'a', updates, reconcile: true }])
    expect(machine.phase('a')).toMatchObject({ status: 'integrating', place: {} })
    machine.feed(inputsOf().moved)
    expect(machine.state.status).toBe('completed')
  })

  it('continues steps from the commit before the last one', () => {
    const machine = createMachineRun({
      phases: [
        phase('a', [], {
          subtasks: [
            {
              id: 'a.1',
              title: 'x',
              steps: ['a.1.1', 'a.1.2'].map((id) => ({
                id,
                action: 'code' as const,
                filePath: id,
                codeChange: 'x',
              })),
            },
          ],
        }),
      ],
    })
    const at = { phaseId: 'a', subtaskId: 'a.1' }
    const saved = { commit: 'one', tree: 'one-tree', files: ['a.1.1'] }
    machine.feed(
      inputsOf().opened,
      { type: 'subtask_started', ...at },
      { type: 'step_started', ...at, stepId: 'a.1.1' },
      { type: 'step_finished', ...at, stepId: 'a.1.1', observation: { durationMs: 1 } },
    )
    const early = structuredClone(machine.state.phases[0]!.attempt.unsaved)
    expect(early?.steps).toEqual(new Set(['a.1.1']))
    machine.feed({ type: 'step_started', ...at, stepId: 'a.1.2', saved })
    expect(resume(machine).effects).toMatchObject([{ type: 'open_workspace', attempt: 1, from: 'one' }])
    expect([...machine.phase('a').stepStatus, ...machine.phase('a').subtaskStatus]).toEqual([
      ['a.1.1', 'completed'],
    ])
  })

  it('returns to the commit before the step that a stop interrupted', () => {
    const steps = ['a.1.1', 'a.1.2'].map((id) => ({ id, action: 'command' as const, command: 'x' }))
    const machine = createMachineRun({
      phases: [phase('a', [], { subtasks: [{ id: 'a.1', title: 'x', steps }] })],
    })
    const at = { phaseId: 'a', subtaskId: 'a.1' }
    machine.feed(
      inputsOf().opened,
      { type: 'subtask_started', ...at },
      { type: 'step_started', ...at, stepId: 'a.1.1' },
      { type: 'step_finished', ...at, stepId: 'a.1.1', observation: { durationMs: 1 } },
      { type: 'step_started', ...at, stepId: 'a.1.2', saved: { commit: 'one', tree: 't', files: [] } },
      { type: 'cancel_requested' },
      inputsOf().failed({ class: 'cancelled', message: 'x' }),
      inputsOf().committed,
    )
    expect(resume(machine).effects).toMatchObject([{ type: 'open_workspace', attempt: 1, from: 'one' }])
  })

  it('continues steps from the last commit if the tree of the ended process is gone', () => {
    const subtasks = ['a.1', 'a.2'].map((id) => ({
      id,
      title: id,
      steps: [{ id: `${id}.1`, action: 'code' as const, filePath: id, codeChange: 'x' }],
    }))
    const machine = createMachineRun({ phases: [phase('a', [], { subtasks })] })
    const of = (id: string) => ({ phaseId: 'a', subtaskId: id, stepId: `${id}.1` })
    const done = { observation: { durationMs: 1 } }
    const saved = { commit: 'one', tree: 'one-tree', files: ['a.1'] }
    machine.feed(
      { ...inputsOf().opened, slot: 'lease/1' } as TestInput,
      { type: 'step_started', ...of('a.1') },
      { type: 'step_finished', ...of('a.1'), ...done },
      { type: 'step_started', ...of('a.2'), saved },
      { type: 'step_finished', ...of('a.2'), ...done },
    )
    expect(resume(machine).effects).toMatchObject([{ type: 'open_workspace', from: 'one', rescue: true }])
    machine.feed({ ...inputsOf().opened, slot: 'lease/2' } as TestInput)
    expect(machine.phase('a').attempt.work).toEqual(saved)
    expect([...machine.phase('a').stepStatus]).toEqual([['a.1.1', 'completed']])
  })

  it('takes a failed phase up again with what it blocked', () => {
    const machine = createMachineRun({
      phases: [phase('a'), phase('b', ['a'])],
      settings: { retry: { ...presets.phased.retry, maxAttempts: 1, workspace: 'keep' } },
    })
    machine.feed(
      inputsOf().opened,
      inputsOf().failed({ class: 'agent_failed', message: 'no' }),
      inputsOf().committed,
    )
    expect(machine.state).toMatchObject({ status: 'failed', draining: 'phase_failed' })
    const { events, effects } = resume(machine)
    expect(events[0]).toMatchObject({ type: 'run_resumed', phases: ['a'] })
    expect(effects).toMatchObject([{ type: 'open_workspace', attempt: 2, from: 'a-work' }])
    expect(machine.phase('b').status).toBe('pending')
    expect(machine.phase('a').endedAt).toBeUndefined()
    expect(machine.state).not.toHaveProperty('endedAt')
    expect(machine.state).not.toHaveProperty('draining')
  })

  it('has the agent that it says, or none', () => {
    const machine = createMachineRun({ provider: 'p' })
    resume(machine, 'q')
    expect(machine.state.provider).toBe('q')
    resume(machine)
    expect(machine.state).not.toHaveProperty('provider')
  })

  it('asks for the first commit again, or for the head that may be there already', () => {
    const { state } = begin([phase('a')])
    const at = 9
    expect(transition(state, { type: 'run_resumed', at }).effects).toEqual([
      { type: 'prepare_run', base: 'base' },
    ])
    transition(state, { type: 'run_prepared', head: 'first', at })
    expect(transition(state, { type: 'run_resumed', at }).effects).toEqual([
      {
        type: 'move_refs',
        updates: [{ ref: 'refs/amelia/r1/head', new: 'first', old: null }],
        reconcile: true,
      },
    ])
  })

  it('asks every open question again', () => {
    const machine = committed({ settings: { trust: 'paranoid' } })
    expect(resume(machine).effects).toEqual([{ type: 'ask', gate: machine.gate() }])
    expect(machine.state.status).toBe('waiting')
  })

  it('waits for what was waited for', () => {
    const machine = createMachineRun({ phases: [phase('a', [], { subtasks: [] })] })
    machine.feed(
      inputsOf().opened,
      inputsOf().failed({ class: 'transient', message: 'later' }),
      inputsOf().committed,
    )
    const until = machine.phase('a').effort.notBefore!
    expect(resume(machine).effects).toEqual([{ type: 'wake', at: until }])
    machine.now = until
    expect(kinds(resume(machine).effects)).toEqual(['open_workspace'])
  })

  it('leaves a run that was given up as it is, and puts the target back where that was begun', () => {
    const machine = createMachineRun({ targetCommit: 'before' })
    machine.feed(inputsOf().opened, inputsOf().blocked(), inputsOf().committed)
    const revert = { type: 'revert_run', found: 'before', before: 'before' } as const
    expect(machine.answer('abort-revert').effects).toEqual([revert])
    const { events, effects } = resume(machine)
    expect(kinds(events)).toEqual(['run_resumed'])
    expect(effects).toEqual([revert])
    machine.feed({ type: 'run_reverted' })
    expect(machine.state.status).toBe('aborted')
    const again = resume(machine)
    expect(kinds(again.events)).toEqual(['run_resumed', 'run_ended'])
    expect(again.effects).toEqual([{ type: 'finish' }])
  })

  it('lets what ran in a run that was given up be cancelled', () => {
    const machine = createMachineRun({ phases: [phase('a'), phase('b'), phase('c', ['a'])] })
    machine.feed(inputsOf('b').opened, inputsOf().opened, inputsOf().blocked(), inputsOf().committed)
    machine.answer('abort')
    expect(machine.state.status).not.toBe('aborted')
    resume(machine)
    expect(machine.phase('b')).toMatchObject({ status: 'cancelled', place: undefined })
    expect(machine.phase('c').status).toBe('pending')
    expect(machine.state.status).toBe('aborted')
  })

  it('takes a run up again that was cancelled', () => {
    const machine = createMachineRun()
    machine.feed(inputsOf().opened, { type: 'cancel_requested' })
    machine.feed({
      type: 'effect_failed',
      phaseId: 'a',
      attempt: 1,
      during: 'open_workspace',
      failure: { class: 'cancelled', message: 'x' },
    })
    expect(machine.state.status).toBe('cancelled')
    const { events } = resume(machine)
    expect(events[0]).toMatchObject({ type: 'run_resumed', phases: ['a'] })
    complete(machine)
    expect(machine.state.status).toBe('completed')
  })
})
