import type { DispatchedWork } from '@amelia/core/plugin'
import type { ClusterDatabase } from '../database/cluster-database.ts'

/** The performer of a dispatch: this claim, another one, or nobody because the worker was declared dead. */
export type ClaimOutcome = 'claimed' | 'taken' | 'dead'

/**
 * Claims a dispatch. The first claim wins and no other ever performs the dispatch, also after its end. A
 * worker that was declared dead claims nothing: its row is locked while the claim is written.
 */
export const claimDispatch = async (
  { tables, query }: ClusterDatabase,
  { runId, phaseId, attempt, dispatch }: DispatchedWork,
  { claim, worker }: { claim: string; worker: string },
): Promise<ClaimOutcome> => {
  const key = [runId, phaseId, attempt, dispatch]
  const [own] = await query(
    `WITH alive AS (SELECT id FROM ${tables}.worker WHERE id = $6 AND NOT dead FOR SHARE)
     INSERT INTO ${tables}.claim (run, phase, attempt, dispatch, id, worker)
     SELECT $1, $2, $3::integer, $4::integer, $5, id FROM alive ON CONFLICT DO NOTHING RETURNING id`,
    [...key, claim, worker],
  )
  if (own !== undefined) return 'claimed'
  // An earlier try may have claimed it, if its answer was lost.
  const [found] = await query(
    `SELECT id FROM ${tables}.claim WHERE run = $1 AND phase = $2 AND attempt = $3 AND dispatch = $4`,
    key,
  )
  if (found === undefined) return 'dead'
  return found['id'] === claim ? 'claimed' : 'taken'
}

/** Records that a claim has ended: nobody reports its work as lost. */
export const endClaim = async ({ tables, query }: ClusterDatabase, claim: string): Promise<void> => {
  await query(`UPDATE ${tables}.claim SET ended = clock_timestamp() WHERE id = $1 AND ended IS NULL`, [claim])
}
