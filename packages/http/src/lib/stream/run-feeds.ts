import {
  type MissedEvent,
  type RunChange,
  type SessionEvent,
  watchRun,
  type WatchedEvent,
} from '@amelia/core'
import { addProven } from '../add-proven.ts'
import type { Server } from '../server.ts'
import { createViewFeed, type ViewFeed } from './view-feed.ts'

/** An event of a run as JSON. Progress and changes of the view have no `seq`. */
export interface FeedItem {
  seq?: number
  data: string
}

/** One viewer of a run. */
export interface FeedReader {
  /** Returns the next items, at most so many events. */
  take(most: number): FeedItem[]
  /** Returns how the watch ended, once all items are taken. */
  end(): { error?: unknown } | undefined
  close(): void
}

export interface FeedOptions {
  /** The number of the last known event. */
  after: number
  progress: boolean
  /** Whether to begin with the complete view, and to continue with its changes. */
  views: boolean
  /** Called whenever there may be more. */
  wake: () => void
}

export interface RunFeeds {
  /** Begins to read a run after an event. */
  open(runId: string, options: FeedOptions): FeedReader
}

/** The events of a run, while anybody reads them. */
interface Feed {
  /** As JSON. Event `n` is at `n - 1`. */
  events: string[]
  view: ViewFeed | undefined
  end?: { error?: unknown }
  readers: Set<{ wake: () => void; receive?: (event: SessionEvent) => void }>
  stop: AbortController
}

/** The most unread progress that is kept for one viewer. Older progress is dropped and counted. */
const maxProgress = 100

/** The parts of a server that feeds use. */
export type FeedServer = Pick<Server, 'source' | 'options' | 'onError'>

/**
 * Creates the feeds of a store. All viewers of a run share one watch, which folds the journal once; it stops
 * with the last of them. Viewers of the view share another one.
 */
export const createRunFeeds = (server: FeedServer): RunFeeds => {
  const feeds = new Map<string, Feed>()

  const follow = async (key: string, runId: string, feed: Feed): Promise<void> => {
    const { signal } = feed.stop
    const close = (end: { error?: unknown }): void => {
      feed.end = end
      if (feeds.get(key) === feed) feeds.delete(key)
      for (const { wake } of feed.readers) wake()
    }
    try {
      const options = { ...server.source, runId, progress: true, views: feed.view !== undefined, signal }
      for await (const event of watchRun(options)) add(feed, await completeChange(server, event))
      close({})
    } catch (error) {
      close({ error })
    }
  }

  const join = (key: string, runId: string, views: boolean): Feed => {
    const known = feeds.get(key)
    if (known) return known
    const view = views ? createViewFeed() : undefined
    const feed: Feed = { events: [], view, readers: new Set(), stop: new AbortController() }
    feeds.set(key, feed)
    void follow(key, runId, feed)
    return feed
  }

  return {
    open(runId, { after, progress, views, wake }) {
      const key = `${views ? 'views' : 'events'}:${runId}`
      const feed = join(key, runId, views)
      const unread: SessionEvent[] = []
      let missed: MissedEvent | undefined
      const receive = (event: SessionEvent): void => {
        unread.push(event)
        if (unread.length > maxProgress) missed = addMissed(missed, unread.shift()!)
      }
      const reader = progress ? { wake, receive } : { wake }
      const view = feed.view?.open()
      feed.readers.add(reader)
      let next = after
      return {
        take(most) {
          const change = view?.take()
          const events = feed.events.slice(next, next + most)
          const items = events.map((data, index): FeedItem => ({ seq: next + index + 1, data }))
          if (change !== undefined) items.unshift({ data: change })
          next += events.length
          // Progress follows the events that it came after.
          if (next < feed.events.length) return items
          const progress = [...(missed ? [missed] : []), ...unread.splice(0)]
          missed = undefined
          return [...items, ...progress.map((event) => ({ data: JSON.stringify(event) }))]
        },
        end: () => (next >= feed.events.length ? feed.end : undefined),
        close() {
          view?.close()
          feed.readers.delete(reader)
          if (feed.readers.size > 0) return
          feed.stop.abort()
          if (feeds.get(key) === feed) feeds.delete(key)
        },
      }
    },
  }
}

/** Counts an item that was dropped. */
const addMissed = (before: MissedEvent | undefined, event: SessionEvent): MissedEvent => {
  const { afterSeq, at, runId } = event
  const count = (before?.count ?? 0) + (event.type === 'progress_missed' ? event.count : 1)
  return { type: 'progress_missed', afterSeq, at, runId, count }
}

/** Adds the number of proven phases to a change that begins a view. The branch moves before later ones. */
const completeChange = async (
  server: FeedServer,
  event: WatchedEvent | RunChange,
): Promise<WatchedEvent | RunChange> => {
  if (event.type !== 'run_changed' || event.plan === undefined) return event
  const { runId, report, phases } = event
  return { ...event, report: await addProven(server, runId, report, phases) }
}

const add = (feed: Feed, event: WatchedEvent | RunChange): void => {
  if (event.type === 'run_changed') feed.view?.add(event)
  const data = event.type === 'run_changed' ? '' : JSON.stringify(event)
  if ('seq' in event) feed.events.push(data)
  for (const { wake, receive } of feed.readers) {
    if (!('seq' in event) && event.type !== 'run_changed') receive?.(event)
    wake()
  }
}
