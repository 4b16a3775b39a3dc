import { checkArgument, type Rule } from '@amelia/core/plugin'

/** Carries messages between the stores on one medium. They are not stored, and some may be lost. */
export interface Channel {
  /** Sends a serialisable value to those who receive the topic now. */
  send(topic: string, value: unknown): void
  /** Receives the values of a topic until the returned function is called. */
  receive(topic: string, take: (value: unknown) => void): () => void
}

const mediumRule: Rule = {
  expected: 'an object or a function',
  is: (value) => (typeof value === 'object' && value !== null) || typeof value === 'function',
}

const channels = new WeakMap<object, Channel>()

/** Returns the channel among all stores of this process on one medium. */
export const channelInProcess = (medium: object): Channel => {
  checkArgument('channelInProcess', 'medium', medium, mediumRule)
  const known = channels.get(medium)
  if (known) return known
  const receivers = new Map<string, Set<(value: unknown) => void>>()
  const channel: Channel = {
    send(topic, value) {
      for (const take of receivers.get(topic) ?? []) take(value)
    },
    receive(topic, take) {
      const own = receivers.get(topic) ?? new Set()
      receivers.set(topic, own.add(take))
      return () => {
        own.delete(take)
        if (own.size === 0 && receivers.get(topic) === own) receivers.delete(topic)
      }
    },
  }
  channels.set(medium, channel)
  return channel
}

/** The most values that are kept for a receiver who does not read. Older ones are dropped. */
const mostUnread = 1_000

/** Iterates over the values of a topic from the call on, until the signal aborts. */
export const tailTopic = (
  channel: Channel,
  topic: string,
  signal: AbortSignal,
): AsyncIterableIterator<unknown> => {
  const unread: unknown[] = []
  let wake = (): void => {}
  const stop = channel.receive(topic, (value) => {
    unread.push(value)
    if (unread.length > mostUnread) unread.shift()
    wake()
  })
  let isOver = false
  const close = (): void => {
    isOver = true
    stop()
    signal.removeEventListener('abort', close)
    wake()
  }
  signal.addEventListener('abort', close)
  if (signal.aborted) close()
  return {
    async next() {
      while (unread.length === 0 && !isOver) await new Promise<void>((resolve) => void (wake = resolve))
      return isOver ? { done: true, value: undefined } : { done: false, value: unread.shift() }
    },
    async return() {
      close()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}
