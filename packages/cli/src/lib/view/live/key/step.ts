import type { Plan } from '@amelia/core'
import { type Action, type Cancellable, type LiveState, nextFocus } from './live-state.ts'

/** The parts of a run that the effects of keys depend on. */
export interface KeyContext {
  readonly plan: Pick<Plan, 'phases'>
  /** The running phases, in the order in which they are offered. */
  readonly running: readonly Cancellable[]
  /** Lines of a page that fit on the screen. */
  readonly pageRows: number
  /** How many lines of the question with the focus have not been on the screen. */
  readonly hiddenLines: number
  /** The lines of that question that scroll, and how many of them fit. */
  readonly scroll?: { readonly length: number; readonly rows: number }
  /** All phases in the order of the screen. */
  readonly order: readonly string[]
  /** The lines of the opened phase, the first one that is shown, and how many fit. */
  readonly opened?:
    | { readonly lines: readonly string[]; readonly top: number; readonly rows: number }
    | undefined
  /** Whether the run continues without the view. */
  readonly leaves: boolean
  /** Whether a process runs the run, so that it can be stopped. */
  readonly stops: boolean
  /** `run`: this process runs the run. `watch`: another one does. `answer`: only questions are shown. */
  readonly role: ViewRole
}

/** The purpose of a view. */
export type ViewRole = 'run' | 'watch' | 'answer'

/** The state after a key, and the effect that it asks for. */
export interface Step {
  readonly state: LiveState
  readonly action?: Action
}

/** Leaves properties of a state out. */
export const without = (
  state: LiveState,
  ...names: ('prompt' | 'page' | 'message' | 'focus' | 'opened' | 'chosen')[]
): LiveState => {
  const rest = { ...state }
  for (const name of names) delete rest[name]
  return rest
}

/** Marks the question of an answer, and moves the focus to the next one. */
export const answered = (state: LiveState, action: Extract<Action, { type: 'answer' | 'leave' }>): Step => {
  const gateId = action.type === 'answer' ? action.answer.gateId : action.gateId
  const is = action.type === 'answer' ? 'answering' : 'left'
  const gates = state.gates.map((each) => (each.gate.id === gateId ? ({ ...each, is } as const) : each))
  const rest = without(state, 'prompt', 'message', 'focus', 'chosen')
  const focus = nextFocus({ ...state, gates })
  return { state: { ...rest, gates, ...(focus !== undefined && { focus }) }, action }
}
