import { useCallback } from 'react'
import { orderFiles, type OrderedFiles } from '../detail/order-files.ts'
import { type Loaded, useLoaded } from '../part/use-loaded.ts'
import type { DashboardSource } from '../source/dashboard-source.ts'

/** The changes of a phase. */
export interface PhaseChanges extends OrderedFiles {
  phaseId: string
  /** Why they cannot be read. */
  error?: unknown
}

/** The changes of more phases than these are not read at once. */
export const mostPhases = 40

/** Reads the changes of some phases, each for itself: one that fails does not hide the others. */
export const usePhaseDiffs = (
  source: Pick<DashboardSource, 'readDiff'>,
  runId: string,
  { phaseIds, revision }: { phaseIds: readonly string[]; revision: string },
): Loaded<PhaseChanges[]> => {
  const ids = JSON.stringify(phaseIds.slice(0, mostPhases))
  const load = useCallback(
    () =>
      Promise.all(
        (JSON.parse(ids) as string[]).map(async (phaseId): Promise<PhaseChanges> => {
          try {
            return { phaseId, ...orderFiles(await source.readDiff(runId, phaseId)) }
          } catch (error) {
            return { phaseId, ...orderFiles([]), error }
          }
        }),
      ),
    // A new revision reads again.
    [source, runId, ids, revision],
  )
  return useLoaded(load, `${runId} ${ids}`)
}
