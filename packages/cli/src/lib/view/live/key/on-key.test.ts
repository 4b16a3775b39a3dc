import type { GateView } from '@amelia/core'
import { describe, expect, it } from 'vitest'
import { decodeKeys } from '../../../terminal/screen/decode-keys.ts'
import { type Action, initialState, type LiveState, noteDrawn, withGates } from './live-state.ts'
import { onKey } from './on-key.ts'
import type { KeyContext } from './step.ts'

const gateOf = (id: string, choices: GateView['choices'], more: Partial<GateView> = {}): GateView => ({
  ...{ id, kind: 'checkpoint', phaseIds: [], question: `${id}?`, details: [], suggestions: [], choices },
  ...more,
})
const numbered = (gates: GateView[]) => gates.map((gate, k) => ({ gate, number: k + 1 }))

/** A view whose frames are drawn when `pass` is called, with a clock that only `pass` advances. */
const open = (gates: GateView[] = [], more: Partial<KeyContext> = {}) => {
  let state: LiveState = withGates(initialState, numbered(gates))
  let now = 0
  const actions: Action[] = []
  const context: KeyContext = {
    plan: { phases: [] },
    running: [],
    order: [],
    leaves: true,
    stops: true,
    pageRows: 5,
    hiddenLines: 0,
    role: 'run',
    ...more,
  }
  const type = (text: string): void => {
    for (const key of decodeKeys(text, true).keys) {
      const step = onKey(state, key, now, context)
      state = step.state
      if (step.action) actions.push(step.action)
    }
  }
  const pass = (ms = 300): void => {
    state = noteDrawn(state, now)
    now += ms
  }
  return {
    ...{ actions, type, pass },
    /** Presses keys one by one, each after its frame has been seen. */
    press(...keys: string[]) {
      for (const key of keys) {
        pass()
        type(key)
      }
    },
    sync: (next: GateView[]) => {
      state = withGates(state, numbered(next))
    },
    state: () => state,
  }
}

const answer = (gateId: string, choice: string, more: object = {}) => ({
  type: 'answer',
  answer: { gateId, choice, ...more },
})

describe('a question', () => {
  it('takes no key that was pressed before it was drawn, or within 300 ms after', () => {
    const view = open([gateOf('g', ['approve', 'abort'])])
    view.type('axy')
    view.pass(299)
    view.type('a')
    expect(view.actions).toEqual([])
    view.pass(1)
    view.type('a')
    expect(view.actions).toEqual([answer('g', 'approve')])
  })

  it('does not take the second of two quick keys for the first question', () => {
    const view = open([gateOf('one', ['approve']), gateOf('two', ['approve'])])
    view.press('a')
    view.type('a')
    view.pass(299)
    view.type('a')
    expect(view.actions).toEqual([answer('one', 'approve')])
    view.press('a')
    expect(view.actions[1]).toEqual(answer('two', 'approve'))
  })

  it.each<[GateView['choices'][number], string, Partial<GateView>]>([
    ['abort', 'x', {}],
    ['approve', 'a', { blocker: 'needs_judgment' }],
    ['skip', 's', { blocker: 'needs_judgment' }],
  ])('asks for a second, different key before %s', (choice, key, more) => {
    const view = open([gateOf('g', [choice], more)])
    view.press(key, key)
    expect(view.actions).toEqual([])
    expect(view.state().prompt).toBeUndefined()
    view.press(key)
    view.type('y')
    expect(view.actions, 'before it was drawn').toEqual([])
    view.press('y')
    expect(view.actions).toEqual([answer('g', choice)])
  })

  // seed: intelligent-execution 59
  it('asks what to revert', () => {
    const view = open([gateOf('g', ['abort-revert'])])
    view.press('v', 'v', 'v', 'b')
    expect(view.actions).toEqual([answer('g', 'abort-revert', { scope: 'batch' })])
  })

  it('reads the text that an answer needs, with its pastes', () => {
    const view = open([gateOf('g', ['send-back', 'reject', 'fix'])])
    view.press('b', '\r')
    expect(view.state().prompt).toMatchObject({ problem: 'Type a text, or press Esc.' })
    view.type('more tests\u001b[200~\ry\u001b[201~')
    expect(view.state().prompt).not.toHaveProperty('problem')
    view.press('\r')
    expect(view.actions).toEqual([answer('g', 'send-back', { feedback: 'more tests y' })])
    const rejected = open([gateOf('p', ['reject'])])
    rejected.press('r')
    rejected.type('\r')
    expect(rejected.actions, 'before it was drawn').toEqual([])
    rejected.press('\r')
    expect(rejected.actions).toEqual([answer('p', 'reject')])
    const left = open([gateOf('g', ['fix'])])
    left.press('f', 'a', '\u001b', 'f')
    expect(left.state().prompt).toMatchObject({ line: { before: '', after: '' } })
    expect(left.actions).toEqual([])
  })

  it('answers for some of its phases, and is open for the others', () => {
    const batch = (...phaseIds: string[]) => gateOf('g', ['approve', 'send-back', 'abort'], { phaseIds })
    const view = open([batch('2A', '2B')])
    view.press('p', '9', '\r')
    expect(view.state().prompt).toMatchObject({ problem: 'Type some of 2A, 2B, or press Esc.' })
    view.press('\x7f', '2', 'a', '\r')
    expect(view.state().chosen).toEqual({ gateId: 'g', phaseIds: ['2A'] })
    view.press('x', 'a')
    expect(view.actions).toEqual([answer('g', 'approve', { phaseIds: ['2A'] })])
    view.press('a')
    view.sync([batch('2B')])
    // One phase is left, so there is nothing to choose.
    view.press('p', 'b', 'n', 'o', '\r')
    expect(view.actions.slice(1)).toEqual([answer('g', 'send-back', { feedback: 'no' })])
    const other = open([batch('2A', '2B')])
    other.press('p', '2', 'b', '\r', 'b', 'n', '\r')
    expect(other.actions).toEqual([answer('g', 'send-back', { feedback: 'n', phaseIds: ['2B'] })])
    const left = open([batch('2A', '2B')])
    left.press('p', '2', 'b', '\r', '\x1b', 'a')
    expect(left.actions).toEqual([answer('g', 'approve')])
  })

  it('asks how much more to allow, until it can be read', () => {
    const view = open([gateOf('b', ['approve'], { kind: 'blocker', blocker: 'budget_exceeded' })])
    view.press('a')
    view.type('5 euros')
    view.press('\r')
    expect(view.state().prompt).toMatchObject({ problem: expect.stringContaining('with their unit') })
    view.type('\u00155 usd')
    view.press('\r')
    expect(view.actions).toEqual([answer('b', 'approve', { amount: { usd: 5 } })])
  })

  it('does not approve a plan unseen', () => {
    const view = open([gateOf('plan', ['approve'], { kind: 'plan' })], { hiddenLines: 12 })
    view.press('a')
    expect(view.state().prompt).toMatchObject({ text: expect.stringContaining('12 lines are not shown') })
    view.press('y')
    expect(view.actions).toEqual([answer('plan', 'approve')])
  })

  it('is one of several: Tab moves on, Esc returns to the run, Ctrl-D leaves it open', () => {
    const view = open(['one', 'two', 'three'].map((id) => gateOf(id, ['approve'])))
    view.press('\t', '\t')
    expect(view.state().focus).toBe('three')
    view.press('\t', '\u001b')
    expect(view.state().focus).toBeUndefined()
    view.press('a', '\t', '\u0004')
    expect(view.actions).toEqual([{ type: 'leave', gateId: 'one' }])
    expect(view.state().focus).toBe('two')
    view.press('d', 'l', 'e')
    expect(view.actions.slice(1)).toEqual(
      ['diff', 'output', 'workspace'].map((what) => ({ type: 'show', what, gateId: 'two' })),
    )
  })

  it('closes with its prompt when it is answered elsewhere, and takes no focus from a text', () => {
    const view = open([gateOf('one', ['fix'])])
    view.press('f', 'a')
    view.sync([gateOf('one', ['fix']), gateOf('two', ['approve'])])
    expect(view.state()).toMatchObject({ focus: 'one', prompt: { line: { before: 'a' } } })
    view.sync([gateOf('two', ['approve'])])
    expect(view.state()).toMatchObject({ focus: 'two' })
    expect(view.state().prompt).toBeUndefined()
    view.sync([])
    expect(view.state().focus).toBeUndefined()
  })
})

describe('the run', () => {
  const running = [{ phaseId: '1', stepId: '1.2' }, { phaseId: '2a' }]

  it('takes no key before the first frame', () => {
    const view = open([], { running })
    view.type('cq')
    expect(view.state().prompt).toBeUndefined()
  })

  // seed: intelligent-execution 101
  it('cancels a running step or phase after a confirmation', () => {
    const view = open([], { running })
    view.press('c', 'c', 'n', 'y', 'c', 'y')
    expect(view.actions).toEqual([{ type: 'cancel', what: running[0] }])
    view.press('c', 'c', 'y')
    expect(view.actions[1]).toEqual({ type: 'cancel', what: running[1] })
    const none = open()
    none.press('c')
    expect(none.state().message).toBe('Nothing is running that could be cancelled.')
  })

  it('steers the agent of a phase', () => {
    const view = open([], { running: [{ phaseId: '1' }] })
    view.press('s')
    view.type('Use the parser.')
    view.press('\r')
    expect(view.actions).toEqual([{ type: 'steer', phaseId: '1', text: 'Use the parser.' }])
    const several = open([], { running })
    several.press('s', 's', '\r', 'x', '\r')
    expect(several.actions).toEqual([{ type: 'steer', phaseId: '2a', text: 'x' }])
  })

  it('is paused after a confirmation, and q asks what is meant', () => {
    const view = open()
    view.press('p', 'n', 'p', 'y', 'q', 'q', 'q', 'f', 'q', 'x', 'q', 'b', 'b')
    const types = ['drain', 'finish', 'stop', 'leave-view', 'leave-view']
    expect(view.actions).toEqual(types.map((type) => ({ type })))
    const bound = open([], { leaves: false })
    bound.press('b', 'q', 'b', 'q', 'x')
    expect(bound.actions).toEqual([{ type: 'stop' }])
    for (const more of [{ role: 'answer' }, { role: 'watch', stops: false }] as const) {
      const idle = open([], more)
      idle.press('q')
      expect(idle.actions).toEqual([{ type: 'leave-view' }])
    }
  })

  it('passes Ctrl-C on from everywhere, at once', () => {
    const view = open([gateOf('g', ['fix'])])
    view.type('\u0003')
    view.press('f')
    view.type('\u0003')
    expect(view.actions).toEqual([{ type: 'interrupt' }, { type: 'interrupt' }])
    expect(view.state().prompt).toBeUndefined()
  })

  it('shows its keys on a page that scrolls', () => {
    const view = open()
    view.press('?', ' ', 'q', 'x')
    expect(view.state().page).toBeUndefined()
    view.press('?', ' ')
    expect(view.state().page?.top).toBe(5)
    view.press('y', '\u001b')
    expect(view.actions).toEqual([])
  })
})
