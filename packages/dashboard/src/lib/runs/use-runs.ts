import { useCallback, useSyncExternalStore } from 'react'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { createRunsPoll, type RunsPoll, type RunsState } from './create-runs-poll.ts'

/** The runs of a source, read again now and then. */
interface ListedRuns extends RunsState {
  /** Reads them now. */
  reload: () => void
  /** Sets the facts of a run that is followed. Without facts: deletes them. */
  follow: RunsPoll['follow']
}

type RunsSource = Pick<DashboardSource, 'listRuns'>

/** One list for all components that show the runs of a source, so that they agree. */
const known = new WeakMap<RunsSource, RunsPoll>()

const pollOf = (source: RunsSource): RunsPoll => {
  const poll = known.get(source) ?? createRunsPoll(source)
  known.set(source, poll)
  return poll
}

/** Reads the runs while the page is visible, and at once when it becomes visible again. */
export const useRuns = (source: RunsSource): ListedRuns => {
  const poll = pollOf(source)
  const state = useSyncExternalStore(poll.subscribe, poll.state, poll.state)
  const reload = useCallback(() => poll.reload(), [poll])
  return { ...state, reload, follow: poll.follow }
}
