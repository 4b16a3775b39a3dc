import { randomUUID } from 'node:crypto'
import type { DispatchedWork, RunStoreV1 } from '@amelia/core/plugin'
import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import type { ClusterDatabase } from '../database/cluster-database.ts'
import { dispatchWorkflow } from '../database/dispatch-workflow.ts'

export interface ReportEndedOptions {
  tables: ClusterDatabase
  client: DBOSClient
  store: RunStoreV1
}

/** The states of a workflow that nobody executes any more. */
const over = ['SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED']

/**
 * Reports a dispatch as lost whose worker has ended, although its run still waits for it: an earlier report
 * was lost, with its sender or with the process that received it. Work that waits for a worker, or that a
 * worker has, is left alone; a dead worker is reported by the sweep.
 */
export const reportEnded = async (
  { tables: { tables, query }, client, store }: ReportEndedOptions,
  work: DispatchedWork,
): Promise<void> => {
  const { runId, phaseId, attempt, dispatch } = work
  const key = [runId, phaseId, attempt, dispatch]
  const find = `SELECT id, ended IS NOT NULL AS ended FROM ${tables}.claim
    WHERE run = $1 AND phase = $2 AND attempt = $3 AND dispatch = $4`
  let [claim] = await query(find, key)
  if (claim === undefined) {
    const [workflow] = await client.listWorkflows({ workflowIDs: [dispatchWorkflow.idOf(work)] })
    if (workflow && !over.includes(workflow.status)) return
    // Its worker ended before it could claim the work. From now on nobody else can.
    await query(
      `INSERT INTO ${tables}.claim (run, phase, attempt, dispatch, id, worker, ended)
       VALUES ($1, $2, $3::integer, $4::integer, $5, $6, clock_timestamp()) ON CONFLICT DO NOTHING`,
      [...key, `ended-${randomUUID()}`, randomUUID()],
    )
    ;[claim] = await query(find, key)
  }
  if (claim?.['ended'] !== true) return
  const reason = 'Its worker ended without a result.'
  await store.send(runId, { type: 'work_lost', work, claim: String(claim['id']), reason })
}
