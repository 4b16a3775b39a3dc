import { AmeliaError, type Host, planBatches, resolveGraph, type RunEvent } from '@amelia/core'
import { plainLabel } from '@amelia/core/view'
import type { Key } from '../../terminal/screen/decode-keys.ts'
import { type GateNumbers, numberGate } from '../../stored/gate-numbers.ts'
import { createScreen } from '../../terminal/screen/screen.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { Interruption } from '../../terminal/watch-signals.ts'
import { type GateFacts, loadGateFacts } from './detail/load-gate-facts.ts'
import { type Action, initialState, type LiveState, noteDrawn, partOf, withGates } from './key/live-state.ts'
import { onKey } from './key/on-key.ts'
import { openWorkspace } from './detail/open-workspace.ts'
import { diffPage } from './detail/diff-page.ts'
import { outputPage } from './detail/output-page.ts'
import { type LiveFrame, type LiveModel, renderLive } from './draw/render-live.ts'
import { applySessionWait } from '../apply-session-wait.ts'
import { applyEvent, applyProgress, applyUsage, createProgress } from '../run-progress.ts'
import type { RunSource } from './run-source.ts'
import type { ViewRole } from './key/step.ts'

export interface LiveViewOptions {
  readonly source: RunSource
  readonly host: Pick<Host, 'git' | 'store'>
  readonly repo: string
  readonly role: ViewRole
  /** The numbers of the questions so far, if events are read late. */
  readonly numbers?: GateNumbers
  /** Handles Ctrl-C and `q`. */
  leave(how: 'interrupt' | 'quit'): void
  /** Handles a question that a person leaves open. */
  leaveOpen?(gateId: string): void
  /** Is called when the open questions have changed. */
  onGates?(state: LiveState): void
}

/** The live view of a run in a terminal. */
export interface LiveView {
  interrupted(interruption: Interruption): void
  /** Shows a fact about the run before the hint. */
  note(standing: string | undefined): void
  /** Whether an editor has the terminal, so that its Ctrl-C is not for this program. */
  readonly isLent: boolean
  /** The number of questions that were answered here. */
  readonly answered: number
  /** Draws again, for instance after the source has changed. */
  refresh(): void
  /** Restores the terminal. Has no effect the second time. */
  stop(): void
}

/** Shows a run in a terminal, and carries out what its keys ask for. */
export const createLiveView = (terminal: Terminal, options: LiveViewOptions): LiveView => {
  const { source, host, repo, role, leave, leaveOpen, onGates } = options
  const { plan } = source
  const progress = createProgress(plan)
  const numbers = new Map(options.numbers)
  const facts = new Map<string, GateFacts>()
  const answered = new Set<string>()
  let state: LiveState = initialState
  let interruption: Interruption | undefined
  let standing: string | undefined
  let frame: LiveFrame | undefined
  let isStopped = false

  const { graph } = resolveGraph(plan.phases)
  const batches = graph ? planBatches(graph, plan.phases) : []
  const batchIndex = new Map(batches.flatMap(({ phases }, at) => phases.map((id) => [id, at + 1] as const)))
  const whyWaiting: LiveModel['whyWaiting'] = (id) => {
    try {
      return source.whyWaiting(id)
    } catch (error) {
      // The run has not switched to the edited plan yet, which has another phase.
      if (AmeliaError.is(error, 'OPTION_INVALID')) return undefined
      throw error
    }
  }
  const render = ({ columns, rows }: { columns: number; rows: number }): LiveFrame => {
    const { ascii, paint, attended } = terminal
    const model = {
      ...{ progress, state, plan, role, facts, interruption, standing, keys: attended, whyWaiting },
      ...(batches.some(({ kind }) => kind === 'parallel') && { batchOf: (id: string) => batchIndex.get(id) }),
    }
    frame = renderLive(model, { columns, rows, ascii, paint, now: Date.now() })
    return frame
  }
  const say = (message: string): void => {
    state = { ...state, message: plainLabel(message) }
    screen.invalidate()
  }

  const syncGates = (): void => {
    const open = source.gates().map((gate) => {
      if (!numbers.has(gate.id)) numbers.set(gate.id, numbers.size + 1)
      const isSaved = source.isSaved?.(gate.id) === true
      return { gate, number: numbers.get(gate.id)!, ...(isSaved && { is: 'saved' as const }) }
    })
    const known = new Set(state.gates.map(({ gate }) => gate.id))
    const fresh = open.filter(({ gate }) => !known.has(gate.id))
    state = withGates(state, open)
    for (const { gate } of fresh) {
      void loadGateFacts(host.git, source.runId, { gate, phases: source.phases() }).then(
        (found) => {
          facts.set(gate.id, found)
          screen.invalidate()
        },
        () => {
          // The question is complete without them.
        },
      )
    }
    if (fresh.length > 0) screen.bell()
    onGates?.(state)
  }

  /** Carries out an action. Resolves with a note for the person, if there is one. */
  const perform = async (action: Action): Promise<string | undefined> => {
    switch (action.type) {
      case 'answer': {
        const note = await source.answer(action.answer)
        mark(action.answer.gateId, 'saved')
        return note
      }
      case 'leave':
        leaveOpen?.(action.gateId)
        onGates?.(state)
        return undefined
      case 'show':
        return show(action.what, action.gateId)
      case 'cancel':
        return source.cancel(action.what)
      case 'steer':
        return source.steer(action.phaseId, action.text)
      case 'drain':
        return source.drain()
      case 'quit':
      case 'interrupt':
        leave(action.type)
        return undefined
    }
  }
  /** Marks a question whose answer is saved, or opens it again. */
  const mark = (gateId: string, is: 'saved' | undefined): void => {
    const gates = state.gates.map(({ is: before, ...each }) => {
      const next = each.gate.id === gateId ? is : before
      return { ...each, ...(next && { is: next }) }
    })
    if (is) answered.add(gateId)
    state = { ...state, gates }
    onGates?.(state)
  }
  const act = async (action: Action): Promise<void> => {
    try {
      const note = await perform(action)
      if (note !== undefined) say(note)
    } catch (error) {
      // A refused answer leaves the question open.
      if (action.type === 'answer') mark(action.answer.gateId, undefined)
      say(error instanceof Error ? error.message : String(error))
    }
  }
  const show = async (what: 'diff' | 'output' | 'workspace', gateId: string): Promise<string | undefined> => {
    const gate = state.gates.find((each) => each.gate.id === gateId)?.gate
    if (!gate) return undefined
    const asked = { gate, phases: source.phases(), runId: source.runId }
    if (what === 'workspace') {
      return openWorkspace({ ...asked, host, repo }, screen.lend)
    }
    const { columns, paint } = terminal
    const page =
      what === 'diff'
        ? await diffPage({ ...asked, host, repo, columns, paint })
        : await outputPage({ ...asked, host, columns })
    if (typeof page === 'string') return page
    // Another question, or a text that is being typed, is not covered.
    if (state.focus === gateId && state.prompt === undefined) state = { ...state, page }
    screen.invalidate()
    return undefined
  }
  const press = (key: Key, now: number): void => {
    const step = onKey(state, key, now, {
      ...{ plan, role, pageRows: frame?.pageRows ?? 1, hiddenLines: frame?.hiddenLines ?? 0 },
      ...(frame && { scroll: frame.scroll }),
      running: progress.phases
        .filter(({ status }) => status === 'running')
        .map(({ id, stepId }) => ({ phaseId: id, ...(stepId !== undefined && { stepId }) })),
    })
    const before = partOf(state)
    state = step.state
    if (partOf(state) !== before) screen.invalidate()
    if (step.action) void act(step.action)
  }

  const screen = createScreen(terminal, {
    render,
    onKey: press,
    onDrawn: (now) => {
      state = noteDrawn(state, now)
    },
  })
  const unsubscribe = source.subscribe((event) => {
    if ('seq' in event) {
      numberGate(numbers, event)
      applyEvent(progress, event)
      if (touchesGates(event)) syncGates()
    } else if (event.type === 'session_progress') applyProgress(progress, event)
    else if (event.type === 'session_usage') applyUsage(progress, event)
    else if (event.type === 'session_waiting') applySessionWait(progress, event)
    else if (event.type === 'warning') return say(event.message)
    screen.invalidate()
  })
  syncGates()

  return {
    interrupted(next) {
      interruption = next
      screen.invalidate()
    },
    note(next) {
      standing = next
      screen.invalidate()
    },
    get isLent() {
      return screen.isLent
    },
    get answered() {
      return answered.size
    },
    refresh() {
      syncGates()
      screen.invalidate()
    },
    stop() {
      if (isStopped) return
      isStopped = true
      unsubscribe()
      screen.stop()
    },
  }
}

const touchesGates = ({ type }: RunEvent): boolean =>
  type === 'gate_opened' || type === 'gate_resolved' || type === 'phase_waiting' || type === 'run_ended'
