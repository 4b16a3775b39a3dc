import type { DashboardRun, DashboardSource } from '../source/dashboard-source.ts'
import { pollDelay } from './poll-delay.ts'

/** The runs of a source as they were read. */
export interface RunsState {
  /** Absent before the first reading. The last known runs, after a failure. */
  runs?: readonly DashboardRun[]
  /** Why the last reading failed. */
  error?: unknown
  /** When the runs were read, in milliseconds since 1970. */
  at: number
}

/** Reads the runs of a source again and again while somebody subscribes. */
export interface RunsPoll {
  /** Returns the same object until the runs are read again. */
  state(): RunsState
  /** Calls a listener after each reading. Returns its removal. */
  subscribe(listener: () => void): () => void
  /** Reads the runs now, or once more if they are being read. */
  reload(): void
}

/** Creates a poll. It reads nothing before the first subscription, and nothing while the page is hidden. */
export const createRunsPoll = (source: Pick<DashboardSource, 'listRuns'>): RunsPoll => {
  const listeners = new Set<() => void>()
  let state: RunsState = { at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isReading = false
  let isStale = false

  const set = (next: RunsState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const read = async (): Promise<void> => {
    clearTimeout(timer)
    if (listeners.size === 0 || document.hidden) return
    isStale = isReading
    if (isReading) return
    isReading = true
    try {
      set({ runs: await source.listRuns(), at: Date.now() })
      failures = 0
    } catch (error) {
      failures++
      set({ ...(state.runs && { runs: state.runs }), error, at: state.at })
    } finally {
      isReading = false
    }
    if (isStale) return read()
    if (listeners.size === 0) return
    const isLive = state.runs?.some(({ locked }) => locked) ?? false
    timer = setTimeout(() => void read(), pollDelay({ isLive, failures }))
  }
  const reload = (): void => void read()
  return {
    state: () => state,
    reload,
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        document.addEventListener('visibilitychange', reload)
        reload()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', reload)
      }
    },
  }
}
