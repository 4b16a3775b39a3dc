import type { RunEvent, RunView } from '@amelia/core'
import { words, runCondition } from '@amelia/core/view'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { fullTime } from '../format/day-time.ts'
import { EmptyState } from '../part/empty-state.tsx'
import { useRowKeys } from '../part/use-row-keys.ts'
import { isAtWork } from '../state/read-condition.ts'
import { useNow } from '../state/use-now.ts'
import { barsOfView } from './bars-of-view.ts'
import { listBars, type TimelineBar } from './list-bars.ts'
import { listKey } from './list-key.ts'
import { timeTicks } from './time-ticks.ts'
import { TimelineRow } from './timeline-row.tsx'
import { useSize } from '../part/use-size.ts'

/** The properties of {@link Timeline}. */
export interface TimelineProps {
  /** The run. */
  view: RunView
  /** The run's events: with them, attempts, sessions and waits are shown. Default: the phases alone. */
  events?: readonly RunEvent[] | undefined
  /** The current time in milliseconds since 1970. Default: the clock, while the run is running. */
  now?: number | undefined
  /** Called when a person chooses a phase. */
  onSelect?: ((phaseId: string) => void) | undefined
  /** The chosen phase. */
  selected?: string | undefined
}

/** The height of a row in pixels: of many phases, and at most. */
const rowHeights = [36, 72] as const
const axisHeight = 28
const tickWidth = 72
const mostZoom = 256

/** The phases of a run on a time axis, with their attempts, sessions and waits. */
export const Timeline = ({ view, events, now, onSelect, selected }: TimelineProps): ReactNode => {
  const { report } = view
  const condition = runCondition(view)
  const isRunning = isAtWork(condition)
  const isInterrupted = condition.state === 'interrupted'
  const clock = useNow(isRunning && now === undefined)
  const bars = useMemo(
    () => (events ? listBars(events, isInterrupted) : barsOfView(view)),
    [events, isInterrupted, events ? undefined : view],
  )
  const byPhase = useMemo(() => group(bars), [bars])
  const from = bars.reduce(
    (first, bar) => Math.min(first, bar.from),
    Date.parse(report.startedAt) || Infinity,
  )
  const last = bars.reduce((time, bar) => Math.max(time, bar.to ?? bar.from), Date.parse(view.at) || 0)
  const to = isRunning ? Math.max(now ?? clock, last) : last
  if (bars.length === 0)
    return (
      <div className="amelia-timeline">
        <EmptyState title="Nothing has run yet">Phases appear here when they start.</EmptyState>
      </div>
    )
  return <Chart {...{ view, byPhase, from, to, onSelect, selected }} />
}

const group = (bars: readonly TimelineBar[]): Map<string, TimelineBar[]> => {
  const groups = new Map<string, TimelineBar[]>()
  for (const bar of bars) {
    const own = groups.get(bar.phaseId)
    if (own) own.push(bar)
    else groups.set(bar.phaseId, [bar])
  }
  return groups
}

interface ChartProps extends Pick<TimelineProps, 'view' | 'onSelect' | 'selected'> {
  byPhase: ReadonlyMap<string, readonly TimelineBar[]>
  from: number
  to: number
}

const Chart = ({ view, byPhase, from, to, onSelect, selected }: ChartProps): ReactNode => {
  const list = useRef<HTMLDivElement>(null)
  const all = useSize(list, 'clientWidth')
  const height = useSize(list, 'clientHeight')
  const [pointed, setPointed] = useState<string>()
  const [zoom, setZoom] = useState(1)
  const labels = all < 560 ? 132 : 240
  const lane = Math.max(120, all - labels - 20) * zoom
  const phases = [...view.phases.values()]
  const legend = useMemo(() => listKey([...byPhase.values()].flat()), [byPhase])
  const share = Math.floor((height - axisHeight) / Math.max(1, phases.length))
  const rowHeight = Math.min(Math.max(share, rowHeights[0]), rowHeights[1])
  const rows = useVirtualizer({
    count: phases.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  useLayoutEffect(() => rows.measure(), [rows, rowHeight])
  const items = rows.getVirtualItems()
  const keys = useRowKeys({
    ...{
      list,
      control: '.amelia-timeline-name',
      count: phases.length,
      shown: items.map(({ index }) => index),
    },
    show: rows.scrollToIndex,
    initial: phases.findIndex(({ id }) => id === selected),
  })
  useKeptCentre(list, lane, labels)
  const change = (factor: number): void => setZoom((value) => Math.min(Math.max(value * factor, 1), mostZoom))
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === '+' || event.key === '=') change(2)
    else if (event.key === '-') change(0.5)
    else if (event.key === '0') setZoom(1)
    else keys.onKeyDown(event)
  }
  const length = Math.max(to - from, 100)
  const ticks = timeTicks({ from, length }, Math.max(1, Math.floor(lane / tickWidth)))
  const left = (at: number): number => (at / length) * lane
  return (
    <section className="amelia-timeline" aria-label="Timeline" onKeyDown={onKeyDown}>
      <div className="amelia-timeline-bar">
        <p className="amelia-muted">
          {pointed === undefined ? (
            <>
              <span>Began {fullTime(from)}</span>
              <span>{words.formatDuration(length)}</span>
            </>
          ) : (
            <span className="amelia-timeline-pointed">{pointed}</span>
          )}
        </p>
        <ul className="amelia-timeline-key" aria-label="Key">
          {legend.map(({ kind, tone, text }) => (
            <li key={text}>
              <span className="amelia-bar" data-kind={kind} data-tone={tone} />
              {text}
            </li>
          ))}
        </ul>
        <div className="amelia-timeline-zoom" role="group" aria-label="Zoom">
          <button
            type="button"
            className="amelia-small-button"
            onClick={() => change(0.5)}
            disabled={zoom === 1}
            aria-label="Zoom out"
          >
            −
          </button>
          <button
            type="button"
            className="amelia-small-button"
            onClick={() => setZoom(1)}
            disabled={zoom === 1}
          >
            Fit
          </button>
          <button
            type="button"
            className="amelia-small-button"
            onClick={() => change(2)}
            disabled={zoom === mostZoom}
            aria-label="Zoom in"
          >
            +
          </button>
        </div>
      </div>
      <div
        className="amelia-timeline-scroll"
        ref={list}
        tabIndex={-1}
        onFocus={keys.onFocus}
        onPointerOver={({ target }) => setPointed(describeBar(target))}
        onPointerLeave={() => setPointed(undefined)}
      >
        <div
          className="amelia-timeline-all"
          style={{ width: labels + lane + 20, height: rows.getTotalSize() + axisHeight }}
        >
          <div className="amelia-timeline-axis" aria-hidden="true">
            <span className="amelia-timeline-corner" style={{ width: labels }} />
            {ticks.map(({ at, label }) => (
              <span key={at} style={{ left: labels + left(at) }}>
                {label}
              </span>
            ))}
          </div>
          <div className="amelia-timeline-lines" aria-hidden="true">
            {ticks.map(({ at }) => (
              <i key={at} style={{ left: labels + left(at) }} />
            ))}
          </div>
          <div role="list" aria-label="Phases">
            {items.map(({ key, index, start }) => {
              const phase = phases[index]!
              return (
                <div
                  key={key}
                  data-index={index}
                  className="amelia-timeline-row"
                  role="listitem"
                  aria-posinset={index + 1}
                  aria-setsize={phases.length}
                  data-selected={phase.id === selected || undefined}
                  style={{ transform: `translateY(${start + axisHeight}px)`, height: rowHeight }}
                >
                  <TimelineRow
                    {...{ phase, labels, from, to, lane, onSelect }}
                    wait={view.waits.get(phase.id)?.sentence}
                    bars={byPhase.get(phase.id) ?? none}
                    isActive={index === keys.active}
                    isSelected={phase.id === selected}
                  />
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </section>
  )
}

const none: readonly TimelineBar[] = []

/** Returns the details of the bar below the pointer. */
const describeBar = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('.amelia-bar[title]')?.title : undefined

/** Keeps the middle of the visible times in place while the lanes become wider or narrower. */
const useKeptCentre = (list: { current: HTMLElement | null }, lane: number, labels: number): void => {
  const before = useRef(lane)
  useLayoutEffect(() => {
    const { current } = list
    if (!current || before.current === lane) return
    const half = (current.clientWidth - labels) / 2
    current.scrollLeft = ((current.scrollLeft + half) / before.current) * lane - half
    before.current = lane
  }, [list, lane, labels])
}
