import type { ReactNode } from 'react'
import { EmptyState } from '../part/empty-state.tsx'
import type { DashboardSource } from '../source/dashboard-source.ts'

/** A list without runs. Only the source knows how a person starts one. */
export const EmptyRuns = ({ source }: { source: Pick<DashboardSource, 'startHint'> }): ReactNode => (
  <div className="amelia-runs">
    <EmptyState title="No runs yet">{source.startHint ?? 'They appear here when they start.'}</EmptyState>
  </div>
)
