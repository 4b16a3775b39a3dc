import type { PoolClient } from 'pg'
import { setTimeout as wait } from 'node:timers/promises'
import { quoteIdentifier } from '@amelia/store-postgres'
import type { ClusterDatabase } from '../database/cluster-database.ts'

/** The channel of the messages to a worker. */
export const workerChannel = (id: string): string => `amelia_worker_${id}`

/** The time before a lost connection is replaced, in milliseconds. */
const reconnectMs = 500

/**
 * Calls `onWork` when a dispatcher has chosen this worker, until the signal aborts; also after a lost
 * connection, because messages may have been lost with it.
 */
export const listenForWork = (
  { pool }: ClusterDatabase,
  id: string,
  { onWork, signal }: { onWork(): void; signal: AbortSignal },
): void => {
  const listen = async (): Promise<void> => {
    const client = await pool.connect()
    const lost = whenLost(client, signal)
    try {
      client.on('notification', onWork)
      await client.query(`LISTEN ${quoteIdentifier(workerChannel(id))}`)
      onWork()
      await lost
    } finally {
      client.release(true)
    }
  }
  const keepListening = async (): Promise<void> => {
    while (!signal.aborted) {
      await listen().catch(() => {})
      await wait(reconnectMs, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  void keepListening()
}

const whenLost = (client: PoolClient, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['error', 'end'] as const) client.on(event, () => resolve())
    signal.addEventListener('abort', () => resolve(), { once: true })
    if (signal.aborted) resolve()
  })
