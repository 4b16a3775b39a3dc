import type { RunEvent, RunEventType } from '@amelia/core'
import { describeEvent } from '@amelia/core/view'
import { eventGroups, isProblem } from './event-groups.ts'
import { searchedText } from './searched-text.ts'

/** A type of events, or a group of types. */
export type EventKind = RunEventType | keyof typeof eventGroups

/** The events that a person wants to see. An absent field does not limit them. */
export interface EventFilter {
  /** Words that the line of an event contains, in any order and case. */
  text?: string
  /** The phase of the events; `run`, as an empty string, stands for events without a phase. */
  phaseId?: string
  /** A type, or a group of types. */
  kind?: EventKind
}

/** The events that a filter found so far. `read` of `events` were examined. */
export interface FoundEvents {
  filter: EventFilter
  events: readonly RunEvent[]
  read: number
  found: readonly RunEvent[]
}

/** The number of events that are examined at least, before a search may pause. */
const portion = 200

/**
 * Filters the events of a run. Pass the previous result: if the filter is the same and events were only
 * added, only those are examined. `mayContinue` is asked after every 200 events: the search pauses if it
 * returns false, and continues from its result.
 */
export const filterEvents = (
  events: readonly RunEvent[],
  filter: EventFilter,
  previous?: FoundEvents,
  mayContinue: () => boolean = () => true,
): FoundEvents => {
  const continues =
    previous?.filter === filter &&
    previous.read <= events.length &&
    events[previous.read - 1] === previous.events[previous.read - 1]
  let read = continues ? previous.read : 0
  const matches = matcherOf(filter)
  const added: RunEvent[] = []
  do {
    const end = Math.min(read + portion, events.length)
    for (; read < end; read++) if (matches(events[read]!)) added.push(events[read]!)
  } while (read < events.length && mayContinue())
  const before = continues ? previous.found : []
  const found = added.length === 0 ? before : before.length === 0 ? added : [...before, ...added]
  return { filter, events, read, found }
}

const matcherOf = ({ text = '', phaseId, kind }: EventFilter): ((event: RunEvent) => boolean) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (event) =>
    (phaseId === undefined || (event.phaseId ?? '') === phaseId) &&
    (kind === undefined || isOfKind(event, kind)) &&
    (words.length === 0 || words.every((word) => searchedText(event).includes(word)))
}

const isOfKind = (event: RunEvent, kind: EventKind): boolean => {
  if (kind === 'problems') return isProblem(event)
  return isGroup(kind) ? describeEvent(event).group === kind : event.type === kind
}

const isGroup = (kind: string): kind is keyof typeof eventGroups => Object.hasOwn(eventGroups, kind)
