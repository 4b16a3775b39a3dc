import { EventEmitter } from 'eventemitter3'
import type { ProgressEvent, SessionUsageEvent, SessionWaitingEvent } from '../../event/progress-event.ts'
import type { RunEvent } from '../../event/run-event.ts'

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
  progress(event: ProgressEvent | SessionUsageEvent | SessionWaitingEvent): void
  /** Adds a listener for one type, or with `*` for all journalled events. */
  on(type: string, listener: (event: never) => void): Unsubscribe
  subscribe(after: number, listener: (event: RunEvent) => void): Unsubscribe
  read(after: number): AsyncIterable<RunEvent>
  /** Ends the readers, because no event follows. */
  close(): void
}

/** Creates a hub. Errors of listeners go to `onListenerError`; the listener still receives the next event. */
export const createEventHub = (onListenerError: (error: unknown) => void): EventHub => {
  const emitter = new EventEmitter()
  const log: RunEvent[] = []
  const waiting = new Set<() => void>()
  let closed = false
  const wake = (): void => {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }

  const report = (error: unknown): void => {
    try {
      onListenerError(error)
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
      if (result instanceof Promise) result.catch(report)
    } catch (error) {
      report(error)
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

  return {
    on,
    publish(event) {
      log.push(event)
      emitter.emit(event.type, event)
      emitter.emit('*', event)
      wake()
    },
    recall: (event) => void log.push(event),
    progress: (event) => void emitter.emit(event.type, event),
    subscribe(after, listener) {
      // Event numbers have no gaps, so an event's index in the log is its number minus one.
      let next = Math.max(0, after)
      const deliver = (): void => {
        while (next < log.length) notify(listener, log[next++])
      }
      deliver()
      return on('*', deliver)
    },
    async *read(after) {
      for (let next = Math.max(0, after); ; next++) {
        while (next >= log.length) {
          if (closed) return
          await new Promise<void>((resolve) => void waiting.add(resolve))
        }
        yield log[next]!
      }
    },
    close() {
      closed = true
      wake()
    },
  }
}
