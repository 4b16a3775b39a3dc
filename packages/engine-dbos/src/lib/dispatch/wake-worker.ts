import type { ClusterDatabase } from '../database/cluster-database.ts'
import { workerChannel } from '../worker/listen-for-work.ts'

/**
 * Tells one worker that a queue contains a dispatch: a random one of those that have a session to spare, else
 * of those that are busy. Returns false if no worker of this version serves the queue.
 *
 * The message may be lost, and another worker may be faster. Workers also poll.
 */
export const wakeWorker = async (
  { tables, query }: ClusterDatabase,
  { queue, version }: { queue: string; version: string },
): Promise<boolean> => {
  const woken = await query(
    `SELECT pg_notify($3 || id, '') FROM (
       SELECT id::text FROM ${tables}.worker
       WHERE NOT dead AND NOT draining AND version = $2 AND $1 = ANY(queues)
       ORDER BY sessions > (SELECT count(*) FROM ${tables}.claim WHERE worker = worker.id AND ended IS NULL) DESC,
         random()
       LIMIT 1
     ) AS one`,
    [queue, version, workerChannel('')],
  )
  return woken.length > 0
}
