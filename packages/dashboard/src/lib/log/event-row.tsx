import type { RunEvent } from '@amelia/core'
import { type EventTone, words } from '@amelia/core/view'
import { memo, type ReactNode } from 'react'
import { dayTime, fullTime } from '../format/day-time.ts'
import { layOutEvent } from './lay-out-event.ts'
import { listFacts } from './list-facts.ts'

/** The properties of {@link EventRow}. */
export interface EventRowProps {
  /** The event that it shows. */
  event: RunEvent
  /** Whether its facts are visible. */
  isOpen: boolean
  /** Whether the Tab key reaches it. */
  isActive: boolean
  /** Called when a person opens or closes it. */
  onToggle: (seq: number) => void
  /** Called when a person wants to see its phase. */
  onSelect?: ((phaseId: string) => void) | undefined
}

/** Shapes, so that the meaning does not depend on the colour. */
const marks: Record<EventTone, string> = { good: '✓', bad: '✕', warn: '!', active: '▸', dim: '·' }

/** One event of the log: a line, and its facts when it is open. */
export const EventRow = memo(({ event, isOpen, isActive, onToggle, onSelect }: EventRowProps): ReactNode => {
  const { text: line, tone } = layOutEvent(event)
  const { phaseId } = event
  return (
    <>
      <button
        type="button"
        className="amelia-event-line"
        data-tone={tone}
        aria-expanded={isOpen}
        tabIndex={isActive ? 0 : -1}
        onClick={() => onToggle(event.seq)}
      >
        <time className="amelia-event-time" dateTime={event.at} title={fullTime(event.at)}>
          {dayTime(event.at)}
        </time>
        <span className="amelia-event-mark" aria-hidden="true">
          {marks[tone]}
        </span>
        <span className="amelia-event-phase">
          {phaseId === undefined ? 'run' : words.plainLabel(phaseId)}
        </span>
        <span className="amelia-event-text">{line}</span>
      </button>
      {isOpen && (
        <div className="amelia-event-facts">
          <p className="amelia-event-type">
            <code>{event.type}</code>
            <span>
              event {event.seq}, {fullTime(event.at)}
            </span>
            {phaseId !== undefined && onSelect && (
              <button type="button" className="amelia-button" onClick={() => onSelect(phaseId)}>
                Show phase {words.plainLabel(phaseId)}
              </button>
            )}
          </p>
          <dl>
            {listFacts(event, ['type', 'seq', 'at', 'runId', 'phaseId']).map(
              ({ name, depth, text }, index) => (
                <div key={index} style={{ paddingInlineStart: `${depth}em` }}>
                  <dt>{name}</dt>
                  <dd>{text}</dd>
                </div>
              ),
            )}
          </dl>
        </div>
      )}
    </>
  )
})
EventRow.displayName = 'EventRow'
