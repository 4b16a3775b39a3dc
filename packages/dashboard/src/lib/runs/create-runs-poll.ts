import type { DashboardRun, DashboardSource } from '../source/dashboard-source.ts'
import { pollDelay } from './poll-delay.ts'

/** The facts about a listed run that its own stream reports earlier than the list. */
export type FollowedFacts = Pick<DashboardRun, 'condition' | 'locked' | 'phases' | 'gates' | 'usd'>

/** The runs of a source as they were read. */
export interface RunsState {
  /**
   * Absent before the first reading. The last known runs, after a failure. A followed run has its own facts.
   */
  runs?: readonly DashboardRun[]
  /** The same runs without the facts of followed ones. */
  listed?: readonly DashboardRun[]
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
  /** Sets the facts of a run that a component follows, so that list and run agree. None: deletes them. */
  follow(runId: string, facts: FollowedFacts | undefined): void
}

/** Creates a poll. It reads nothing before the first subscription, and nothing while the page is hidden. */
export const createRunsPoll = (source: Pick<DashboardSource, 'listRuns'>): RunsPoll => {
  const listeners = new Set<() => void>()
  const followed = new Map<string, FollowedFacts>()
  let state: RunsState = { at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let isReading = false
  let isStale = false

  const set = ({ listed, ...next }: RunsState): void => {
    const runs = listed?.map((run) => ({ ...run, ...followed.get(run.runId) }))
    state = { ...next, ...(listed && runs && { listed, runs }) }
    for (const listener of listeners) listener()
  }
  const read = async (): Promise<void> => {
    clearTimeout(timer)
    if (listeners.size === 0 || document.hidden) return
    isStale = isReading
    if (isReading) return
    isReading = true
    try {
      set({ listed: await source.listRuns(), at: Date.now() })
      failures = 0
    } catch (error) {
      failures++
      set({ ...state, error })
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
    follow(runId, facts) {
      if (facts) followed.set(runId, facts)
      else followed.delete(runId)
      set(state)
    },
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
