import type { ReactNode } from 'react'
import { CostPanel } from '../cost/cost-panel.tsx'
import type { RunStore } from '../state/create-run-store.ts'
import { useRunEvents, useRunView } from '../state/use-run-part.ts'
import { Timeline } from '../timeline/timeline.tsx'

interface RunViewsProps {
  store: RunStore
  onSelect(phaseId: string): void
}

/** The timeline of a run's store. */
export const RunTimeline = ({ store, onSelect }: RunViewsProps): ReactNode => {
  const view = useRunView(store)
  const events = useRunEvents(store)
  return view && <Timeline {...{ view, events, onSelect }} />
}

/** The cost of a run's store. */
export const RunCost = ({ store, onSelect }: RunViewsProps): ReactNode => {
  const view = useRunView(store)
  return view && <CostPanel {...{ view, onSelect }} />
}
