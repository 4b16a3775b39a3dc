import { useCallback, useEffect, useRef, useState } from 'react'
import { useDraft } from '../part/drafts.ts'
import type { DashboardPlace } from './dashboard-place.ts'
import type { Shown } from './run-body.tsx'

/** The view of a run and the thing that is shown in it. */
export interface RunPlace {
  shown: Shown | undefined
  setShown(shown: Shown | undefined): void
  tab: string
  setTab(tab: string): void
}

const first = 'graph'

/** Keeps the view and the phase of a run in the place of a dashboard: both follow each other. */
export const useRunPlace = (
  runId: string,
  place: DashboardPlace | undefined,
  onPlace: ((place: DashboardPlace, isStep: boolean) => void) | undefined,
): RunPlace => {
  const own = place?.runId === runId ? place : undefined
  const [shown, setShown] = useState(() => shownAt(own))
  const [kept, keepTab] = useDraft<string>(`tab:${runId}`, own?.view ?? first)
  const given = useRef(place)
  useEffect(() => {
    if (given.current === place) return
    given.current = place
    if (!own) return
    setShown(shownAt(own))
    keepTab(own.view ?? first)
  }, [place, own, keepTab])
  const show = useCallback(
    (next: Shown | undefined): void => {
      setShown(next)
      const phase = next?.kind === 'phase' ? next : undefined
      onPlace?.({ runId, phaseId: phase?.id, isWide: phase?.isWide || undefined }, next?.kind !== 'closed')
    },
    [runId, onPlace],
  )
  const setTab = (view: string): void => {
    keepTab(view)
    onPlace?.({ runId, view: view === first ? undefined : view }, true)
  }
  return { shown, setShown: show, tab: kept, setTab }
}

const shownAt = (place: DashboardPlace | undefined): Shown | undefined => {
  if (place?.phaseId !== undefined) return { kind: 'phase', id: place.phaseId, isWide: place.isWide === true }
  // A question does not cover a view that the address names.
  return place?.view === undefined ? undefined : { kind: 'closed' }
}
