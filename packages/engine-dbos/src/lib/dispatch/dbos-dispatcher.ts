import {
  checkOptions,
  type DispatchedWork,
  type DispatcherV1,
  type Phase,
  rules,
  type RulesOf,
  type RunStoreV1,
} from '@amelia/core/plugin'
import { journalVersion } from '@amelia/core/machine'
import { DBOSClient } from '@dbos-inc/dbos-sdk'
import { quoteIdentifier } from '@amelia/store-postgres'
import { openDatabase } from '../database/cluster-database.ts'
import { databaseFailed } from '../database/database-failed.ts'
import { clusterRules } from '../database/cluster-rules.ts'
import { startSweeping } from '../sweep/start-sweeping.ts'
import { defaultDeadMs } from '../sweep/worker-times.ts'
import { reportEnded } from './report-ended.ts'
import { silentLogger } from '../database/dbos-logger.ts'
import { dispatchWorkflow } from '../database/dispatch-workflow.ts'
import { createWaker } from './create-waker.ts'

/** Options of `dbosDispatcher`. */
export interface DbosDispatcherOptions {
  /** Address of the database that all machines share, such as `postgresql://user@host/name`. */
  database: string
  /** The schema of the cluster's tables; those of DBOS have `_dbos` added. Default: `amelia`. */
  schema?: string | undefined
  /** The store of the run's journal, which all machines share. Lost work is reported to it. */
  store: RunStoreV1
  /**
   * Chooses the queue of a phase, which its worker must serve. Default: that which the plan names, else
   * `default`.
   */
  queueOf?: ((phase: Phase) => string | undefined) | undefined
  /** Milliseconds after its last heartbeat at which a worker is declared dead. Default: 30,000. */
  deadMs?: number | undefined
  /**
   * Called when no worker serves the queue of the first dispatch that goes there. Its phases wait until one
   * does.
   */
  onUnserved?: ((queue: string) => void) | undefined
}

/** Hands dispatches to workers. */
export interface DbosDispatcher extends DispatcherV1 {
  /** Closes the connections. Dispatches stay where they are. */
  close(): Promise<void>
}

const dispatcherRules: RulesOf<DbosDispatcherOptions> = {
  database: clusterRules.database,
  schema: clusterRules.schema,
  store: rules.object,
  queueOf: rules.optional(rules.function),
  deadMs: clusterRules.deadMs,
  onUnserved: rules.optional(rules.function),
}

/** How long a coordinator waits for the database, in ms. It has no sessions that must end before. */
const outageMs = 600_000

/**
 * Creates the dispatcher of a coordinator: each dispatch is a workflow of DBOS on a queue, which a worker of
 * that queue takes. It also sweeps workers that died.
 *
 * Throws `OPTION_INVALID` for an invalid option; its calls throw `STORE_FAILED` without a database.
 */
export const dbosDispatcher = (options: DbosDispatcherOptions): DbosDispatcher => {
  checkOptions('dbosDispatcher', options, dispatcherRules)
  const { database, schema, store, queueOf = ({ queue }) => queue, deadMs = defaultDeadMs } = options
  const tables = openDatabase({ database, schema, retryMs: outageMs })
  const created = DBOSClient.create({
    systemDatabaseUrl: database,
    systemDatabasePool: tables.pool,
    systemDatabaseSchemaName: tables.dbosSchema,
    logger: silentLogger,
    applicationName: dispatchWorkflow.application,
  })
  const sweeping = startSweeping({ tables, store, client: created, deadMs })
  const use = async (task: (client: DBOSClient) => Promise<unknown>): Promise<void> => {
    try {
      await tables.prepare()
      await task(await created)
    } catch (error) {
      throw databaseFailed(error)
    }
  }
  /** Dispatches that this process has stored. */
  const stored = new Set<string>()
  const version = dispatchWorkflow.versionOf(journalVersion)
  /** Stores a dispatch in one round trip. Stored again, it stays as it is. */
  const enqueue = (work: DispatchedWork, { queue, priority }: { queue: string; priority: number }) =>
    tables.query(
      `SELECT ${quoteIdentifier(tables.dbosSchema)}.enqueue_workflow(
         workflow_name => $1, queue_name => $2, workflow_id => $3, positional_args => ARRAY[$4::json],
         priority => $5, app_version => $6, application_name => $7
       )`,
      [
        ...[dispatchWorkflow.name, dispatchWorkflow.queueOf(queue), dispatchWorkflow.idOf(work)],
        ...[JSON.stringify(work), priority, version, dispatchWorkflow.application],
      ],
    )
  const used = new Set<string>()
  const wakeWorker = createWaker(tables, version)
  const wake = async (queue: string): Promise<void> => {
    const isServed = await wakeWorker(queue)
    if (!isServed && !used.has(queue)) options.onUnserved?.(queue)
    used.add(queue)
  }
  return {
    contract: 'dispatcher-v1',
    dispatch: (work, { priority, phase }) =>
      use(async (client) => {
        const workflowID = dispatchWorkflow.idOf(work)
        if (stored.has(workflowID)) return reportEnded({ tables, store, client }, work)
        const queue = queueOf(phase) ?? dispatchWorkflow.defaultQueue
        await enqueue(work, { queue, priority })
        stored.add(workflowID)
        await wake(queue)
      }),
    cancel: (work) => use((client) => client.cancelWorkflow(dispatchWorkflow.idOf(work))),
    async close() {
      await sweeping.stop()
      await (await created).destroy()
      await tables.close()
    },
  }
}
