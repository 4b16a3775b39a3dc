import { useCallback, useEffect, useRef, useState } from 'react'
import type { DashboardRun, DashboardSource } from '../source/dashboard-source.ts'
import { pollDelay } from './poll-delay.ts'

/** The runs of a source, read again now and then. */
export interface ListedRuns {
  /** Absent before the first reading. The last known runs, after a failure. */
  runs?: readonly DashboardRun[]
  /** Why the last reading failed. */
  error?: unknown
  /** When the runs were read, in milliseconds since 1970. */
  at: number
  /** Reads them now. */
  reload: () => void
}

/** Reads the runs while the page is visible, and at once when it becomes visible again. */
export const useRuns = (source: Pick<DashboardSource, 'listRuns'>): ListedRuns => {
  const [state, setState] = useState<Omit<ListedRuns, 'reload'>>({ at: 0 })
  const poll = useRef<() => void>(() => {})
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isLive = false
    let isReading = false
    let isOver = false
    const read = async (): Promise<void> => {
      clearTimeout(timer)
      if (isReading || document.hidden) return
      isReading = true
      try {
        const runs = await source.listRuns()
        if (isOver) return
        failures = 0
        isLive = runs.some(({ held }) => held)
        setState({ runs, at: Date.now() })
      } catch (error) {
        if (isOver) return
        failures++
        setState((before) => ({ ...(before.runs && { runs: before.runs }), error, at: before.at }))
      } finally {
        isReading = false
      }
      timer = setTimeout(() => void read(), pollDelay({ isLive, failures }))
    }
    poll.current = () => void read()
    const onVisible = (): void => void read()
    document.addEventListener('visibilitychange', onVisible)
    void read()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [source])
  const reload = useCallback(() => poll.current(), [])
  return { ...state, reload }
}
