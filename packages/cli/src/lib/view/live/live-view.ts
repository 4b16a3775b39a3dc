import type { Host, RunChange, RunView, WatchedEvent } from '@amelia/core'
import { applyRunChange, words } from '@amelia/core/view'
import type { Key } from '../../terminal/screen/decode-keys.ts'
import { type GateNumbers, numberGate } from '../../stored/gate-numbers.ts'
import { createScreen, type Screen } from '../../terminal/screen/screen.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { Interruption } from '../../terminal/watch-signals.ts'
import { type GateFacts, loadGateFacts } from './detail/load-gate-facts.ts'
import { type Action, initialState, type LiveState, noteDrawn, partOf, withGates } from './key/live-state.ts'
import { isRunning, runningOf } from './key/running-of.ts'
import { onKey } from './key/on-key.ts'
import { openWorkspace } from './detail/open-workspace.ts'
import { describeMove } from './detail/describe-move.ts'
import { createPhaseLog } from './detail/phase-log.ts'
import { createPhaseReader } from './detail/phase-reader.ts'
import { questionPage } from './detail/question-page.ts'
import { batchesOf } from './draw/batches-of.ts'
import { type LiveFrame, renderLive } from './draw/render-live.ts'
import type { RunSource } from './run-source.ts'
import type { ViewRole } from './key/step.ts'

export interface LiveViewOptions {
  readonly source: RunSource
  readonly host: Pick<Host, 'git' | 'store'>
  readonly repo: string
  readonly role: ViewRole
  /** The numbers of the questions so far, if events are read late. */
  readonly numbers?: GateNumbers
  /** Handles Ctrl-C. */
  interrupt(): void
  /** Leaves the view, without an effect on the run. Absent: that is impossible. */
  leaveView?: (() => void) | undefined
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
  const { source, host, repo, role, interrupt, leaveView, leaveOpen, onGates } = options
  const numbers = new Map(options.numbers)
  const facts = new Map<string, GateFacts>()
  const answered = new Set<string>()
  let state: LiveState = initialState
  let interruption: Interruption | undefined
  let standing: string | undefined
  let note: string | undefined
  let frame: LiveFrame | undefined
  let isStopped = false
  let sending = 0
  const log = createPhaseLog()
  let known = source.first
  let batchOf = known && batchesOf(known.plan)
  let concurrency: number | undefined
  let screen = undefined as Screen | undefined
  const invalidate = (): void => screen?.invalidate()
  const run = (): RunView => known!
  const reader = createPhaseReader({ host, repo, runId: source.runId, log, run, onRead: invalidate })
  const phases = () => [...run().phases.values()]

  const render = ({ columns, rows }: { columns: number; rows: number }): LiveFrame => {
    const { ascii, paint, attended } = terminal
    const model = {
      ...{ run: run(), state, role, facts, interruption, standing, note, keys: attended },
      ...{ batchOf, concurrency, reader, leaves: leaveView !== undefined },
    }
    frame = renderLive(model, { columns, rows, ascii, paint, now: Date.now() })
    return frame
  }
  const say = (message: string): void => {
    state = { ...state, message: words.plainLabel(message) }
    invalidate()
  }
  const syncGates = (): void => {
    const open = run().report.gates.flatMap((gate) => {
      const number = numbers.get(gate.id)
      const isSaved = source.isSaved?.(gate.id) === true
      // Its event, which numbers it, follows.
      return number === undefined ? [] : [{ gate, number, ...(isSaved && { is: 'saved' as const }) }]
    })
    const before = new Set(state.gates.map(({ gate }) => gate.id))
    const fresh = open.filter(({ gate }) => !before.has(gate.id))
    state = withGates(state, open)
    for (const { gate } of fresh) {
      void loadGateFacts(host.git, source.runId, { gate, phases: phases() }).then(
        (found) => {
          facts.set(gate.id, found)
          invalidate()
        },
        () => {
          // The question is complete without them.
        },
      )
    }
    if (fresh.length > 0) screen?.bell()
    // The view may contain an answer before its outcome is known.
    if (sending === 0) onGates?.(state)
  }

  /** Carries out an action. Resolves with a note for the person, if there is one. */
  const perform = async (action: Action): Promise<string | undefined> => {
    switch (action.type) {
      case 'answer': {
        sending++
        const result = await source.answer(action.answer).finally(() => sending--)
        mark(action.answer.gateId, 'saved')
        return result
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
      case 'finish':
        if (role !== 'run') return source.drain()
        if (interruption === undefined) interrupt()
        return undefined
      case 'stop':
        return source.stop()
      case 'leave-view':
        leaveView?.()
        return undefined
      case 'interrupt':
        interrupt()
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
    const asked = { gate, phases: phases(), runId: source.runId }
    if (what === 'workspace') {
      return openWorkspace({ ...asked, host, repo }, screen!.lend)
    }
    const { columns, paint } = terminal
    const page = await questionPage(what, { ...asked, host, repo, columns, paint })
    if (typeof page === 'string') return page
    // Another question, or a text that is being typed, is not covered.
    if (state.focus === gateId && state.prompt === undefined) state = { ...state, page }
    invalidate()
    return undefined
  }
  const press = (key: Key, now: number): void => {
    const step = onKey(state, key, now, {
      ...{ plan: run().plan, role, pageRows: frame?.pageRows ?? 1, hiddenLines: frame?.hiddenLines ?? 0 },
      ...(frame && { scroll: frame.scroll }),
      order: frame?.order ?? [],
      ...{ opened: frame?.opened, leaves: leaveView !== undefined, stops: isRunning(run()) },
      running: runningOf(run()),
    })
    const before = partOf(state)
    state = step.state
    if (partOf(state) !== before) invalidate()
    if (step.action) void act(step.action)
  }

  const receive = (item: WatchedEvent | RunChange): void => {
    if (item.type === 'run_changed') {
      known = applyRunChange(known, item)
      if (item.plan) batchOf = batchesOf(item.plan)
      if (screen && item.report.gates) syncGates()
      return invalidate()
    }
    log.add(item)
    if (item.type === 'warning') return say(item.message)
    if ('seq' in item) numberGate(numbers, item)
    if (item.type === 'run_started') concurrency = item.concurrency
    if (screen && item.type === 'gate_opened') syncGates()
    if (item.type === 'repository_moved') note = describeMove(item)
  }
  const unsubscribe = source.subscribe(receive)
  screen = createScreen(terminal, {
    render,
    onKey: press,
    onDrawn: (now) => {
      state = noteDrawn(state, now)
    },
  })
  syncGates()

  return {
    interrupted(next) {
      interruption = next
      invalidate()
    },
    note(next) {
      standing = next
      invalidate()
    },
    get isLent() {
      return screen.isLent
    },
    get answered() {
      return answered.size
    },
    refresh() {
      syncGates()
      invalidate()
    },
    stop() {
      if (isStopped) return
      isStopped = true
      unsubscribe()
      screen.stop()
    },
  }
}
