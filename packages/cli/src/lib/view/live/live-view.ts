import { AmeliaError, type Host, planBatches, plainLabel, resolveGraph, type RunEvent } from '@amelia/core'
import type { Key } from '../../terminal/screen/decode-keys.ts'
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
import { applyEvent, applyProgress, applyUsage, createProgress } from '../run-progress.ts'
import type { RunSource } from './run-source.ts'
import type { ViewRole } from './key/step.ts'

export interface LiveViewOptions {
  readonly source: RunSource
  readonly host: Pick<Host, 'git' | 'store'>
  readonly repo: string
  readonly role: ViewRole
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
  const numbers = new Map<string, number>()
  const facts = new Map<string, GateFacts>()
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
      const number = numbers.get(gate.id) ?? numbers.size + 1
      numbers.set(gate.id, number)
      return { gate, number }
    })
    const known = new Set(state.gates.map(({ gate }) => gate.id))
    const fresh = open.filter(({ gate }) => !known.has(gate.id))
    state = withGates(state, open)
    for (const { gate } of fresh) {
      for (const id of gate.phaseIds) {
        const phase = progress.byId.get(plainLabel(id))
        if (phase) Object.assign(phase, { status: 'waiting', activity: `question #${numbers.get(gate.id)}` })
      }
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

  const perform = async (action: Action): Promise<void> => {
    switch (action.type) {
      case 'answer':
        return source.answer(action.answer)
      case 'leave':
        leaveOpen?.(action.gateId)
        return onGates?.(state)
      case 'show':
        return show(action.what, action.gateId)
      case 'cancel':
        return source.cancel(action.what)
      case 'steer':
        await source.steer(action.phaseId, action.text)
        return say(`Sent to phase ${action.phaseId}.`)
      case 'drain':
        return source.drain()
      case 'quit':
      case 'interrupt':
        return leave(action.type)
    }
  }
  const act = async (action: Action): Promise<void> => {
    try {
      await perform(action)
    } catch (error) {
      if (action.type === 'answer') {
        // A refused answer leaves the question open.
        const { gateId } = action.answer
        state = {
          ...state,
          gates: state.gates.map(({ is: _is, ...each }) =>
            each.gate.id === gateId ? each : { ...each, ...(_is && { is: _is }) },
          ),
        }
      }
      say(error instanceof Error ? error.message : String(error))
    }
  }
  const show = async (what: 'diff' | 'output' | 'workspace', gateId: string): Promise<void> => {
    const gate = state.gates.find((each) => each.gate.id === gateId)?.gate
    if (!gate) return
    const asked = { gate, phases: source.phases(), runId: source.runId }
    if (what === 'workspace') {
      const problem = await openWorkspace({ ...asked, host, repo }, screen.lend)
      return problem === undefined ? screen.invalidate() : say(problem)
    }
    const { columns, paint } = terminal
    const page =
      what === 'diff'
        ? await diffPage({ ...asked, host, repo, paint })
        : await outputPage({ ...asked, host, columns })
    if (typeof page === 'string') return say(page)
    // Another question, or a text that is being typed, is not covered.
    if (state.focus === gateId && state.prompt === undefined) state = { ...state, page }
    screen.invalidate()
  }
  const press = (key: Key, now: number): void => {
    const step = onKey(state, key, now, {
      ...{ plan, role, pageRows: frame?.pageRows ?? 1, hiddenLines: frame?.hiddenLines ?? 0 },
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
      if (event.type === 'gate_opened' && !numbers.has(event.gate.id))
        numbers.set(event.gate.id, numbers.size + 1)
      applyEvent(progress, event)
      if (touchesGates(event)) syncGates()
    } else if (event.type === 'session_progress') applyProgress(progress, event)
    else if (event.type === 'session_usage') applyUsage(progress, event)
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
