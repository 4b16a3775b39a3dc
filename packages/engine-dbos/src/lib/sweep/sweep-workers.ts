import { randomUUID } from 'node:crypto'
import { AmeliaError, type RunStoreV1, type DispatchedWork } from '@amelia/core/plugin'
import type { DBOSClient } from '@dbos-inc/dbos-sdk'
import type { ClusterDatabase } from '../database/cluster-database.ts'
import { dispatchWorkflow } from '../database/dispatch-workflow.ts'

export interface SweepOptions {
  tables: ClusterDatabase
  client: DBOSClient
  store: RunStoreV1
  /** The time without a heartbeat after which a worker is dead, in milliseconds, by the database's clock. */
  deadMs: number
}

/** The result of a sweep. */
export interface Sweep {
  /** Ids of workers that were declared dead. */
  dead: string[]
  /** Dispatches whose loss was reported to their coordinator. */
  lost: DispatchedWork[]
}

/**
 * Declares silent workers dead and reports their work as lost. Each step can be repeated, and two sweeps at
 * the same time have the effect of one:
 *
 * - S1 A worker is marked first; from then on its heartbeats and claims fail.
 * - S2 A dispatch that a dead worker took from the queue and did not claim is claimed in its place, so that
 *   nobody else performs it.
 * - S3 A loss is sent to the run before its claim ends. The coordinator accepts it once.
 * - S4 The worker's row goes last.
 */
export const sweepWorkers = async ({
  tables: database,
  client,
  store,
  deadMs,
}: SweepOptions): Promise<Sweep> => {
  const { tables, query } = database
  await query(
    `UPDATE ${tables}.worker SET dead = true
     WHERE NOT dead AND beat < clock_timestamp() - $1::float8 * interval '1 millisecond'`,
    [deadMs],
  )
  // Before the workers: one that registers after this has nothing in the list.
  const running = await client.listWorkflows({
    status: 'PENDING',
    workflowName: dispatchWorkflow.name,
    loadInput: true,
  })
  const workers = await query(`SELECT id::text AS id, dead FROM ${tables}.worker`)
  const dead = workers.filter((row) => row['dead'] === true).map((row) => String(row['id']))
  const alive = workers.filter((row) => row['dead'] !== true).map((row) => String(row['id']))
  const stranded = running.filter(({ executorId = '' }) => isId(executorId) && !alive.includes(executorId))
  for (const { input, executorId } of stranded) {
    const work = input?.[0] as DispatchedWork | undefined
    // A row that was not stored by a coordinator must not stop the sweep.
    if (work === undefined) continue
    await query(
      `INSERT INTO ${tables}.claim (run, phase, attempt, dispatch, id, worker)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
      [work.runId, work.phaseId, work.attempt, work.dispatch, `swept-${randomUUID()}`, executorId],
    )
  }
  // One statement: the row of a worker is older than its first claim.
  const open = await query(
    `SELECT run, phase, attempt, dispatch, id FROM ${tables}.claim
     WHERE ended IS NULL AND worker NOT IN (SELECT id FROM ${tables}.worker WHERE NOT dead)
     ORDER BY began`,
  )
  const lost: DispatchedWork[] = []
  for (const row of open) {
    const work: DispatchedWork = {
      runId: String(row['run']),
      phaseId: String(row['phase']),
      attempt: Number(row['attempt']),
      dispatch: Number(row['dispatch']),
    }
    await report(store, work, String(row['id']))
    await query(`UPDATE ${tables}.claim SET ended = clock_timestamp() WHERE id = $1 AND ended IS NULL`, [
      row['id'],
    ])
    lost.push(work)
  }
  const ids = [...lost.map(dispatchWorkflow.idOf), ...stranded.map(({ workflowID }) => workflowID)]
  if (ids.length > 0) await client.cancelWorkflows([...new Set(ids)])
  if (dead.length > 0)
    await query(`DELETE FROM ${tables}.worker WHERE dead AND id = ANY ($1::uuid[])`, [dead])
  return { dead, lost }
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

const report = async (store: RunStoreV1, work: DispatchedWork, claim: string): Promise<void> => {
  try {
    await store.send(work.runId, { type: 'work_lost', work, claim, reason: 'Its worker was declared dead.' })
  } catch (error) {
    // Nobody waits for the work of a run that was deleted.
    if (!AmeliaError.is(error, 'RUN_NOT_FOUND')) throw error
  }
}
