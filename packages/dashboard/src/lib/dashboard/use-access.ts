import { useCallback, useEffect } from 'react'
import { type Loaded, useLoaded } from '../part/use-loaded.ts'
import { useRuns } from '../runs/use-runs.ts'
import type { RemoteAccess } from '@amelia/http/client'
import type { DashboardSource } from '../source/dashboard-source.ts'

/** Reads the permissions of the person, and again after a failure once the list of runs can be read. */
export const useAccess = (source: DashboardSource): Loaded<RemoteAccess> => {
  const access = useLoaded(
    useCallback(() => source.readAccess(), [source]),
    '',
  )
  const { error, at } = useRuns(source)
  const failed = access.error !== undefined && error === undefined
  const { reload } = access
  useEffect(() => {
    if (failed) reload()
  }, [failed, at, reload])
  return access
}
