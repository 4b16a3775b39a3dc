import { describe, expect, it } from 'vitest'
import { createMachineRun, type TestInput, withDispatch } from '../../../../test/machine-run.ts'
import { phase } from '../../../../test/sample-plan.ts'
import type { RunState } from '../state/run-state.ts'
import { whyNotStopped } from './stop-phase.ts'
import { transition } from '../transition.ts'

const a1 = { phaseId: 'a', attempt: 1 }

const feed = (state: RunState, ...drafts: TestInput[]) => {
  const results = drafts.map((draft) => transition(state, { ...withDispatch(state, draft), at: 1_000 }))
  return {
    events: results.flatMap(({ events }) => events.map(({ type }) => type)),
    effects: results.flatMap(({ effects }) => effects.map(({ type }) => type)),
  }
}

/** A run of `a` and then `b`; `a` has its slot, and its workspace is being opened. */
const begun = (reviewed = false): RunState => {
  const { state } = createMachineRun({
    phases: [phase('a', [], { subtasks: [] }), phase('b', ['a'])],
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

const statusOf = ({ phases }: RunState): string => phases[0]!.status

const gateOf = ({ gates }: RunState) => [...gates.values()][0]

describe('whyNotStopped', () => {
  it('lets a phase be stopped that is under way', () => {
    expect(whyNotStopped(begun(), 'a')).toBeUndefined()
  })

  it('says what is in the way', () => {
    const state = begun()
    expect(whyNotStopped(state, 'z')).toContain('no phase "z"')
    expect(whyNotStopped(state, 'b')).toContain('it is pending')
    expect(whyNotStopped(state, 'a', 's')).toContain('Step "s"')
    feed(state, stop)
    expect(whyNotStopped(state, 'a')).toContain('already being stopped')
  })

  it('lets nobody stop a phase whose references are being moved', () => {
    const state = begun()
    feed(state, opened, finished, committed, { type: 'composed', ...a1, commit: 'd' })
    expect(whyNotStopped(state, 'a')).toBeUndefined()
    feed(state, { type: 'move_prepared', ...a1, updates: [{ ref: 'r', new: 'd', old: null }] })
    expect(whyNotStopped(state, 'a')).toContain('being integrated')
    expect(feed(state, stop)).toEqual({ events: [], effects: [] })
    feed(state, { type: 'refs_moved', phaseId: 'a' })
    expect(whyNotStopped(state, 'a')).toContain('it is completed')
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
    const state = begun(true)
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

  it('says what was stopped and what it has changed, and notes what ran as cancelled', () => {
    const state = begun()
    feed(state, opened)
    const { subtaskStatus, stepStatus } = state.phases[0]!
    subtaskStatus.set('a.1', 'completed').set('a.2', 'running')
    stepStatus.set('a.2.1', 'running')
    feed(state, stop, finished, committed)
    expect(gateOf(state)).toMatchObject({
      id: 'blocker:a:1',
      question: 'Phase a was stopped.',
      details: ['changed so far: x'],
    })
    expect([...subtaskStatus, ...stepStatus]).toEqual([
      ['a.1', 'completed'],
      ['a.2', 'cancelled'],
      ['a.2.1', 'cancelled'],
    ])
  })

  it('stops a step that is carried out, and asks about that', () => {
    const state = begun()
    feed(state, opened)
    state.phases[0]!.stepStatus.set('s', 'running')
    expect(whyNotStopped(state, 'a', 's')).toBeUndefined()
    feed(state, { ...stop, stepId: 's' }, finished, committed)
    expect(gateOf(state)).toMatchObject({ id: 'blocker:a:1:s', question: 'Step s of phase a was stopped.' })
  })

  it('stops one that only waits for its slot', () => {
    const state = begun()
    feed(state, opened, { type: 'phase_cancel_requested', phaseId: 'a' }, finished, committed)
    state.phases[0]!.status = 'ready'
    expect(whyNotStopped(state, 'a')).toBeUndefined()
  })
})
