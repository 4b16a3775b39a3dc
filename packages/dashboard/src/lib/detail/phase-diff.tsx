import { type ReactNode, useCallback } from 'react'
import { EmptyState } from '../part/empty-state.tsx'
import { LoadError } from '../part/load-error.tsx'
import { useLoaded } from '../part/use-loaded.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'
import { DiffView } from './diff-view.tsx'

/** The properties of {@link PhaseDiff}. */
export interface PhaseDiffProps {
  /** Reads the changed files. */
  source: Pick<DashboardSource, 'readDiff'>
  /** The run. */
  runId: string
  /** Default: the changes of the whole run. */
  phaseId?: string | undefined
  /** The diff is read again when this text changes, such as the phase's commit. */
  revision?: string | undefined
}

/** The diff of a phase, or of a run. */
export const PhaseDiff = ({ source, runId, phaseId, revision }: PhaseDiffProps): ReactNode => {
  const load = useCallback(
    () => source.readDiff(runId, phaseId),
    // A new revision reads again.
    [source, runId, phaseId, revision],
  )
  const { value, error, isLoading, reload } = useLoaded(load, `${runId} ${phaseId ?? ''}`)
  if (error !== undefined) return <LoadError name="The diff" error={error} onRetry={reload} />
  if (value === undefined) return isLoading ? <EmptyState title="Reading the diff…" /> : null
  return value.length === 0 ? (
    <EmptyState title="No changes yet">
      {phaseId === undefined
        ? 'The run has not completed a phase.'
        : 'The files appear here when the phase has a commit.'}
    </EmptyState>
  ) : (
    <DiffView files={value} />
  )
}
