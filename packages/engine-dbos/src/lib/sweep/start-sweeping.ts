import { setTimeout as wait } from 'node:timers/promises'
import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import { type Sweep, type SweepOptions, sweepWorkers } from './sweep-workers.ts'

export interface SweepingOptions extends Omit<SweepOptions, 'client'> {
  client: Promise<DBOSClient>
  onSweep?(sweep: Sweep): void
}

/**
 * Sweeps dead workers in intervals. Of all processes that do so, one does in each interval; a process that
 * dies in a sweep is replaced by the next interval.
 */
export const startSweeping = (options: SweepingOptions): { stop(): Promise<void> } => {
  const { tables, deadMs, onSweep = () => {} } = options
  const everyMs = deadMs / 3
  const ended = new AbortController()
  const isDue = async (): Promise<boolean> => {
    const rows = await tables.once(
      `UPDATE ${tables.tables}.sweep SET at = clock_timestamp()
       WHERE at < clock_timestamp() - $1::float8 * interval '1 millisecond' RETURNING 1 AS due`,
      [everyMs * 0.9],
    )
    return rows.length > 0
  }
  const run = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      // The timer keeps no process alive: whoever works does.
      await wait(everyMs, undefined, { signal: ended.signal, ref: false }).catch(() => {})
      if (ended.signal.aborted) return
      try {
        if (!(await isDue())) continue
        const sweep = await sweepWorkers({ ...options, client: await options.client })
        if (sweep.dead.length > 0 || sweep.lost.length > 0) onSweep(sweep)
      } catch {
        // The next interval repeats it, here or in another process.
      }
    }
  }
  const done = run()
  return {
    async stop() {
      ended.abort()
      await done
    },
  }
}
