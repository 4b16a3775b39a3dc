import { useEffect, useMemo } from 'react'
import { createRunStore, type RunStore } from './create-run-store.ts'
import { type RunPlace, watchSourceOf } from './watch-source-of.ts'

/**
 * Follows a run while the component is mounted. Returns a stable store: read its parts with `useRunView`,
 * `usePhase` and the other hooks, so that a change only renders the components that show it.
 *
 * The run is at a `source`: a `DashboardSource`, or anything with the `watch` of one; or at a `store`, `host`
 * or `client`, as `watchRun` takes them. Keep that object: another one connects again.
 */
export const useRun = ({ runId, ...place }: RunPlace & { runId: string }): RunStore => {
  const source = watchSourceOf(place)
  const store = useMemo(() => createRunStore({ source, runId }), [source, runId])
  useEffect(() => store.open(), [store])
  return store
}
