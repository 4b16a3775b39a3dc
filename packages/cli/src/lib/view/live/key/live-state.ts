import type { GateAnswer, GateChoice, GateView } from '@amelia/core'
import { narrowGate } from '../../../question/narrow-gate.ts'
import type { EditedLine } from '../../../terminal/screen/edit-line.ts'

/** A phase that can be cancelled, at its running step if it has one. */
export interface Cancellable {
  readonly phaseId: string
  readonly stepId?: string
}

/** An open question in the live view. */
export interface OpenGate {
  readonly gate: GateView
  /** Counts the questions of the run from 1. */
  readonly number: number
  /** A person left it open, or its answer is being saved or saved: it takes no keys. */
  readonly is?: 'left' | 'answering' | 'saved'
}

/** An effect of a key. */
export type Action =
  | { readonly type: 'answer'; readonly answer: GateAnswer }
  | { readonly type: 'leave'; readonly gateId: string }
  | { readonly type: 'show'; readonly what: 'diff' | 'output' | 'workspace'; readonly gateId: string }
  | { readonly type: 'cancel'; readonly what: Cancellable }
  | { readonly type: 'steer'; readonly phaseId: string; readonly text: string }
  /**
   * `finish`: drains the run as the first Ctrl-C does, without its open questions. `stop`: stops running
   * phases.
   * `leave-view`: the run continues without the view.
   */
  | { readonly type: 'drain' | 'finish' | 'stop' | 'leave-view' | 'interrupt' }

/** The purpose of a line that is typed. */
export type LinePurpose =
  | {
      readonly type: 'answer'
      readonly gateId: string
      readonly choice: GateChoice
      readonly optional: boolean
      /** The phases that the answer is for; undefined: all. */
      readonly phaseIds?: readonly string[]
      /** Whether the line is an amount of a budget. */
      readonly amount?: true
    }
  | { readonly type: 'steer'; readonly phaseId: string }
  /** The ids of the phases that the next answer is for. */
  | { readonly type: 'phases'; readonly gateId: string }
  | { readonly type: 'find' }

/** A question of the view itself, which takes all keys. */
export type Prompt =
  | { readonly type: 'confirm'; readonly text: string; readonly action: Action }
  | { readonly type: 'scope'; readonly gateId: string }
  /** `leaves`: whether the run can continue without the view. */
  | { readonly type: 'quit'; readonly leaves: boolean }
  | {
      readonly type: 'choose'
      readonly to: 'cancel' | 'steer'
      readonly what: Cancellable
      readonly more: boolean
    }
  | {
      readonly type: 'line'
      readonly label: string
      readonly line: EditedLine
      readonly problem?: string
      readonly purpose: LinePurpose
    }

/** A long text over the view. */
export interface Page {
  readonly title: string
  readonly lines: readonly string[]
  /** The first line that is shown. */
  readonly top: number
}

/** The parts of an opened phase, in the order of their names on the screen. */
export const phaseTabs = ['session', 'changes', 'checks', 'attempts', 'plan'] as const
export type PhaseTab = (typeof phaseTabs)[number]

/** A phase that a person has opened. */
export interface OpenedPhase {
  readonly phaseId: string
  readonly tab: PhaseTab
  /** The first line that is shown; undefined: the last ones, as they grow. */
  readonly top?: number
  /** The text that `n` finds again. */
  readonly find?: string
  /** The line with that text that was shown last. */
  readonly found?: number
}

/** The state of the keys of a live view. */
export interface LiveState {
  /** In the order in which they opened. */
  readonly gates: readonly OpenGate[]
  /** The question that takes keys; undefined: the run does. */
  readonly focus?: string
  readonly prompt?: Prompt
  readonly page?: Page
  /** The first line of the question with the focus that is shown, and how many have been on the screen. */
  readonly read?: { readonly gateId: string; readonly top: number; readonly seen: number }
  /** The phases of a question that the next answer is for; undefined: all. */
  readonly chosen?: { readonly gateId: string; readonly phaseIds: readonly string[] }
  /** The result of the last action. */
  readonly message?: string
  /** The phase that a person has moved the cursor to; undefined: it is at the first one. */
  readonly cursor?: string
  /** The phase over the list. A question with the focus covers it. */
  readonly opened?: OpenedPhase
  /** The part that took keys in the last frame, and since when it has been on the screen. */
  readonly drawn?: { readonly part: string; readonly at: number }
}

export const initialState: LiveState = { gates: [] }

/** Names the part of the view that takes keys, so that a key for another part can be told apart. */
export const partOf = ({ page, prompt, focus, opened }: LiveState): string => {
  if (page) return `page ${page.title}`
  if (prompt?.type === 'line') return `line ${prompt.label}`
  if (prompt) return `prompt ${JSON.stringify(prompt)}`
  if (focus !== undefined) return `gate ${focus}`
  return opened ? `phase ${opened.phaseId}` : 'run'
}

/** Notes that a frame of this state is on the screen. */
export const noteDrawn = (state: LiveState, at: number): LiveState => {
  const part = partOf(state)
  return state.drawn?.part === part ? state : { ...state, drawn: { part, at } }
}

/** Returns a question for the phases that a person has chosen for the next answer. */
export const chosenOf = (
  { chosen }: { chosen?: LiveState['chosen'] | undefined },
  gate: GateView,
): GateView => (chosen?.gateId === gate.id ? narrowGate(gate, chosen.phaseIds) : gate)

const isAskable = ({ is }: OpenGate): boolean => is === undefined

/** Returns the next question that takes keys, after the one with the focus. */
export const nextFocus = ({ gates, focus }: Pick<LiveState, 'gates' | 'focus'>): string | undefined => {
  const at = gates.findIndex(({ gate }) => gate.id === focus)
  return [...gates.slice(at + 1), ...gates.slice(0, at + 1)].find(isAskable)?.gate.id
}

/** Takes the open questions as they are now. A new one takes the focus if nothing else uses the keys. */
export const withGates = (state: LiveState, open: readonly OpenGate[]): LiveState => {
  const known = new Map(state.gates.map((each) => [each.gate.id, each]))
  // After an answer for some of its phases, a question is asked again for the others.
  const isKnown = ({ gate: { id, phaseIds } }: OpenGate): boolean =>
    known.get(id)?.gate.phaseIds.join() === phaseIds.join()
  const gates = open.map((each): OpenGate => ({ ...(isKnown(each) && known.get(each.gate.id)), ...each }))
  const isOpen = (id: string | undefined): boolean =>
    gates.some((each) => each.gate.id === id && isAskable(each))
  const isNew = gates.some((each) => isAskable(each) && !isKnown(each))
  const { focus: before, prompt: beforePrompt, chosen, ...rest } = state
  const isFor = gates.find(({ gate }) => gate.id === chosen?.gateId)?.gate
  const others =
    chosen && chosen.phaseIds.every((id) => isFor?.phaseIds.includes(id)) ? { ...rest, chosen } : rest
  const isPromptOver =
    beforePrompt !== undefined && asksAbout(beforePrompt) !== undefined && !isOpen(asksAbout(beforePrompt))
  const prompt = isPromptOver ? undefined : beforePrompt
  const kept = before !== undefined && isOpen(before) ? before : undefined
  const isFree = prompt === undefined && state.page === undefined && state.opened === undefined
  const focus = kept ?? (isFree && (isNew || before !== undefined) ? nextFocus({ gates }) : undefined)
  return { ...others, gates, ...(focus !== undefined && { focus }), ...(prompt && { prompt }) }
}

/** The gate that a prompt is about. */
const asksAbout = (prompt: Prompt): string | undefined => {
  switch (prompt.type) {
    case 'scope':
      return prompt.gateId
    case 'line':
      return 'gateId' in prompt.purpose ? prompt.purpose.gateId : undefined
    case 'confirm':
      return prompt.action.type === 'answer' ? prompt.action.answer.gateId : undefined
    case 'choose':
    case 'quit':
      return undefined
  }
}
