import { setTimeout as wait } from 'node:timers/promises'
import { AmeliaError } from '@amelia/core/plugin'
import type { ClusterDatabase } from '../database/cluster-database.ts'
import type { WorkerTimes } from '../sweep/worker-times.ts'

export interface HeartbeatOptions {
  tables: ClusterDatabase
  /** The worker's id. */
  id: string
  times: WorkerTimes
  /** Called once when the worker may be declared dead, with the reason. */
  onLost(why: string): void
}

export interface Heartbeat {
  /** Throws `LEASE_LOST` if the worker may have been declared dead. */
  check(): Promise<void>
  stop(): void
}

/**
 * Reports in intervals that a worker is alive, and ends its work in time.
 *
 * - H1 A heartbeat succeeds only while nobody has declared the worker dead: the row is compared by the clock
 *   of the database.
 * - H2 The time of a heartbeat is that before its statement was sent, by a clock that never jumps.
 * - H3 Once lost, always lost: a worker that continues has another id.
 */
export const startHeartbeat = ({ tables, id, times, onLost }: HeartbeatOptions): Heartbeat => {
  const { beatMs, silentMs, deadMs } = times
  let last = performance.now()
  let lost: string | null = null
  const ended = new AbortController()
  const age = (): number => performance.now() - last
  const lose = (why: string): void => {
    if (lost !== null || ended.signal.aborted) return
    lost = why
    clearInterval(watch)
    ended.abort()
    onLost(why)
  }
  // It does not depend on a statement that gets no response.
  const watch = setInterval(
    () => {
      if (age() > silentMs) lose(`it could not reach the database for ${Math.round(age() / 1000)} s`)
    },
    Math.max(50, beatMs / 5),
  )
  const beat = async (): Promise<void> => {
    const sent = performance.now()
    const rows = await tables.once(
      `UPDATE ${tables.tables}.worker SET beat = clock_timestamp()
       WHERE id = $1 AND NOT dead AND beat > clock_timestamp() - $2::float8 * interval '1 millisecond'
       RETURNING 1 AS alive`,
      [id, deadMs],
    )
    if (rows.length === 0) lose('another process declared it dead')
    else last = Math.max(last, sent)
  }
  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      await beat().catch(() => {})
      await wait(beatMs, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  void run()
  const refuse = (): void => {
    if (lost === null && age() > silentMs) lose('its process or its connection stood still')
    if (lost === null) return
    const message = `The worker ${id} may have been declared dead: ${lost}. It changed nothing; the dispatch is repeated by another worker.`
    throw new AmeliaError('LEASE_LOST', message, { runId: '' })
  }
  return {
    async check() {
      refuse()
      // A heartbeat that is due is sent now, so that what follows it has the most time.
      if (age() > beatMs) await beat().catch(() => {})
      refuse()
    },
    stop() {
      clearInterval(watch)
      ended.abort()
    },
  }
}
