import type { PhaseReport } from '@amelia/core'
import { words } from '@amelia/core/view'
import type { ReactNode } from 'react'
import { dayTime } from '../format/day-time.ts'
import { StatusMark } from '../part/status-mark.tsx'
import type { TimelineBar } from './list-bars.ts'
import { toneOf } from './list-key.ts'

/** The properties of {@link TimelineRow}. Times are milliseconds since 1970. */
export interface TimelineRowProps {
  phase: PhaseReport
  bars: readonly TimelineBar[]
  /** Why the phase is not running. */
  wait: string | undefined
  /** The width of the names and of the bars, in pixels. */
  labels: number
  lane: number
  /** The start and the end of the axis. */
  from: number
  to: number
  isActive: boolean
  isSelected: boolean
  onSelect: ((phaseId: string) => void) | undefined
}

/** One phase on the timeline: its name, and its bars. */
export const TimelineRow = (props: TimelineRowProps): ReactNode => {
  const { phase, bars, wait, labels, lane, from, to, isActive, isSelected, onSelect } = props
  const { id, title } = phase
  const length = Math.max(to - from, 100)
  return (
    <>
      <button
        type="button"
        className="amelia-timeline-name"
        style={{ width: labels }}
        tabIndex={isActive ? 0 : -1}
        aria-current={isSelected || undefined}
        title={words.plainLabel(`${id} ${title}${wait === undefined ? '' : `: ${wait}`}`)}
        onClick={() => onSelect?.(id)}
      >
        <StatusMark status={words.shownStatus(phase)} />
        <b>{words.plainLabel(id)}</b>
        <span>{words.plainLabel(title)}</span>
        <span className="amelia-hidden">{describeTimes(phase, bars, wait)}</span>
      </button>
      <div className="amelia-timeline-lane" style={{ width: lane }} aria-hidden="true">
        {bars.map((bar, index) => {
          const end = bar.to ?? to
          const left = (Math.max(bar.from - from, 0) / length) * lane
          return (
            <span
              key={index}
              className="amelia-bar"
              data-kind={bar.kind}
              data-tone={toneOf(bar)}
              title={`Phase ${words.plainLabel(id)}, ${bar.label}: ${words.formatDuration(end - bar.from)}, from ${dayTime(bar.from)}${bar.to === undefined ? '' : ` to ${dayTime(end)}`}`}
              style={{ left, width: Math.max(3, ((end - Math.max(bar.from, from)) / length) * lane) }}
            />
          )
        })}
      </div>
    </>
  )
}

/** Describes the bars of a row for screen readers. */
const describeTimes = (
  { durationMs }: PhaseReport,
  bars: readonly TimelineBar[],
  wait: string | undefined,
): string => {
  const count = (kind: TimelineBar['kind'], noun: string): string[] => {
    const amount = bars.filter((bar) => bar.kind === kind).length
    return amount === 0 ? [] : [words.plural(amount, noun)]
  }
  return words.plainLabel(
    [
      ...(durationMs === undefined ? [] : [`${words.formatDuration(durationMs)} of work`]),
      ...count('session', 'session'),
      ...count('wait', 'wait'),
      ...(wait === undefined ? [] : [wait]),
    ].join(', '),
  )
}
