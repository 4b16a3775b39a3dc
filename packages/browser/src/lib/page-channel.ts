import { type Channel, channelInProcess } from '@amelia/store-key-value'

/** The part of a browser's `BroadcastChannel` that is used here. */
interface BroadcastChannelLike {
  postMessage(message: unknown): void
  onmessage: ((event: { data: unknown }) => void) | null
  /** In Node: an open channel does not keep the process alive. */
  unref?(): void
}

/**
 * Creates a channel among the tabs and workers of an origin. It opens with the first message or receiver.
 * Without `BroadcastChannel`, only this page receives.
 */
export const pageChannel = (name: string): Channel => {
  const local = channelInProcess({})
  let page: BroadcastChannelLike | undefined
  const open = (): BroadcastChannelLike | undefined => {
    const { BroadcastChannel: create } = globalThis as unknown as {
      BroadcastChannel?: new (name: string) => BroadcastChannelLike
    }
    if (page || !create) return page
    page = new create(name)
    page.onmessage = ({ data }) => {
      if (isMessage(data)) local.send(data.topic, data.value)
    }
    page.unref?.()
    return page
  }
  return {
    send(topic, value) {
      local.send(topic, value)
      open()?.postMessage({ topic, value })
    },
    receive(topic, take) {
      open()
      return local.receive(topic, take)
    },
  }
}

const isMessage = (data: unknown): data is { topic: string; value: unknown } =>
  typeof data === 'object' && data !== null && 'topic' in data && typeof data.topic === 'string'
