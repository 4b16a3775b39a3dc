import type { RunEvent } from '@amelia/core'
import { useEffect, useRef, useState } from 'react'
import { type EventFilter, filterEvents, type FoundEvents } from './filter-events.ts'

/** A search blocks the page for at most about this time, in milliseconds. */
const portionMs = 8

/**
 * Filters the events of a run in short portions, so that a person can type and scroll during a search. The
 * events of the last complete search stay until the next one is complete. New events cost no search through
 * all.
 */
export const useFoundEvents = (
  events: readonly RunEvent[],
  filter: EventFilter,
): { found: readonly RunEvent[]; isSearching: boolean } => {
  const isAll = Object.keys(filter).length === 0
  const latest = useRef<FoundEvents>(undefined)
  const [complete, setComplete] = useState<FoundEvents>()
  useEffect(() => {
    if (isAll) return setComplete(undefined)
    let timer: ReturnType<typeof setTimeout> | undefined
    const step = (): void => {
      const end = performance.now() + portionMs
      latest.current = filterEvents(events, filter, latest.current, () => performance.now() < end)
      if (latest.current.read < events.length) timer = setTimeout(step)
      else setComplete(latest.current)
    }
    step()
    return () => clearTimeout(timer)
  }, [events, filter, isAll])
  if (isAll) return { found: events, isSearching: false }
  return { found: complete?.found ?? events, isSearching: complete?.filter !== filter }
}
