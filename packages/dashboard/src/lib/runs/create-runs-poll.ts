import type { DashboardSource } from '../source/dashboard-source.ts'
import { pollDelay } from './poll-delay.ts'
import type { ListedRuns } from './use-runs.ts'

/** Reads the runs of a source again and again while somebody subscribes. */
export interface RunsPoll {
  /** Returns the same object until the runs are read again. */
  state(): Omit<ListedRuns, 'reload'>
  /** Calls a listener after each reading. Returns its removal. */
  subscribe(listener: () => void): () => void
  /** Reads the runs now, or once more if they are being read. */
  reload(): void
}

/** Creates a poll. It reads nothing before the first subscription, and nothing while the page is hidden. */
export const createRunsPoll = (source: Pick<DashboardSource, 'listRuns'>): RunsPoll => {
  const listeners = new Set<() => void>()
  let state: Omit<ListedRuns, 'reload'> = { at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isReading = false
  let isStale = false

  const set = (next: Omit<ListedRuns, 'reload'>): void => {
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
    const isLive = state.runs?.some(({ held }) => held) ?? false
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
