import type { Host } from '@amelia/core'
import type { FoundRun } from '../../stored/find-run.ts'
import { readGateNumbers } from '../../stored/gate-numbers.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { LiveState } from './key/live-state.ts'
import { createLiveView } from './live-view.ts'
import { watchedRun } from './watched-run.ts'

export interface WatchLiveOptions extends RunPlace {
  readonly found: FoundRun
  readonly host: Pick<Host, 'store' | 'clock' | 'git'>
  /** `answer` ends once no question is left. */
  readonly role: 'watch' | 'answer'
}

/** How a watch ended. */
export interface WatchedLive extends FoundRun {
  /** The number of answers that were given, and of questions that are still open. */
  readonly answered: number
  readonly open: number
}

/** The run is read again this long after an event, or without one. */
const soonMs = 200
const laterMs = 2_000

/**
 * Shows a run of another process in the live view, until it has ended or the person leaves. Leaving does not
 * affect the run.
 */
export const watchLive = async (
  terminal: Terminal,
  { found, host, repo, database, role }: WatchLiveOptions,
): Promise<WatchedLive> => {
  const stop = new AbortController()
  const leave = (): void => stop.abort()
  const numbers = await readGateNumbers(host, found)
  const run = watchedRun(host, found, { repo, database, signal: stop.signal })
  let gates: LiveState['gates'] = []
  let isReading = false
  let reading: NodeJS.Timeout | undefined

  const view = createLiveView(terminal, {
    ...{ source: run, host, repo, role, numbers, interrupt: leave, leaveView: leave, leaveOpen: () => {} },
    onGates(state) {
      gates = state.gates
      if (role === 'answer' && gates.every(({ is }) => is === 'left' || is === 'saved')) leave()
    },
  })
  const readSoon = (ms: number): void => {
    if (isReading || stop.signal.aborted) return
    clearTimeout(reading)
    reading = setTimeout(() => void read(), ms)
  }
  const read = async (): Promise<void> => {
    isReading = true
    try {
      await run.refresh()
      const { locked, canGoOn } = run.current()
      view.note(locked || !canGoOn ? undefined : 'Not running.')
      view.refresh()
    } catch {
      // The watch itself reports a run that cannot be read.
    } finally {
      isReading = false
      readSoon(laterMs)
    }
  }
  const unsubscribe = run.subscribe((event) => {
    if ('seq' in event) readSoon(soonMs)
  })
  process.on('SIGTERM', leave)
  process.on('SIGHUP', leave)
  try {
    void read()
    await run.over
    await run.refresh()
  } finally {
    unsubscribe()
    stop.abort()
    clearTimeout(reading)
    view.stop()
    process.off('SIGTERM', leave)
    process.off('SIGHUP', leave)
  }
  const last = run.current()
  const saved = new Set(gates.filter(({ is }) => is === 'saved').map(({ gate }) => gate.id))
  const open = last.report.gates.filter(({ id }) => !saved.has(id)).length
  return { ...last, answered: view.answered, open }
}
