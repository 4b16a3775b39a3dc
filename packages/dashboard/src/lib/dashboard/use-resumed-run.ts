import { useEffect, useRef } from 'react'
import type { DashboardRun } from '../source/dashboard-source.ts'
import { words } from '@amelia/core/view'
import type { RunStore } from '../state/create-run-store.ts'
import { readCondition } from '../state/read-condition.ts'
import { useConnection } from '../state/use-run-part.ts'

/** Follows a run again that has ended, once a list of the runs shows that it was resumed. */
export const useResumedRun = (store: RunStore, listed: DashboardRun | undefined): void => {
  const { state } = useConnection(store)
  // A list may be older than the end of the run: one attempt for each.
  const tried = useRef<DashboardRun>(undefined)
  useEffect(() => {
    if (state !== 'over' || !listed || tried.current === listed) return
    if (!listed.locked && words.listedStatus(listed) === readCondition(store)?.status) return
    tried.current = listed
    store.retry()
  }, [store, state, listed])
}
