import type { DispatchedWork } from '@amelia/core/plugin'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos'
import { registerInternalQueue, wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import type { ClusterDatabase } from '../database/cluster-database.ts'
import { silentLogger } from '../database/dbos-logger.ts'
import { dispatchWorkflow } from '../database/dispatch-workflow.ts'

export interface ExecutorOptions {
  tables: ClusterDatabase
  /** The worker's id, which no other process ever has. */
  id: string
  /** Only dispatches of this version are taken. */
  version: string
  queues: readonly string[]
  /** How many dispatches run here at a time, over all queues. */
  sessions: number
  /** The interval in which a queue is polled, in milliseconds. */
  pollMs(): number
  /** Performs a dispatch. Never rejects. */
  perform(work: DispatchedWork): Promise<string>
}

/** The part of DBOS in a worker. */
export interface Executor {
  /** Takes no more dispatches. */
  drain(): void
  /** Stops DBOS. Dispatches that still run are not awaited. */
  stop(): Promise<void>
}

/** The executor of this process: DBOS has one for each process. */
let current: ((work: DispatchedWork) => Promise<string>) | null = null
let workflow: unknown

/**
 * Starts DBOS in this process. Its queues are private ones of this process, because the number of sessions
 * and the polling interval of a registered queue would be the same in all workers.
 */
export const startExecutor = async (options: ExecutorOptions): Promise<Executor> => {
  const { tables, id, version, queues, sessions, pollMs, perform } = options
  let draining = false
  const running = new Set<Promise<string>>()
  current = (work) => {
    const performed = perform(work)
    running.add(performed)
    return performed.finally(() => running.delete(performed))
  }
  // A workflow is registered once for each process.
  workflow ??= DBOS.registerWorkflow(
    (work: DispatchedWork) => DBOS.runStep(() => current!(work), { name: 'perform' }),
    { name: dispatchWorkflow.name },
  )
  DBOS.setConfig({
    name: dispatchWorkflow.application,
    systemDatabaseUrl: tables.address,
    systemDatabasePool: tables.pool,
    systemDatabaseSchemaName: tables.dbosSchema,
    logger: silentLogger,
    applicationVersion: version,
    executorID: id,
    // Of registered queues, none.
    listenQueues: [],
    // One poll at a time, because the queues share their sessions.
    maxConcurrentQueueDispatches: 1,
    useListenNotify: false,
    runMigrations: false,
  })
  const names = queues.map(dispatchWorkflow.queueOf)
  const countOf = (name: string): number => getExecutor().systemDatabase.countRunningWorkflowsForQueue(name)
  const limitOf = (name: string): number => {
    if (draining) return 0
    const own = countOf(name)
    const all = names.reduce((sum, each) => sum + countOf(each), 0)
    // DBOS no longer counts a workflow that was cancelled while its dispatch still runs.
    const others = Math.max(all, running.size) - own
    return Math.max(0, sessions - others)
  }
  for (const name of names) {
    const queue = registerInternalQueue(name)
    Object.defineProperty(queue, 'workerConcurrency', { configurable: true, get: () => limitOf(name) })
    Object.defineProperty(queue, 'minPollingIntervalMs', { configurable: true, get: pollMs })
  }
  await DBOS.launch()
  return {
    drain() {
      draining = true
    },
    async stop() {
      draining = true
      await DBOS.shutdown()
      wfQueueRunner.clearRegistrations()
    },
  }
}
