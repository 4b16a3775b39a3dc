import { EventEmitter } from 'eventemitter3'
import type { ProgressEvent, RunEvent } from '../../event/run-event.ts'

/** Removes a listener. Later calls have no effect. */
export type Unsubscribe = () => void

/** Where the events of a run go: a log that can be read from any point, and listeners that cannot hurt one another. */
export interface EventHub {
  /** Keeps an event and tells the listeners. */
  publish(event: RunEvent): void
  /** Keeps an event of an earlier process without telling anybody. */
  recall(event: RunEvent): void
  progress(event: ProgressEvent): void
  /** Hears one type; `*` hears all that are journalled. */
  on(type: string, listener: (event: never) => void): Unsubscribe
  subscribe(after: number, listener: (event: RunEvent) => void): Unsubscribe
  read(after: number): AsyncIterable<RunEvent>
  /** No event follows: readers come to their end. */
  close(): void
}

/** A listener that throws is reported to `onListenerError` and hears the next event all the same. */
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
      // Nobody is left to be told.
    }
  }
  /** A listener may be asynchronous, whatever its type says: a rejection that nobody handles would end the process. */
  const tell = (listener: (event: never) => unknown, event: unknown): void => {
    try {
      // Who registers for a type is given the events of that type.
      const result = listener(event as never)
      if (result instanceof Promise) result.catch(report)
    } catch (error) {
      report(error)
    }
  }

  const on = (type: string, listener: (event: never) => void): Unsubscribe => {
    let heard = true
    const isolated = (event: unknown): void => {
      // The emitter goes on with the list that it began with.
      if (heard) tell(listener, event)
    }
    emitter.on(type, isolated)
    return () => {
      heard = false
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
      // Numbers have no gaps, so an event's place in the log is its number less one.
      let next = Math.max(0, after)
      const deliver = (): void => {
        while (next < log.length) tell(listener, log[next++])
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
