/** Values that are sent to those who receive on a channel at the time. */
export interface Signals {
  send(channel: string, value?: unknown): void
  /** Begins to receive at the call, not at the first read. Ends when the signal aborts. */
  receive(channel: string, signal: AbortSignal): AsyncIterableIterator<unknown>
}

/** Creates channels in memory. */
export const createSignals = (): Signals => {
  const receivers = new Map<string, Set<(value: unknown) => void>>()
  return {
    send(channel, value) {
      for (const receive of receivers.get(channel) ?? []) receive(value)
    },
    receive(channel, signal) {
      const values: unknown[] = []
      const own = receivers.get(channel) ?? new Set()
      receivers.set(channel, own)
      let wake = (): void => {}
      const receive = (value: unknown): void => {
        values.push(value)
        wake()
      }
      const close = (): void => {
        own.delete(receive)
        signal.removeEventListener('abort', close)
        wake()
      }
      if (!signal.aborted) {
        own.add(receive)
        signal.addEventListener('abort', close)
      }
      return {
        async next() {
          while (values.length === 0 && own.has(receive))
            await new Promise<void>((resolve) => void (wake = resolve))
          return own.has(receive) && values.length > 0
            ? { done: false, value: values.shift() }
            : { done: true, value: undefined }
        },
        async return() {
          close()
          return { done: true, value: undefined }
        },
        [Symbol.asyncIterator]() {
          return this
        },
      }
    },
  }
}
