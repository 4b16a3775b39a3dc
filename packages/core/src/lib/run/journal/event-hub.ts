import { EventEmitter } from 'eventemitter3'
import type { SessionEvent } from '../../event/progress-event.ts'
import type { RunEvent } from '../../event/run-event.ts'
import type { Input } from '../../machine/state/input/input.ts'
import { createUnread, type UnreadProgress } from './unread-progress.ts'
import { type ReportError, sourceOf } from './report-errors.ts'

/** Removes a listener. Later calls have no effect. */
export type Unsubscribe = () => void

/**
 * Distributes the events of a run: a log that can be read from any point, and isolated listeners.
 */
export interface EventHub {
  /** Logs an event and calls the listeners. */
  publish(event: RunEvent): void
  /** Logs an event of an earlier process without calling listeners. */
  recall(event: RunEvent): void
  progress(event: SessionEvent): void
  /** Calls the listeners of `input` with an input that was applied. */
  applied(input: Input): void
  /** Calls a listener. Its errors are reported as those of other listeners. */
  notify(listener: (event: never) => unknown, event: { type: string }): void
  /** Whether anyone receives progress of this type, so that it need not be put together for nobody. */
  isReceived(type: SessionEvent['type']): boolean
  /** The number of the last event. */
  seq(): number
  /** Adds a listener for one type, or with `*` for all journalled events. */
  on(type: string, listener: (event: never) => void): Unsubscribe
  subscribe(after: number, listener: (event: RunEvent) => void): Unsubscribe
  /** Adds a listener for the progress of sessions. */
  onProgress(listener: (event: SessionEvent) => void): Unsubscribe
  /**
   * As {@link read}, with the progress between the events. A slow reader misses the oldest progress, as
   * `progress_missed`.
   */
  readAll(after: number, isStarted?: () => boolean): AsyncIterable<RunEvent | SessionEvent>
  /**
   * Iterates over every event after number `after`. Ends when the hub is closed, or at the end of the log
   * while `isStarted` returns false for a full turn of the event loop.
   */
  read(after: number, isStarted?: () => boolean): AsyncIterable<RunEvent>
  /** Resolves with the next event of a type, or rejects with `closed()` if the hub closes first. */
  once(type: string, closed: () => Error): Promise<unknown>
  /** Ends the readers, because no event follows. */
  close(): void
}

/** Progress, and the number of the event that it follows. */
interface PlacedProgress {
  event: SessionEvent
  place: number
}

const nothing = { first: () => undefined, shift: () => {} }

/** Creates a hub. Errors of listeners go to `onListenerError`; the listener still receives the next event. */
export const createEventHub = (onListenerError: ReportError): EventHub => {
  const emitter = new EventEmitter()
  const log: RunEvent[] = []
  const waiting = new Set<() => void>()
  const closers = new Set<() => void>()
  let closed = false
  const wake = (): void => {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }

  const report = (error: unknown, event: unknown): void => {
    try {
      onListenerError(error, sourceOf((event as { type: string }).type))
    } catch {
      // The error handler failed itself, so the error is dropped.
    }
  }
  /**
   * A listener may be asynchronous despite its type, and an unhandled rejection would end the process.
   */
  const notify = (listener: (event: never) => unknown, event: unknown): void => {
    try {
      // A listener only receives events of the type that it was added for.
      const result = listener(event as never)
      if (result instanceof Promise) result.catch((error: unknown) => report(error, event))
    } catch (error) {
      report(error, event)
    }
  }

  const on = (type: string, listener: (event: never) => void): Unsubscribe => {
    let active = true
    const isolated = (event: unknown): void => {
      // The emitter still calls listeners that were removed while it emits.
      if (active) notify(listener, event)
    }
    emitter.on(type, isolated)
    return () => {
      active = false
      emitter.off(type, isolated)
    }
  }

  /** Yields events from the log and, between them, what is added to `pending`. */
  async function* read<More extends SessionEvent>(
    after: number,
    pending: Pick<UnreadProgress<{ event: More; place: number }>, 'first' | 'shift'>,
    isStarted: () => boolean = () => true,
  ): AsyncGenerator<RunEvent | More, void, undefined> {
    for (let next = Math.max(0, after); ; ) {
      const progress = pending.first()
      if (progress && progress.place <= next) {
        pending.shift()
        yield progress.event
      } else if (next < log.length) yield log[next++]!
      else if (closed) return
      else if (!isStarted()) {
        // A program may begin to read just before it starts the run.
        await new Promise((resolve) => setTimeout(resolve))
        if (!isStarted()) return
      } else await new Promise<void>((resolve) => void waiting.add(resolve))
    }
  }

  return {
    on,
    publish(event) {
      log.push(event)
      emitter.emit(event.type, event)
      emitter.emit('*', event)
      wake()
    },
    seq: () => log.length,
    recall: (event) => void log.push(event),
    progress(event) {
      emitter.emit(event.type, event)
      emitter.emit('progress', event)
    },
    notify,
    applied: (input) => void emitter.emit('input', input),
    isReceived: (type) => emitter.listenerCount(type) + emitter.listenerCount('progress') > 0,
    onProgress: (listener) => on('progress', listener),
    subscribe(after, listener) {
      // Event numbers have no gaps, so an event's index in the log is its number minus one.
      let next = Math.max(0, after)
      const deliver = (): void => {
        while (next < log.length) notify(listener, log[next++])
      }
      deliver()
      return on('*', deliver)
    },
    read: (after, isStarted) => read<never>(after, nothing, isStarted),
    async *readAll(after, isStarted) {
      const pending = createUnread<PlacedProgress>()
      const stop = on('progress', (event) => {
        pending.add({ event, place: log.length })
        wake()
      })
      try {
        yield* read<SessionEvent>(after, pending, isStarted)
      } finally {
        stop()
      }
    },
    once(type, closedBefore) {
      const next = new Promise((resolve, reject) => {
        const refuse = (): void => reject(closedBefore())
        if (closed) return refuse()
        closers.add(refuse)
        const stop = on(type, (event) => {
          stop()
          closers.delete(refuse)
          resolve(event)
        })
      })
      // A program may no longer wait for an event that cannot occur.
      next.catch(() => {})
      return next
    },
    close() {
      closed = true
      wake()
      for (const refuse of closers) refuse()
      closers.clear()
    },
  }
}
