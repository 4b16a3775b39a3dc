import { describe, expect, it } from 'vitest'
import { createMachineRun, target, type TestInput, withDispatch } from '../../../test/machine-run.ts'
import type { RunState } from './state/run-state.ts'
import { transition } from './transition.ts'

const ids = { commit: 'c'.repeat(40), tree: 'e'.repeat(40), done: 'd'.repeat(40) }
const a1 = { phaseId: 'a', attempt: 1 }

const feed = (state: RunState, ...drafts: TestInput[]) => {
  const results = drafts.map((draft) => transition(state, { ...withDispatch(state, draft), at: 1_000 }))
  return {
    events: results.flatMap(({ events }) => events),
    effects: results.flatMap(({ effects }) => effects),
  }
}

/** A run whose only phase is in its first attempt, its workspace open. */
const begun = (): RunState => {
  const { state } = createMachineRun()
  feed(state, { type: 'workspace_opened', ...a1 })
  return state
}

const finished: TestInput = {
  type: 'unit_finished',
  ...a1,
  unit: { kind: 'phase' },
  result: { outcome: 'completed' },
}
const committed: TestInput = {
  type: 'attempt_committed',
  ...a1,
  commit: ids.commit,
  tree: ids.tree,
  files: [],
}
const composed: TestInput = { type: 'composed', ...a1, commit: ids.done }
const prepared: TestInput = {
  type: 'move_prepared',
  ...a1,
  updates: [{ ref: target, new: ids.done, old: null }],
}
const moved: TestInput = { type: 'refs_moved', phaseId: 'a' }
const failed: TestInput = {
  type: 'unit_finished',
  ...a1,
  unit: { kind: 'phase' },
  result: { outcome: 'failed', failure: { class: 'agent_failed', message: 'no' } },
}

/** Selects the observable part of a state. */
const picture = ({ phases, head, status, seq }: RunState): string =>
  JSON.stringify([
    phases.map(({ status: at, attempt: { number, work }, effort: { tries } }) => [
      at,
      number,
      work?.commit,
      tries,
    ]),
    head,
    status,
    seq,
  ])

describe('transition', () => {
  it('leads from the first input to the last one, each effect once', () => {
    const state = begun()
    const { effects } = feed(state, finished, committed, composed, prepared, moved)
    expect(effects.map(({ type }) => type)).toEqual([
      'commit_attempt',
      'compose',
      'prepare_move',
      'move_refs',
      'close_workspace',
      'finish',
    ])
    expect(state).toMatchObject({ status: 'completed', head: ids.done })
  })

  it('M4: completes no phase whose references were not confirmed to have moved', () => {
    const state = begun()
    feed(state, finished, committed, composed, moved)
    expect(state.phases[0]?.status).toBe('integrating')
    expect(state.head).toBe('base')
  })

  it('M9: an input of an attempt that is over changes nothing', () => {
    const state = begun()
    feed(state, failed, committed)
    expect(state.phases[0]).toMatchObject({ attempt: { number: 2 }, status: 'running' })
    for (const late of [
      { type: 'workspace_opened', ...a1 } as const,
      finished,
      committed,
      composed,
      prepared,
      failed,
    ]) {
      const before = picture(state)
      expect(feed(state, late), late.type).toEqual({ events: [], effects: [] })
      expect(picture(state), late.type).toBe(before)
    }
  })

  it('M9: an input of a phase that waits for a person changes nothing', () => {
    const state = begun()
    const blocked: TestInput = {
      type: 'unit_finished',
      ...a1,
      unit: { kind: 'phase' },
      result: { outcome: 'blocked', blocker: 'unexpected_state', message: 'what now?', details: [] },
    }
    feed(state, blocked, committed)
    expect(state.phases[0]?.status).toBe('waiting')
    const before = picture(state)
    expect(feed(state, finished, committed)).toEqual({ events: [], effects: [] })
    expect(picture(state)).toBe(before)
  })

  it('M8: nothing follows the end', () => {
    const state = begun()
    feed(state, finished, committed, composed, prepared, moved)
    for (const late of [moved, finished, { type: 'cancel_requested' }, { type: 'parked' }] as TestInput[])
      expect(feed(state, late)).toEqual({ events: [], effects: [] })
  })

  it('says INTERNAL for a phase that the plan does not have', () => {
    expect(() => feed(begun(), { type: 'composed', phaseId: 'zzz', attempt: 1, commit: ids.done })).toThrow(
      'zzz',
    )
  })
})
