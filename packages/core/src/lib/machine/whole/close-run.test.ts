import { describe, expect, it } from 'vitest'
import {
  check,
  complete,
  createMachineRun,
  green,
  type MachineRun,
  type MachineRunOptions,
  red,
  target,
} from '../../../../test/machine-run.ts'
import type { InputDraft } from '../state/input/input.ts'
import type { Check } from '../state/run-settings.ts'

const kinds = (list: readonly { type: string }[]): string[] => list.map(({ type }) => type)

const atEnd: Check = { ...check, when: 'end' }

const verified = (more: Partial<Extract<InputDraft, { type: 'run_verified' }>> = {}): InputDraft => ({
  type: 'run_verified',
  checks: [green],
  debts: [],
  ...more,
})
const composed = (more: Partial<Extract<InputDraft, { type: 'run_composed' }>> = {}): InputDraft => ({
  type: 'run_composed',
  commit: 'last',
  published: 'public',
  merged: false,
  updates: [{ ref: target, new: 'public', old: null }],
  ...more,
})
const moved: InputDraft = { type: 'refs_moved' }

/** A run whose only phase is integrated: what follows is its end. */
const closing = (settings: MachineRunOptions['settings'] = {}): MachineRun => {
  const machine = createMachineRun({ settings })
  complete(machine)
  return machine
}
const stageOf = ({ state }: MachineRun) => state.ending.closing?.stage

describe("the run's last commit", () => {
  it('is moved to with every reference, and told as what people get', () => {
    const machine = closing({ publish: 'single' })
    const updates = [{ ref: target, new: 'public', old: null }]
    expect(machine.feed(composed()).effects).toEqual([{ type: 'move_refs', updates, reconcile: false }])
    const { events, effects } = machine.feed(moved)
    expect(events).toMatchObject([
      { type: 'run_published', commit: 'public', target: true },
      { type: 'run_ended', status: 'completed' },
    ])
    expect(events[0]).not.toHaveProperty('reason')
    expect(kinds(effects)).toEqual(['finish'])
    expect(machine.state).toMatchObject({ head: 'last', headRef: 'last', target: { commit: 'public' } })
  })

  it('leaves the target where it may not move, and says why', () => {
    const machine = closing({ publish: 'single' })
    machine.feed(
      composed({
        updates: [{ ref: 'refs/amelia/r1/own/published', new: 'public', old: null }],
        note: 'it is checked out',
      }),
    )
    const { events } = machine.feed(moved)
    expect(events[0]).toMatchObject({ type: 'run_published', target: false, reason: 'it is checked out' })
    expect(machine.state).toMatchObject({ target: { commit: 'a-done', note: 'it is checked out' } })
  })

  it('forgets a note of before when the target has moved', () => {
    const machine = closing({ publish: 'single' })
    machine.state.target.note = 'of a phase'
    machine.feed(composed(), moved)
    expect(machine.state).not.toHaveProperty('targetNote')
  })

  it('is verified first where it holds commits that nobody has verified', () => {
    const machine = closing({ checks: [atEnd] })
    machine.feed(verified())
    expect(machine.feed(composed({ merged: true })).effects).toEqual([
      { type: 'verify_run', commit: 'public' },
    ])
    expect(stageOf(machine)).toBe('verifying')
    expect(kinds(machine.feed(verified()).effects)).toEqual(['move_refs'])
    expect(machine.state.ending.verifiedHead).toBe('public')
  })

  it('is moved to at once where there is nothing to verify it with, or nothing new in it', () => {
    const unchecked = closing({ publish: 'single' })
    expect(kinds(unchecked.feed(composed({ merged: true })).effects)).toEqual(['move_refs'])
    const same = closing({ checks: [atEnd] })
    expect(kinds(same.feed(verified(), composed()).effects)).toEqual(['close_run', 'move_refs'])
  })

  it('that nobody asked for changes nothing, nor does a move', () => {
    const machine = closing({ publish: 'single' })
    expect(machine.feed(moved)).toEqual({ events: [], effects: [] })
    machine.feed(composed())
    expect(machine.feed(composed({ published: 'other' }))).toEqual({ events: [], effects: [] })
    expect(machine.state.ending.closing?.published).toBe('public')
    expect(machine.state.head).toBe('a-done')
  })

  it('goes into the checkout as files where nothing else is wanted', () => {
    const machine = closing({ publish: 'message-only' })
    machine.feed(composed())
    expect(machine.feed({ type: 'checkout_applied' })).toEqual({ events: [], effects: [] })
    expect(machine.feed(moved)).toEqual({
      events: [],
      effects: [{ type: 'apply_to_checkout', commit: 'last' }],
    })
    machine.state.target.note = 'of before'
    const { events } = machine.feed({ type: 'checkout_applied' })
    expect(kinds(events)).toEqual(['run_published', 'run_ended'])
    expect(machine.state.target.inCheckout).toBe(true)
    expect(machine.state).not.toHaveProperty('targetNote')
  })

  it('says why the files are not in the checkout', () => {
    const machine = closing({ publish: 'message-only' })
    const { events } = machine.feed(composed(), moved, { type: 'checkout_applied', note: 'it is dirty' })
    expect(events[0]).toMatchObject({ type: 'run_published', reason: 'it is dirty' })
    expect(machine.state.target.inCheckout).toBe(false)
  })
})

describe('a reference that someone else moves', () => {
  const refused: InputDraft = { type: 'refs_refused', refs: [target, 'refs/heads/other'] }

  it('is looked at again, three times at most, and then asked about', () => {
    const machine = closing({ publish: 'single' })
    for (const round of [1, 2]) {
      machine.feed(composed())
      expect(machine.feed(refused).effects).toEqual([{ type: 'close_run', head: 'a-done' }])
      expect(machine.state.ending.closing).toMatchObject({ refusals: round })
      expect(machine.state.ending.closing).not.toHaveProperty('updates')
    }
    machine.feed(composed())
    expect(kinds(machine.feed(refused).effects)).toEqual(['ask'])
    expect(machine.gate()).toEqual({
      id: 'run:target:1',
      kind: 'blocker',
      blocker: 'target_moved',
      phaseIds: [],
      question: `${target}, refs/heads/other keeps being moved by someone else. Retry?`,
      details: [target, 'refs/heads/other'],
      suggestions: [],
      choices: ['retry', 'abort', 'abort-revert'],
    })
    expect(machine.answer('retry').effects).toEqual([{ type: 'close_run', head: 'a-done' }])
  })
})

describe('a failure at the end', () => {
  const failed: InputDraft = {
    type: 'closing_failed',
    failure: { class: 'environment', message: 'the disk is full' },
    blocker: 'environment',
  }

  it('is asked about, and everything is done again if a person retries', () => {
    const machine = closing({ checks: [atEnd], publish: 'single' })
    machine.feed(verified(), composed())
    expect(kinds(machine.feed(failed).effects)).toEqual(['ask'])
    expect(machine.gate()).toEqual({
      id: 'run:end:1',
      kind: 'blocker',
      blocker: 'environment',
      phaseIds: [],
      question: 'The run could not be finished: the disk is full',
      details: [],
      suggestions: [],
      choices: ['retry', 'abort', 'abort-revert'],
    })
    expect(machine.state.status).toBe('waiting')
    // A verified result is not verified again.
    expect(machine.answer('retry').effects).toEqual([{ type: 'close_run', head: 'a-done' }])
  })

  it('changes nothing where the end has not begun, or is there', () => {
    const machine = createMachineRun({ settings: { publish: 'single' } })
    expect(machine.feed(failed)).toEqual({ events: [], effects: [] })
    complete(machine)
    machine.feed(composed(), moved)
    expect(stageOf(machine)).toBe('closed')
    expect(machine.feed(failed)).toEqual({ events: [], effects: [] })
  })
})

describe('a new process', () => {
  const resume = (machine: MachineRun) => machine.feed({ type: 'run_resumed' }).effects

  it('finishes a move that was written down', () => {
    const machine = closing({ publish: 'single' })
    machine.feed(composed())
    const updates = [{ ref: target, new: 'public', old: null }]
    expect(resume(machine)).toEqual([{ type: 'move_refs', updates, reconcile: true }])
    expect(machine.feed(moved).events[0]).toMatchObject({ type: 'run_published', target: true })
  })

  it('puts the files into the checkout again', () => {
    const machine = closing({ publish: 'message-only' })
    machine.feed(composed(), moved)
    expect(resume(machine)).toEqual([{ type: 'apply_to_checkout', commit: 'last' }])
  })

  it('does everything else again', () => {
    const verifying = closing({ checks: [atEnd] })
    expect(resume(verifying)).toEqual([{ type: 'verify_run', commit: 'a-done' }])
    const composing = closing({ publish: 'single' })
    expect(resume(composing)).toEqual([{ type: 'close_run', head: 'a-done' }])
  })

  it('asks again what was asked, and waits', () => {
    const machine = closing({ checks: [atEnd] })
    machine.feed(verified({ checks: [red] }))
    expect(resume(machine)).toEqual([{ type: 'ask', gate: machine.gate() }])
    expect(machine.state.status).toBe('waiting')
    expect(kinds(machine.answer('approve').effects)).toEqual(['close_run'])
  })

  it('does nothing again where the end is there', () => {
    const machine = closing({ publish: 'single' })
    machine.feed(composed(), moved)
    expect(resume(machine)).toEqual([{ type: 'finish' }])
  })
})
