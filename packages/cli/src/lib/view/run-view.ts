import type { Host, Plan, Run } from '@amelia/core'
import { idWidthOf } from './event-line.ts'
import { createEventLines } from './event-lines.ts'
import { createLiveView } from './live/live-view.ts'
import { ownRun } from './live/run-source.ts'
import { printNote } from '../terminal/print-note.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Interruption } from '../terminal/watch-signals.ts'

/** A view of a run in progress. */
export interface RunView {
  /** Whether another program has the terminal, so that its Ctrl-C is not for this one. */
  readonly isLent: boolean
  interrupted(interruption: Interruption): void
  /** Removes the view. Has no effect the second time. */
  stop(): void
}

export interface RunViewOptions {
  /** Whether to print one JSON event per line. Default: false. */
  json?: boolean
  /** Skips events up to this `seq`, which an earlier process has printed. Default: 0. */
  after?: number
  /** The host that reads the details of its phases. */
  host: Host
  /** The repository of the run. */
  repo: string
  /** Handles Ctrl-C, which the live view reads as a key. */
  interrupt(): void
  /** Leaves the live view, and lets the run continue. Absent: that is impossible. */
  leaveView?: (() => void) | undefined
  /** Handles a question that a person leaves open in the live view. */
  leaveOpen(gateId: string): void
  /** A line that the live view shows all the time. */
  note?: string
}

const notices: Record<Interruption, string> = {
  draining: 'Draining: running phases finish, and no others start. Press Ctrl-C again to stop them.',
  cancelling: 'Stopping. Press Ctrl-C again to exit immediately.',
}

/**
 * Creates the view of a run: JSON if requested, nothing on a quiet terminal, a live view in a terminal, or
 * one line per event.
 */
export const createRunView = (terminal: Terminal, run: Run, plan: Plan, options: RunViewOptions): RunView => {
  const { json = false, after = 0, host, repo, interrupt, leaveView, leaveOpen, note } = options
  if (json) return jsonView(terminal, run, after)
  if (terminal.quiet) return { isLent: false, interrupted: printNotice(terminal), stop() {} }
  if (!terminal.live || !terminal.attended)
    return lineView(terminal, run, { after, idWidth: idWidthOf(plan) })
  const view = createLiveView(terminal, {
    ...{ source: ownRun(run), host, repo, role: 'run', interrupt, leaveView, leaveOpen },
  })
  view.note(note)
  return view
}

const printNotice =
  (terminal: Terminal) =>
  (interruption: Interruption): void =>
    printNote(terminal, `${notices[interruption]}\n`)

const jsonView = (terminal: Terminal, run: Run, after: number): RunView => {
  const stop = run.subscribe({ after }, (event) => terminal.out(`${JSON.stringify(event)}\n`))
  return { isLent: false, interrupted: printNotice(terminal), stop }
}

const lineView = (
  terminal: Terminal,
  run: Run,
  { after, idWidth }: { after: number; idWidth: number },
): RunView => {
  const lines = createEventLines((line) => terminal.out(`${line}\n`), { idWidth })
  const unsubscribe = run.subscribe({ after }, lines.add)
  const stop = (): void => {
    unsubscribe()
    lines.flush()
  }
  return { isLent: false, interrupted: printNotice(terminal), stop }
}
