import { plainLabel, type Plan, type Run } from '@amelia/core'
import { createLogUpdate } from 'log-update'
import { eventLine } from './event-line.ts'
import { renderLive } from './render-live.ts'
import { applyEvent, createProgress } from './run-progress.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { Interruption } from '../terminal/watch-signals.ts'

/** What shows a run while it goes on. */
export interface RunView {
  /** Takes the view away while something is asked. */
  pause(): void
  resume(): void
  interrupted(interruption: Interruption): void
  /** Takes the view away for good. Calling it twice is nothing. */
  stop(): void
}

export interface RunViewOptions {
  /** One event a line, as JSON. Default: false. */
  json?: boolean
  /** Lines are written for events after this one: an earlier process wrote the others. Default: 0. */
  after?: number
}

const said: Record<Interruption, string> = {
  draining: 'Finishing what runs; nothing new starts. Ctrl-C again stops it.',
  cancelling: 'Stopping. Ctrl-C again leaves at once.',
}

/** Events as JSON where that is asked for, a live view in a terminal, a line for each event elsewhere. */
export const createRunView = (
  terminal: Terminal,
  run: Run,
  plan: Plan,
  { json = false, after = 0 }: RunViewOptions = {},
): RunView => {
  if (json) return jsonView(terminal, run, after)
  return terminal.live ? liveView(terminal, run, plan) : lineView(terminal, run, after)
}

const nothing = (): void => {}

const tell =
  (terminal: Terminal) =>
  (interruption: Interruption): void =>
    terminal.error(`${said[interruption]}\n`)

const jsonView = (terminal: Terminal, run: Run, after: number): RunView => {
  const stop = run.subscribe({ after }, (event) => terminal.out(`${JSON.stringify(event)}\n`))
  return { pause: nothing, resume: nothing, interrupted: tell(terminal), stop }
}

const lineView = (terminal: Terminal, run: Run, after: number): RunView => {
  let startedAt: number | undefined
  const stop = run.subscribe({ after }, (event) => {
    const at = Date.parse(event.at)
    startedAt ??= at
    const line = eventLine(event, at - startedAt)
    if (line !== undefined) terminal.out(`${line}\n`)
  })
  return { pause: nothing, resume: nothing, interrupted: tell(terminal), stop }
}

const frameMs = 100

const liveView = (terminal: Terminal, run: Run, plan: Plan): RunView => {
  const log = createLogUpdate(terminal.stdout)
  const progress = createProgress(plan)
  let paused = false
  let stopped = false
  let interruption: Interruption | undefined

  const draw = (): void => {
    if (paused || stopped) return
    const { columns, rows, ascii, paint } = terminal
    log(renderLive(progress, { columns, rows, ascii, paint, now: Date.now(), interruption }))
  }
  const unsubscribe = run.subscribe({}, (event) => applyEvent(progress, event))
  const unhear = run.on('session_progress', ({ phaseId, progress: said }) => {
    const phase = progress.byId.get(phaseId)
    if (phase !== undefined && said.type === 'tool')
      phase.activity = plainLabel(`${said.name} ${said.summary}`)
  })
  const timer = setInterval(draw, frameMs)
  terminal.stdout.on('resize', draw)
  draw()

  return {
    pause() {
      if (paused || stopped) return
      paused = true
      log.clear()
      log.done()
    },
    resume() {
      paused = false
      draw()
    },
    interrupted(next) {
      interruption = next
      draw()
    },
    stop() {
      if (stopped) return
      stopped = true
      clearInterval(timer)
      terminal.stdout.off('resize', draw)
      unsubscribe()
      unhear()
      log.clear()
      log.done()
    },
  }
}
