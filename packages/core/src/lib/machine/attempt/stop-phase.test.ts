import { describe, expect, it } from 'vitest'
import { createMachineRun, type TestInput, withDispatch } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { RunState } from '../state/run-state.ts'
import { refuseStop } from './stop-phase.ts'
import { transition } from '../transition.ts'

const a1 = { phaseId: 'a', attempt: 1 }

const feed = (state: RunState, ...drafts: TestInput[]) => {
  const results = drafts.map((draft) => transition(state, { ...withDispatch(state, draft), at: 1_000 }))
  return {
    events: results.flatMap(({ events }) => events.map(({ type }) => type)),
    effects: results.flatMap(({ effects }) => effects.map(({ type }) => type)),
  }
}

const twoSteps = {
  id: 'a.1',
  title: 'Two',
  steps: ['s1', 's2'].map((id) => ({ id, action: 'command' as const, command: 'true' })),
}

/** A run of `a` and then `b`; `a` has its slot, and its workspace is being opened. */
const begun = ({ reviewed = false, subtasks = [twoSteps] } = {}): RunState => {
  const { state } = createMachineRun({
    phases: [phase('a', [], { subtasks }), phase('b', ['a'])],
    settings: { review: { phase: reviewed, run: false } },
  })
  return state
}

const opened: TestInput = { type: 'workspace_opened', ...a1 }
const finished: TestInput = {
  type: 'unit_finished',
  ...a1,
  unit: { kind: 'phase' },
  result: { outcome: 'completed' },
}
const committed: TestInput = { type: 'attempt_committed', ...a1, commit: 'c', tree: 't', files: ['x'] }
const stop: TestInput = { type: 'phase_cancel_requested', phaseId: 'a' }

const inPart = { phaseId: 'a', subtaskId: 'a.1' }
const startedPart: TestInput = { type: 'subtask_started', ...inPart }
const startedStep = (stepId: string): TestInput => ({
  ...{ type: 'step_started', ...inPart, stepId },
  ...(stepId === 's2' && { saved: { commit: 'b', tree: 'u', files: ['x'] } }),
})
const finishedStep = (stepId: string): TestInput => ({
  type: 'step_finished',
  ...inPart,
  stepId,
  observation: { durationMs: 1 },
})
const failure = { class: 'environment', message: 'stopped' } as const
const ended: TestInput = { type: 'effect_failed', ...a1, during: 'run_unit', failure }

const partsOf = ({ phases }: RunState) => [...phases[0]!.subtaskStatus, ...phases[0]!.stepStatus]

const statusOf = ({ phases }: RunState): string => phases[0]!.status

const gateOf = ({ gates }: RunState) => [...gates.values()][0]

const refusal = (state: RunState, phaseId: string, stepId?: string) => refuseStop(state, { phaseId, stepId })

describe('refuseStop', () => {
  it('lets a phase be stopped that is running', () => {
    expect(refusal(begun(), 'a')).toBeUndefined()
  })

  it('states the reason and what is running', () => {
    const state = begun()
    feed(state, opened)
    expect(refusal(state, 'z')?.message).toBe('The plan has no phase "z". Running now: phase a.')
    expect(refusal(state, 'b')?.message).toBe('Phase b is not running: it is pending. Running now: phase a.')
    expect(refusal(state, 'a', 'x')?.message).toContain('Phase a has no step "x".')
    expect(refusal(state, 'a', 's2')?.message).toContain('Step s2 of phase a is not running: it is pending.')
    state.phases[0]!.stepStatus.set('s1', 'completed').set('s2', 'running')
    const refused = refusal(state, 'a', 's1')
    expect(refused).toMatchObject({
      code: 'NOT_CANCELLED',
      message: 'Step s1 of phase a is not running: it is completed. Running now: phase a, step s2.',
      details: { phaseId: 'a', stepId: 's1', running: [{ phaseId: 'a', steps: ['s2'] }] },
    })
    feed(state, stop)
    expect(refusal(state, 'a')?.message).toBe('Phase a is already being stopped. Nothing is running.')
  })

  it('lets nobody stop a phase whose references are being moved', () => {
    const state = begun()
    feed(state, opened, finished, committed, { type: 'composed', ...a1, commit: 'd' })
    expect(refusal(state, 'a')).toBeUndefined()
    feed(state, { type: 'move_prepared', ...a1, updates: [{ ref: 'r', new: 'd', old: null }] })
    expect(refusal(state, 'a')?.message).toContain('being integrated')
    expect(feed(state, stop)).toEqual({ events: [], effects: [] })
    feed(state, { type: 'refs_moved', phaseId: 'a' })
    expect(refusal(state, 'a')?.message).toContain('it is completed')
  })
})

describe('stopPhase', () => {
  it('interrupts what runs, and asks when that has ended', () => {
    const state = begun()
    feed(state, opened)
    expect(feed(state, stop)).toEqual({ events: [], effects: ['interrupt_phase'] })
    expect(statusOf(state)).toBe('running')
    // Its work up to then is kept first.
    const broken = { class: 'environment', message: 'stopped' } as const
    const ended: TestInput = { type: 'effect_failed', ...a1, during: 'run_unit', failure: broken }
    expect(feed(state, ended)).toEqual({ events: [], effects: ['commit_attempt'] })
    expect(statusOf(state)).toBe('running')
    expect(feed(state, committed)).toEqual({
      events: ['commit_created', 'phase_waiting', 'gate_opened'],
      effects: ['close_workspace', 'ask'],
    })
    expect(state.phases[0]).toMatchObject({
      attempt: { work: { commit: 'c' }, interruption: { class: 'cancelled' } },
    })
    expect(statusOf(state)).toBe('waiting')
    expect(gateOf(state)).toMatchObject({ blocker: 'user_cancelled', phaseIds: ['a'] })
    expect(gateOf(state)?.choices).toEqual(['continue', 'retry', 'skip', 'abort', 'abort-revert'])
  })

  it('gives a workspace back that was opened too late', () => {
    const state = begun()
    feed(state, stop)
    expect(feed(state, opened).effects).toEqual(['close_workspace', 'ask'])
  })

  it('asks at once where nothing runs, and does not offer to take what reviewers refused', () => {
    const state = begun({ reviewed: true, subtasks: [] })
    const comment = { id: 'r-1', reviewer: 'r', severity: 'major', disposition: 'implement' } as const
    const review = { approved: false, summary: 'no', comments: [{ ...comment, message: 'fix' }] }
    // The next attempt cannot begin: its provider takes no sessions for now.
    feed(state, opened, finished, committed)
    state.pauses.set('agent', { until: 9_000, waits: 1, totalMs: 1_000 })
    feed(state, { type: 'reviewed', ...a1, review })
    expect(statusOf(state)).toBe('retrying')
    expect(feed(state, stop).effects).toEqual(['ask'])
    expect(gateOf(state)?.choices).not.toContain('approve')
    expect(state.schedule.resuming).toEqual([])
  })

  it('is not forgotten by the next process', () => {
    const state = begun()
    feed(state, opened, stop, { type: 'run_resumed' })
    expect(statusOf(state)).toBe('waiting')
    expect(gateOf(state)).toMatchObject({ blocker: 'user_cancelled' })
  })

  it('gives all attempts back when a person tries again', () => {
    const state = begun()
    feed(state, opened, stop, finished, committed)
    feed(state, { type: 'gate_answered', gateId: gateOf(state)!.id, choice: 'retry' })
    expect(state.phases[0]).toMatchObject({ status: 'running', attempt: { number: 2 }, effort: { tries: 1 } })
    expect(state.phases[0]!.attempt.stopped).toBeUndefined()
  })

  // seed: intelligent-execution 68
  it('says what was stopped and what it has changed, and notes what ran as cancelled', () => {
    const state = begun()
    feed(state, opened, startedPart, startedStep('s1'), finishedStep('s1'), startedStep('s2'))
    expect(feed(state, stop, ended, committed).events).toEqual([
      'commit_created',
      'step_cancelled',
      'phase_waiting',
      'gate_opened',
    ])
    expect(gateOf(state)).toMatchObject({
      id: 'blocker:a:1',
      question: 'Phase a was stopped.',
      details: ['changed so far: x'],
    })
    expect(partsOf(state)).toEqual([
      ['a.1', 'cancelled'],
      ['s1', 'completed'],
      ['s2', 'cancelled'],
    ])
  })

  it('stops a step that is running, and asks about it', () => {
    const state = begun()
    feed(state, opened, startedPart, startedStep('s1'))
    expect(refusal(state, 'a', 's1')).toBeUndefined()
    feed(state, { ...stop, stepId: 's1' }, ended, committed)
    expect(gateOf(state)).toMatchObject({ id: 'blocker:a:1:s1', question: 'Step s1 of phase a was stopped.' })
    feed(state, { type: 'gate_answered', gateId: 'blocker:a:1:s1', choice: 'continue' })
    expect(partsOf(state)).toEqual([])
  })

  it('makes a stopped step pending again when the attempt that keeps its work is retried', () => {
    const state = begun()
    state.settings.retry = { ...state.settings.retry, workspace: 'keep' }
    feed(state, opened, startedPart, startedStep('s1'), finishedStep('s1'), startedStep('s2'))
    feed(state, { ...stop, stepId: 's2' }, ended, committed)
    feed(state, { type: 'gate_answered', gateId: 'blocker:a:1:s2', choice: 'retry' })
    expect(partsOf(state)).toEqual([['s1', 'completed']])
  })

  it('leaves a step alone that has ended by then, and asks about the phase', () => {
    const state = begun()
    feed(state, opened, startedPart, startedStep('s1'))
    const { events } = feed(state, { ...stop, stepId: 's1' }, finishedStep('s1'), ended, committed)
    expect(events).not.toContain('step_cancelled')
    expect(gateOf(state)).toMatchObject({ id: 'blocker:a:1', question: 'Phase a was stopped.' })
    expect(state.phases[0]!.stepStatus.get('s1')).toBe('completed')
  })

  it('notes a step as cancelled whose process died before it was stopped', () => {
    const state = begun()
    feed(state, opened, startedPart, startedStep('s1'), { ...stop, stepId: 's1' })
    expect(feed(state, { type: 'run_resumed' }).events).toContain('step_cancelled')
    expect(state.phases[0]!.stepStatus.get('s1')).toBe('cancelled')
  })

  it('stops one that only waits for its slot', () => {
    const state = begun()
    feed(state, opened, { type: 'phase_cancel_requested', phaseId: 'a' }, finished, committed)
    state.phases[0]!.status = 'ready'
    expect(refusal(state, 'a')).toBeUndefined()
  })
})
