import type { Clock } from '@amelia/core'
import { describeError } from '../wire/describe-error.ts'
import { writePositions } from '../wire/positions.ts'
import type { FeedReader, RunFeeds } from './run-feeds.ts'

export interface StreamOptions {
  feeds: RunFeeds
  clock: Clock
  /** The number of the last known event, by run. */
  positions: Map<string, number>
  progress: boolean
  /** Whether to send the view of each run, and its changes. */
  views: boolean
  /** Whether the id of a message is the number alone, because there is one run. */
  isSingle: boolean
  heartbeatMs: number
  /** The stream ends after so many milliseconds. The client then reconnects, and is authenticated again. */
  longestMs: number
  /** Called once, after the end. */
  onClose(): void
  onError(error: unknown): void
}

/** The most items of one run that are sent at once, so that all runs advance. */
const atOnce = 50

/**
 * Streams the events of several runs as server-sent events. Nothing is read from the runs before the client
 * reads.
 *
 * A message of a run is an event, or a change of its view. The message `watch_ended` follows the last one of
 * each run, and `watch_failed` an error. The stream ends with its last run.
 */
export const streamEvents = (options: StreamOptions): ReadableStream<Uint8Array> => {
  const { feeds, clock, positions, progress, views, isSingle } = options
  const encoder = new TextEncoder()
  const readers = new Map<string, FeedReader>()
  const until = clock.now() + options.longestMs
  let isOpen = false
  let isClosed = false
  let isChanged = true
  let wakeUp = (): void => {}
  const wake = (): void => {
    isChanged = true
    wakeUp()
  }
  const open = (): void => {
    isOpen = true
    for (const [runId, after] of positions)
      readers.set(runId, feeds.open(runId, { after, progress, views, wake }))
  }
  const close = (): void => {
    if (isClosed) return
    isClosed = true
    for (const reader of readers.values()) reader.close()
    readers.clear()
    wake()
    options.onClose()
  }
  const write = (runId: string, reader: FeedReader): string => {
    let text = ''
    for (const { seq, data } of reader.take(atOnce)) {
      if (seq !== undefined) {
        positions.set(runId, seq)
        text += `id: ${isSingle ? seq : writePositions(positions)}\n`
      }
      text += `data: ${data}\n\n`
    }
    const end = reader.end()
    if (!end) return text
    reader.close()
    readers.delete(runId)
    if (end.error === undefined) return `${text}event: watch_ended\ndata: ${JSON.stringify({ runId })}\n\n`
    const { status, error } = describeError(end.error)
    if (status >= 500) options.onError(end.error)
    return `${text}event: watch_failed\ndata: ${JSON.stringify({ runId, error })}\n\n`
  }
  const collect = (): string => {
    isChanged = false
    return [...readers].map(([runId, reader]) => write(runId, reader)).join('')
  }
  /** Waits for a change. False if none came in the time of a heartbeat. */
  const changed = async (): Promise<boolean> => {
    const over = new AbortController()
    const woken = new Promise<void>((resolve) => void (wakeUp = resolve))
    if (isChanged) return true
    await Promise.race([woken, clock.wait(options.heartbeatMs, over.signal, 'poll').catch(() => {})])
    over.abort()
    return isChanged
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const send = (text: string): void => controller.enqueue(encoder.encode(text))
        if (!isOpen) {
          open()
          return send(': open\n\n')
        }
        const finish = (): void => {
          close()
          controller.close()
        }
        for (;;) {
          // First, because a slow client may always have messages left to read.
          if (clock.now() >= until) return finish()
          const text = collect()
          if (isClosed) return
          if (text !== '') return send(text)
          if (readers.size === 0) return finish()
          if (!(await changed()) && !isClosed) return send(': alive\n\n')
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  )
}
