import type { PostgresPool } from '../database/postgres-pool.ts'

/** The most messages that wait to be sent. */
const maxWaiting = 1000

/** Sends messages to the listeners of a channel. They may be lost. */
export type Send = (channel: string, payloads: readonly string[]) => Promise<void>

/**
 * Creates the function that sends messages, in order. Messages that wait are sent in one statement.
 *
 * They are not part of the transactions that they report: PostgreSQL commits those with messages one at a
 * time, in the entire database, each with its sync.
 */
export const createSender = (pool: PostgresPool): Send => {
  let waiting: [channel: string, payload: string][] = []
  let sending: Promise<void> | null = null
  const send = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    sending = null
    await pool.query(
      'SELECT count(pg_notify(channel, payload)) FROM unnest($1::text[], $2::text[]) AS message (channel, payload)',
      [batch.map(([channel]) => channel), batch.map(([, payload]) => payload)],
    )
  }
  let last: Promise<unknown> = Promise.resolve()
  return (channel, payloads) => {
    if (waiting.length + payloads.length <= maxWaiting)
      for (const payload of payloads) waiting.push([channel, payload])
    if (sending === null) {
      sending = last.then(send)
      last = sending.catch(() => {})
    }
    return sending
  }
}
