import { AmeliaError, plainLabel, type Plan, type Run } from '@amelia/core'
import { createLogUpdate } from 'log-update'
import { eventLine } from './event-line.ts'
import { renderLive } from './render-live.ts'
import { applyEvent, applyUsage, createProgress } from './run-progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type KeyWatch, watchKeys } from './watch-keys.ts'
import type { Interruption } from '../terminal/watch-signals.ts'

/** A view of a run in progress. */
export interface RunView {
  /** Hides the view while a question is open. */
  pause(): void
  resume(): void
  interrupted(interruption: Interruption): void
  /** Removes the view. Has no effect the second time. */
  stop(): void
}

export interface RunViewOptions {
  /** Whether to print one JSON event per line. Default: false. */
  json?: boolean
  /** Skips events up to this `seq`, which an earlier process has printed. Default: 0. */
  after?: number
  /** Handles Ctrl-C while the live view watches keys. Without it, keys are not watched. */
  interrupt?: () => void
}

const notices: Record<Interruption, string> = {
  draining: 'Draining: running phases finish, and no others start. Press Ctrl-C again to stop them.',
  cancelling: 'Stopping. Press Ctrl-C again to exit immediately.',
}

/** Creates the view of a run: JSON if requested, a live view in a terminal, or one line per event. */
export const createRunView = (
  terminal: Terminal,
  run: Run,
  plan: Plan,
  { json = false, after = 0, interrupt }: RunViewOptions = {},
): RunView => {
  if (json) return jsonView(terminal, run, after)
  return terminal.live ? liveView(terminal, run, plan, interrupt) : lineView(terminal, run, after)
}

const nothing = (): void => {}

const printNotice =
  (terminal: Terminal) =>
  (interruption: Interruption): void =>
    terminal.error(`${notices[interruption]}\n`)

const jsonView = (terminal: Terminal, run: Run, after: number): RunView => {
  const stop = run.subscribe({ after }, (event) => terminal.out(`${JSON.stringify(event)}\n`))
  return { pause: nothing, resume: nothing, interrupted: printNotice(terminal), stop }
}

const lineView = (terminal: Terminal, run: Run, after: number): RunView => {
  let startedAt: number | undefined
  const stop = run.subscribe({ after }, (event) => {
    const at = Date.parse(event.at)
    startedAt ??= at
    const line = eventLine(event, at - startedAt)
    if (line !== undefined) terminal.out(`${line}\n`)
  })
  return { pause: nothing, resume: nothing, interrupted: printNotice(terminal), stop }
}

const frameMs = 100

const liveView = (terminal: Terminal, run: Run, plan: Plan, interrupt: (() => void) | undefined): RunView => {
  const log = createLogUpdate(terminal.stdout)
  const progress = createProgress(plan)
  let paused = false
  let stopped = false
  let interruption: Interruption | undefined
  let notice: string | undefined
  let keys: KeyWatch | undefined

  const whyWaiting = (id: string): ReturnType<Run['whyWaiting']> => {
    try {
      return run.whyWaiting(id)
    } catch (error) {
      // The run has not switched to the edited plan yet, which has another phase.
      if (AmeliaError.is(error, 'OPTION_INVALID')) return undefined
      throw error
    }
  }

  const draw = (): void => {
    if (paused || stopped) return
    const { columns, rows, ascii, paint } = terminal
    const view = { columns, rows, ascii, paint, interruption, notice, keys: keys !== undefined }
    log(renderLive(progress, { ...view, whyWaiting, now: Date.now() }))
  }
  const unsubscribe = run.subscribe({}, (event) => applyEvent(progress, event))
  const unsubscribeProgress = run.on('session_progress', ({ phaseId, progress: update }) => {
    const phase = progress.byId.get(phaseId)
    if (phase !== undefined && update.type === 'tool')
      phase.activity = plainLabel(`${update.name} ${update.summary}`)
  })
  const unsubscribeUsage = run.on('session_usage', (usage) => applyUsage(progress, usage))
  const timer = setInterval(draw, frameMs)
  terminal.stdout.on('resize', draw)
  if (interrupt && terminal.attended)
    keys = watchKeys(terminal.stdin, {
      running: () =>
        progress.phases
          .filter(({ status }) => status === 'running')
          .map(({ id, stepId }) => ({ phaseId: id, ...(stepId !== undefined && { stepId }) })),
      cancel: (what) => run.cancel(what),
      interrupt,
      show(text) {
        notice = text
        draw()
      },
    })
  draw()

  return {
    pause() {
      if (paused || stopped) return
      keys?.pause()
      paused = true
      log.clear()
      log.done()
    },
    resume() {
      paused = false
      if (!stopped) keys?.resume()
      draw()
    },
    interrupted(next) {
      interruption = next
      draw()
    },
    stop() {
      if (stopped) return
      keys?.close()
      stopped = true
      clearInterval(timer)
      terminal.stdout.off('resize', draw)
      unsubscribe()
      unsubscribeProgress()
      unsubscribeUsage()
      log.clear()
      log.done()
    },
  }
}
