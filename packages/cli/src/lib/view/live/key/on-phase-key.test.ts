import { describe, expect, it } from 'vitest'
import { decodeKeys } from '../../../terminal/screen/decode-keys.ts'
import { type Action, initialState, type LiveState, noteDrawn } from './live-state.ts'
import { onKey } from './on-key.ts'
import type { KeyContext } from './step.ts'

const lines = Array.from({ length: 30 }, (_, at) => `line ${at}`)

/** A view of three phases, two of which are running. An opened one has 30 lines, 10 on the screen. */
const open = (more: Partial<KeyContext> = {}) => {
  let state: LiveState = initialState
  let now = 0
  const actions: Action[] = []
  return {
    actions,
    press(...keys: string[]): LiveState {
      for (const key of keys) {
        state = noteDrawn(state, now)
        const { opened } = state
        const context: KeyContext = {
          ...{ plan: { phases: [] }, order: ['b', 'a', 'c'], running: [{ phaseId: 'b' }, { phaseId: 'a' }] },
          ...{ pageRows: 2, hiddenLines: 0, role: 'run', leaves: true, stops: true },
          ...(opened && { opened: { lines, rows: 10, top: Math.min(opened.top ?? 20, 20) } }),
          ...more,
        }
        const step = onKey(state, decodeKeys(key, true).keys[0]!, (now += 300), context)
        state = step.state
        if (step.action) actions.push(step.action)
      }
      return state
    },
  }
}
const [up, down, right, left, escape] = ['\u001b[A', '\u001b[B', '\u001b[C', '\u001b[D', '\u001b']

describe('the cursor', () => {
  it('begins at the first phase of the screen, and stays at a phase that it was moved to', () => {
    const view = open()
    expect(view.press(up).cursor).toBeUndefined()
    expect(view.press(down).cursor).toBe('a')
    expect(view.press(down, down, down).cursor).toBe('c')
    expect(view.press('g').cursor).toBe('b')
    expect(view.press('G').cursor).toBe('c')
  })

  it('offers its phase first to cancel and to steer', () => {
    const view = open()
    expect(view.press(down, 'c').prompt).toMatchObject({ type: 'choose', what: { phaseId: 'a' } })
    expect(view.press('c').prompt).toMatchObject({ what: { phaseId: 'b' } })
    expect(view.press('n', down, 's').prompt).toMatchObject({ what: { phaseId: 'b' } })
  })

  it('opens its phase, but not in a view that only answers', () => {
    expect(open().press(down, '\r').opened).toEqual({ phaseId: 'a', tab: 'session' })
    expect(open({ role: 'answer' }).press('\r').opened).toBeUndefined()
  })
})

describe('an opened phase', () => {
  it('follows its session until it is scrolled, and again at the end or with f', () => {
    const view = open()
    expect(view.press('\r', up).opened?.top).toBe(19)
    expect(view.press(down).opened?.top).toBeUndefined()
    expect(view.press(up, up, up).opened?.top).toBe(17)
    expect(view.press('f').opened?.top).toBeUndefined()
  })

  it('has parts on both sides, which begin at their first line', () => {
    const view = open()
    expect(view.press('\r', right).opened).toMatchObject({ tab: 'changes', top: 0 })
    expect(view.press(left, left).opened).toMatchObject({ tab: 'plan', top: 0 })
    expect(view.press('\t').opened).toEqual({ phaseId: 'b', tab: 'session' })
    expect(view.press(escape).opened).toBeUndefined()
  })

  it('finds a text in any case, the next one, and the one before', () => {
    const view = open()
    view.press('\r', 'g', '/', ...'LINE 2', '\r')
    expect(view.press().opened).toMatchObject({ top: 2, find: 'LINE 2' })
    expect(view.press('n').opened?.top).toBe(20)
    expect(view.press('n').opened?.found).toBe(21)
    expect(view.press('N', 'N').opened?.found).toBe(2)
    expect(view.press('N').message).toBe('"LINE 2": 11 of 11   n: next   N: before')
    expect(view.press('/', 'x', '\r').message).toBe('"x" is not in these lines.')
  })

  it('cancels and steers its own phase only', () => {
    const view = open()
    expect(view.press(down, '\r', 'c').prompt).toMatchObject({ what: { phaseId: 'a' }, more: false })
    expect(view.press('y', 's').prompt).toMatchObject({ label: 'Text for the agent of phase a:' })
    expect(view.actions).toEqual([{ type: 'cancel', what: { phaseId: 'a' } }])
    expect(open().press('G', '\r', 'c').message).toContain('Nothing is running')
  })
})
