import type { ClusterDatabase } from '../database/cluster-database.ts'
import { workerChannel } from '../worker/listen-for-work.ts'

/** The time in which a worker claims the dispatch that it was told of, in milliseconds. */
const claimMs = 200

/**
 * Creates the function that tells one worker that a queue contains a dispatch. It returns false if no worker
 * of this version serves the queue.
 *
 * It chooses a worker with a session to spare, else a busy one; of those, one that it has not just told of
 * another dispatch; then one with the fewest dispatches; then the one that performed the latest one, because
 * its connections are open and it knows most of the journal.
 *
 * The message may be lost, and another worker may be faster. Workers also poll.
 */
export const createWaker = ({ tables, query }: ClusterDatabase, version: string) => {
  const told = new Map<string, number>()
  return async (queue: string): Promise<boolean> => {
    const since = performance.now() - claimMs
    for (const [id, at] of told) if (at < since) told.delete(id)
    const [woken] = await query(
      `WITH latest AS (
         SELECT worker, ended FROM ${tables}.claim WHERE ended IS NOT NULL ORDER BY ended DESC LIMIT 100
       ), served AS (
         SELECT id, sessions, (SELECT count(*) FROM ${tables}.claim WHERE worker = worker.id AND ended IS NULL) AS busy
         FROM ${tables}.worker WHERE NOT dead AND NOT draining AND version = $2 AND $1 = ANY(queues)
       ), one AS (
         SELECT id::text FROM served
         ORDER BY sessions > busy DESC, id = ANY($4::uuid[]), busy,
           (SELECT max(ended) FROM latest WHERE worker = served.id) DESC NULLS LAST, random()
         LIMIT 1
       )
       SELECT id, pg_notify($3 || id, '') FROM one`,
      [queue, version, workerChannel(''), [...told.keys()]],
    )
    if (woken === undefined) return false
    told.set(String(woken['id']), performance.now())
    return true
  }
}
