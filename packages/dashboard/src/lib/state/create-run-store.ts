import { type RunChange, type RunEvent, type RunView, type WatchedEvent } from '@amelia/core'
import { applyRunChange } from '@amelia/core/view'
import type { DashboardSource } from '../source/dashboard-source.ts'
import type { Connection } from './connection.ts'
import { createListeners } from './create-listeners.ts'
import { hasProcess } from './has-process.ts'
import { listChangedParts } from './list-changed-parts.ts'

/** A source of changes: a dashboard's source, or one of `watchRun`. */
export type RunWatchSource = Pick<DashboardSource, 'watch'> & Pick<DashboardSource, 'onRetry'>

/** The progress that sessions of a phase have reported while the store is open. */
export type LiveEvent = Exclude<WatchedEvent, RunEvent>

/** A run for components: its view, events and connection, with a subscription per part. */
export interface RunStore {
  /** The run's id. */
  readonly runId: string
  /** Returns the current view. Undefined before the first change. */
  view(): RunView | undefined
  /** Returns the state of the connection. */
  connection(): Connection
  /**
   * Returns when the process of the run released it while the connection was open, in milliseconds since
   * 1970. Undefined if that was not seen, or if a process owns the run.
   */
  releasedAt(): number | undefined
  /** Returns when the connection was lost, in milliseconds since 1970. Undefined while it is not. */
  lostAt(): number | undefined
  /** Returns the stored events so far, oldest first: a new array after each change. */
  events(): readonly RunEvent[]
  /** Returns the last progress of a phase's session, oldest first; at most 200 entries. */
  progress(phaseId: string): readonly LiveEvent[]
  /**
   * Calls a listener after each change of a part: `view`, `connection`, `events`, `phase:ID`, `wait:ID`,
   * `activity:ID`, `progress:ID`, `report`, `plan`. Returns its removal.
   */
  subscribe(part: string, listener: () => void): () => void
  /** Opens the connection if it is closed. Returns a function that closes it. */
  open(): () => void
  /** Connects again after a failure. */
  retry(): void
}

/** Events are announced at most this often, in milliseconds. */
const eventIntervalMs = 100
const mostProgress = 200

/** Creates the store of a run. It holds no connection until it is opened. */
export const createRunStore = ({ source, runId }: { source: RunWatchSource; runId: string }): RunStore => {
  const listeners = createListeners()
  const progress = new Map<string, readonly LiveEvent[]>()
  let view: RunView | undefined
  let connection: Connection = { state: 'connecting' }
  let releasedAt: number | undefined
  let lostAt: number | undefined
  const collected: RunEvent[] = []
  let events: readonly RunEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let closing: AbortController | undefined
  let openings = 0

  const setConnection = (next: Connection): void => {
    if (connection.state === next.state && next.state === 'live') return
    connection = next
    lostAt = next.state === 'reconnecting' || next.state === 'failed' ? (lostAt ?? Date.now()) : undefined
    listeners.call('connection')
  }
  const publishEvents = (): void => {
    timer = undefined
    if (collected.length === events.length) return
    events = collected.slice()
    listeners.call('events')
  }
  const addEvent = (event: RunEvent): void => {
    // After a lost connection a source may repeat events.
    if (event.seq <= (collected.at(-1)?.seq ?? 0)) return
    collected.push(event)
    timer ??= setTimeout(publishEvents, eventIntervalMs)
  }
  const addProgress = (event: LiveEvent): void => {
    if (!('phaseId' in event) || event.phaseId === undefined) return
    // Output of commands would displace the lines of sessions.
    if (event.type === 'session_progress' && event.progress.type === 'output') return
    const { phaseId } = event
    progress.set(phaseId, [...(progress.get(phaseId) ?? []), event].slice(-mostProgress))
    listeners.call(`progress:${phaseId}`)
  }
  const addChange = (change: RunChange): void => {
    const before = view
    view = applyRunChange(view, change)
    if (hasProcess(view)) releasedAt = undefined
    // A complete change follows a time without a connection.
    else if (hasProcess(before) && !change.plan) releasedAt = Date.now()
    for (const part of listChangedParts(before, view, change)) listeners.call(part)
  }
  const receive = (item: WatchedEvent | RunChange): void => {
    setConnection({ state: 'live' })
    if (item.type === 'run_changed') addChange(item)
    else if ('seq' in item) addEvent(item)
    else addProgress(item)
  }
  const connect = async (signal: AbortSignal): Promise<void> => {
    const stopRetries = source.onRetry?.((error) => {
      if (!signal.aborted) setConnection({ state: 'reconnecting', error })
    })
    try {
      const after = collected.at(-1)?.seq ?? 0
      for await (const item of source.watch({ runId, after, progress: true, views: true, signal })) {
        if (signal.aborted) return
        receive(item)
      }
      if (!signal.aborted) setConnection({ state: 'over' })
    } catch (error) {
      if (!signal.aborted) setConnection({ state: 'failed', error })
    } finally {
      stopRetries?.()
      publishEvents()
    }
  }
  const start = (): void => {
    closing?.abort()
    closing = new AbortController()
    setConnection({ state: 'connecting' })
    void connect(closing.signal)
  }
  return {
    runId,
    view: () => view,
    connection: () => connection,
    releasedAt: () => releasedAt,
    lostAt: () => lostAt,
    events: () => events,
    progress: (phaseId) => progress.get(phaseId) ?? none,
    subscribe: listeners.add,
    open() {
      if (openings++ === 0) start()
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        if (--openings > 0) return
        closing?.abort()
        clearTimeout(timer)
        timer = undefined
      }
    },
    retry() {
      if (openings > 0) start()
    },
  }
}

const none: readonly LiveEvent[] = []
