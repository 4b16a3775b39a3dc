import type { RunEventType } from '@amelia/core'
import { words } from '@amelia/core/view'
import { memo, type ReactNode } from 'react'
import { eventGroups } from './event-groups.ts'
import type { EventFilter } from './filter-events.ts'

/** The properties of {@link EventFilters}. */
export interface EventFiltersProps {
  filter: EventFilter
  onChange: (filter: EventFilter) => void
  /** The phases that can be chosen. */
  phases: readonly { id: string; title: string }[]
  /** The types that can be chosen. */
  types: readonly RunEventType[]
}

/** The search of the log, and the choice of a phase and of a type. */
export const EventFilters = ({ filter, onChange, phases, types }: EventFiltersProps): ReactNode => {
  const change = (name: keyof EventFilter, value: string | undefined): void => {
    const { [name]: _, ...rest } = filter
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }
  return (
    <div className="amelia-event-filters" role="search" aria-label="Search the events">
      <input
        type="search"
        className="amelia-input"
        placeholder="Search events"
        aria-label="Search events"
        value={filter.text ?? ''}
        onChange={({ target }) => change('text', target.value === '' ? undefined : target.value)}
      />
      <select
        className="amelia-input"
        aria-label="Phase"
        value={filter.phaseId === undefined ? '*' : `=${filter.phaseId}`}
        onChange={({ target }) => change('phaseId', target.value === '*' ? undefined : target.value.slice(1))}
      >
        <option value="*">All phases</option>
        <option value="=">Run only</option>
        <PhaseOptions phases={phases} />
      </select>
      <select
        className="amelia-input"
        aria-label="Type"
        value={filter.kind ?? '*'}
        onChange={({ target }) => change('kind', target.value === '*' ? undefined : target.value)}
      >
        <option value="*">All types</option>
        {Object.entries(eventGroups).map(([group, name]) => (
          <option key={group} value={group}>
            {name}
          </option>
        ))}
        <optgroup label="One type">
          {types.map((type) => (
            <option key={type} value={type}>
              {type}
            </option>
          ))}
        </optgroup>
      </select>
    </div>
  )
}

/** Memoised: a plan may have a thousand phases, and a search renders at each key. */
const PhaseOptions = memo(
  ({ phases }: Pick<EventFiltersProps, 'phases'>): ReactNode =>
    phases.map(({ id, title }) => (
      <option key={id} value={`=${id}`}>
        {words.plainLabel(`${id} ${title}`).slice(0, 60)}
      </option>
    )),
)
PhaseOptions.displayName = 'PhaseOptions'
