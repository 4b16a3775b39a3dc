import { words } from '@amelia/core/view'
import type { Phase, RunEvent, RunEventType } from '@amelia/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { describeError } from '../format/describe-error.ts'
import { useDraft } from '../part/drafts.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { useRowKeys } from '../part/use-row-keys.ts'
import type { RunStore } from '../state/create-run-store.ts'
import { useConnection, useRunEvents, useRunPlan } from '../state/use-run-part.ts'
import { EventFilters } from './event-filters.tsx'
import { EventRow } from './event-row.tsx'
import type { EventFilter } from './filter-events.ts'
import { useFollowEnd } from '../part/use-follow-end.ts'
import { useFoundEvents } from './use-found-events.ts'
import { useSearchIndex } from './use-search-index.ts'

/** The properties of {@link EventLog}. */
export interface EventLogProps {
  /** The run, as `useRun` returns it. */
  store: RunStore
  /** Called when a person wants to see the phase of an event. */
  onSelect?: ((phaseId: string) => void) | undefined
}

const rowHeight = 32
const none: EventFilter = {}
const noPhases: readonly Phase[] = []

/**
 * The events of a run, oldest first, with a search and filters. Only the visible rows are rendered. The list
 * follows the end of the run until the person scrolls up.
 */
export const EventLog = ({ store, onSelect }: EventLogProps): ReactNode => {
  const events = useRunEvents(store)
  const phases = useRunPlan(store)?.phases ?? noPhases
  const [filter, setFilter] = useDraft(`filter:${store.runId}`, none)
  const { found, isSearching } = useFoundEvents(events, filter)
  const types = useTypes(events)
  useSearchIndex(events)
  return (
    <section className="amelia-event-log" aria-label="Events">
      <div className="amelia-event-bar">
        <EventFilters filter={filter} onChange={setFilter} phases={phases} types={types} />
        <p className="amelia-muted" role="status">
          {isSearching
            ? 'Searching…'
            : found.length === events.length
              ? `${grouped(events.length)} ${words.nounOf(events.length, 'event')}`
              : `${grouped(found.length)} of ${grouped(events.length)} events`}
        </p>
      </div>
      {found.length > 0 ? (
        <EventList events={found} onSelect={onSelect} />
      ) : isSearching ? (
        <EmptyState title="Searching…" />
      ) : events.length > 0 ? (
        <EmptyState title="No event matches">
          <button type="button" className="amelia-button" onClick={() => setFilter(none)}>
            Clear search and filters
          </button>
        </EmptyState>
      ) : (
        <NoEvents store={store} />
      )}
    </section>
  )
}

const NoEvents = ({ store }: { store: RunStore }): ReactNode => {
  const connection = useConnection(store)
  if (connection.state === 'failed')
    return (
      <EmptyState title="The events cannot be read">
        {describeError(connection.error)}{' '}
        <button type="button" className="amelia-button" onClick={store.retry}>
          Retry
        </button>
      </EmptyState>
    )
  return connection.state === 'connecting' ? (
    <EmptyState title="Reading events…" />
  ) : (
    <EmptyState title="No events yet">They appear here when the run starts.</EmptyState>
  )
}

const useTypes = (events: readonly RunEvent[]): readonly RunEventType[] => {
  const seen = useRef({ read: 0, first: events[0], types: [] as readonly RunEventType[] })
  return useMemo(() => {
    const isSame = seen.current.first === events[0] && seen.current.read <= events.length
    const from = isSame ? seen.current : { read: 0, types: [] }
    const types = new Set(from.types)
    for (const { type } of events.slice(from.read)) types.add(type)
    const sorted = types.size === from.types.length ? from.types : [...types].sort()
    seen.current = { read: events.length, first: events[0], types: sorted }
    return sorted
  }, [events])
}

const EventList = ({
  events,
  onSelect,
}: { events: readonly RunEvent[] } & Pick<EventLogProps, 'onSelect'>): ReactNode => {
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const rows = useVirtualizer({
    count: events.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => events[index]!.seq,
    overscan: 12,
  })
  const { follows, onScroll, follow, stop } = useFollowEnd(list, rows.getTotalSize())
  const toggle = useCallback(
    (seq: number) => {
      // The line that a person opens stays in place.
      stop()
      setOpen((before) => {
        const after = new Set(before)
        if (!after.delete(seq)) after.add(seq)
        return after
      })
    },
    [stop],
  )
  const items = rows.getVirtualItems()
  const shown = items.map(({ index }) => index)
  const keys = useRowKeys({
    ...{ list, control: '.amelia-event-line', count: events.length, shown, initial: shown.at(-1) },
    show: rows.scrollToIndex,
  })
  return (
    <div className="amelia-event-scroll">
      <div
        className="amelia-event-list"
        ref={list}
        onScroll={onScroll}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
        role="list"
        aria-label="Events, oldest first"
      >
        <div role="presentation" style={{ height: rows.getTotalSize() }} className="amelia-event-all">
          {items.map(({ key, index, start }) => (
            <div
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className="amelia-event"
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={events.length}
              style={{ transform: `translateY(${start}px)` }}
            >
              <EventRow
                event={events[index]!}
                isOpen={open.has(events[index]!.seq)}
                isActive={index === keys.active}
                onToggle={toggle}
                onSelect={onSelect}
              />
            </div>
          ))}
        </div>
      </div>
      {!follows && (
        <button type="button" className="amelia-button amelia-event-follow" onClick={follow}>
          Follow the end
        </button>
      )}
    </div>
  )
}

const grouped = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
