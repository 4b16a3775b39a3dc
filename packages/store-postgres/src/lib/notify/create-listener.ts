import { quoteIdentifier } from '../database/quote-identifier.ts'
import type { PostgresClient, PostgresPool } from '../database/postgres-pool.ts'

/** Receives the messages of channels. */
export interface Listener {
  /**
   * Calls `receive` with each message of a channel, until the returned function is called; with null once the
   * channel is received, also after a lost connection: earlier messages may be lost.
   */
  listen(channel: string, receive: (payload: string | null) => void): () => void
  /** Closes the connection. */
  close(): void
}

type Receive = (payload: string | null) => void

/** The time before a lost connection is replaced, in milliseconds. */
const reconnectMs = 500

/**
 * Creates a listener on one connection of a pool, which it takes while somebody listens. With a pool of one
 * connection it receives nothing.
 */
export const createListener = (pool: PostgresPool): Listener => {
  const receivers = new Map<string, Set<Receive>>()
  let client: PostgresClient | null = null
  let connecting = false
  let timer: NodeJS.Timeout | undefined
  const call = (channel: string, payload: string | null): void => {
    for (const receive of receivers.get(channel) ?? []) receive(payload)
  }
  const drop = (old: PostgresClient | null): void => {
    if (old === null || client !== old) return
    client = null
    old.release(true)
    retry()
  }
  const retry = (): void => {
    clearTimeout(timer)
    if (receivers.size > 0) timer = setTimeout(() => void connect(), reconnectMs)
  }
  // A connection executes one statement at a time.
  let queue: Promise<unknown> = Promise.resolve()
  const update = (on: PostgresClient, channel: string): void => {
    queue = queue.then(async () => {
      if (client !== on) return
      const listens = receivers.has(channel)
      try {
        await on.query(`${listens ? 'LISTEN' : 'UNLISTEN'} ${quoteIdentifier(channel)}`)
        if (listens) call(channel, null)
      } catch {
        drop(on)
      }
    })
  }
  const connect = async (): Promise<void> => {
    if (connecting || client !== null || receivers.size === 0) return
    connecting = true
    try {
      const opened = await pool.connect()
      client = opened
      opened.on('notification', ({ channel, payload }: { channel: string; payload?: string }) =>
        call(channel, payload ?? ''),
      )
      opened.on('error', () => drop(opened))
      opened.on('end', () => drop(opened))
      for (const channel of receivers.keys()) update(opened, channel)
      if (receivers.size === 0) drop(opened)
    } catch {
      retry()
    } finally {
      connecting = false
    }
  }
  return {
    listen(channel, receive) {
      const there = receivers.get(channel)
      if (there === undefined) receivers.set(channel, new Set([receive]))
      else there.add(receive)
      if (pool.options?.max !== 1) {
        if (client === null) void connect()
        else if (there === undefined) update(client, channel)
        else receive(null)
      }
      return () => {
        const left = receivers.get(channel)
        if (!left?.delete(receive) || left.size > 0) return
        receivers.delete(channel)
        if (receivers.size === 0) drop(client)
        else if (client !== null) update(client, channel)
      }
    },
    close() {
      receivers.clear()
      clearTimeout(timer)
      drop(client)
    },
  }
}
