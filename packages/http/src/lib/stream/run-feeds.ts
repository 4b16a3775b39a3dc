import { watchRun, type WatchedEvent } from '@amelia/core'
import type { RunSource } from '../run-source.ts'

/** An event of a run as JSON. Progress has no `seq`. */
export interface FeedItem {
  seq?: number
  data: string
}

/** One viewer of a run. */
export interface FeedReader {
  /** Returns the next items, at most so many. */
  take(most: number): FeedItem[]
  /** Returns how the watch ended, once all items are taken. */
  end(): { error?: unknown } | undefined
  close(): void
}

export interface RunFeeds {
  /** Begins to read a run after an event. Calls `wake` whenever there may be more. */
  open(runId: string, options: { after: number; progress: boolean; wake: () => void }): FeedReader
}

/** The events of a run, while anybody reads them. */
interface Feed {
  /** As JSON. Event `n` is at `n - 1`. */
  events: string[]
  end?: { error?: unknown }
  readers: Set<{ wake: () => void; receive?: (item: FeedItem) => void }>
  stop: AbortController
}

/** The most unread progress that is kept for one viewer. Older progress is dropped. */
const maxProgress = 100

/**
 * Creates the feeds of a store. All viewers of a run share one watch, which folds the journal once; it stops
 * with the last of them.
 */
export const createRunFeeds = (source: RunSource): RunFeeds => {
  const feeds = new Map<string, Feed>()

  const follow = async (runId: string, feed: Feed): Promise<void> => {
    const { signal } = feed.stop
    const close = (end: { error?: unknown }): void => {
      feed.end = end
      if (feeds.get(runId) === feed) feeds.delete(runId)
      for (const { wake } of feed.readers) wake()
    }
    try {
      for await (const event of watchRun({ ...source, runId, progress: true, signal })) add(feed, event)
      close({})
    } catch (error) {
      close({ error })
    }
  }

  const join = (runId: string): Feed => {
    const known = feeds.get(runId)
    if (known) return known
    const feed: Feed = { events: [], readers: new Set(), stop: new AbortController() }
    feeds.set(runId, feed)
    void follow(runId, feed)
    return feed
  }

  return {
    open(runId, { after, progress, wake }) {
      const feed = join(runId)
      const unread: FeedItem[] = []
      const receive = (item: FeedItem): void => {
        unread.push(item)
        if (unread.length > maxProgress) unread.shift()
      }
      const reader = progress ? { wake, receive } : { wake }
      feed.readers.add(reader)
      let next = after
      return {
        take(most) {
          const events = feed.events.slice(next, next + most)
          const items = events.map((data, index): FeedItem => ({ seq: next + index + 1, data }))
          next += events.length
          // Progress follows the events that it came after.
          return next < feed.events.length ? items : [...items, ...unread.splice(0)]
        },
        end: () => (next >= feed.events.length ? feed.end : undefined),
        close() {
          feed.readers.delete(reader)
          if (feed.readers.size > 0) return
          feed.stop.abort()
          if (feeds.get(runId) === feed) feeds.delete(runId)
        },
      }
    },
  }
}

const add = (feed: Feed, event: WatchedEvent): void => {
  const data = JSON.stringify(event)
  if ('seq' in event) feed.events.push(data)
  for (const { wake, receive } of feed.readers) {
    if (!('seq' in event)) receive?.({ data })
    wake()
  }
}
