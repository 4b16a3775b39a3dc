import { countPhases } from '@amelia/core/view'
import { useEffect } from 'react'
import type { FollowedFacts } from '../runs/create-runs-poll.ts'
import { useRuns } from '../runs/use-runs.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { hasProcess } from '../state/has-process.ts'
import { useCondition } from '../state/read-condition.ts'
import { useRunView } from '../state/use-run-part.ts'

/** Gives the list of runs the facts of a followed run, so that both show one state. */
export const useFollowedFacts = (store: RunStore, source: DashboardSource, saved: number): void => {
  const { runId } = store
  const { follow } = useRuns(source)
  const view = useRunView(store)
  const condition = useCondition(store)
  const facts: FollowedFacts | undefined = view &&
    condition && {
      condition,
      locked: hasProcess(view),
      phases: countPhases([...view.phases.values()]),
      gates: view.report.gates.length - saved,
      usd: view.report.spent.usd,
    }
  // The list renders only after a change of these.
  const text = facts && JSON.stringify(facts)
  useEffect(() => {
    if (text !== undefined) follow(runId, JSON.parse(text) as FollowedFacts)
  }, [follow, runId, text])
  useEffect(() => () => follow(runId, undefined), [follow, runId])
}
