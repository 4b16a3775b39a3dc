import type { DispatchedWork } from '@amelia/core/plugin'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { getExecutor } from '@dbos-inc/dbos-sdk/internal/dbos'
import { registerInternalQueue, wfQueueRunner } from '@dbos-inc/dbos-sdk/internal/wfqueue'
import type { ClusterDatabase } from '../database/cluster-database.ts'
import { silentLogger } from '../database/dbos-logger.ts'
import { dispatchWorkflow } from '../database/dispatch-workflow.ts'
import { pollSoon } from './poll-soon.ts'

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
  /** Stops DBOS, after which no dispatch begins. Those that still run are not awaited. */
  stop(): Promise<void>
}

/** The executor of this process: DBOS has one for each process. */
let current: ((work: DispatchedWork, workflowId: string) => Promise<string>) | null = null
let workflow: unknown

/**
 * Starts DBOS in this process. Its queues are private ones of this process, because the number of sessions
 * and the polling interval of a registered queue would be the same in all workers.
 */
export const startExecutor = async (options: ExecutorOptions): Promise<Executor> => {
  const { tables, id, version, queues, sessions, pollMs, perform } = options
  let draining = false
  const running = new Set<Promise<string>>()
  /** Workflows whose dispatch has ended, while DBOS records it. */
  const ended = new Set<string>()
  current = (work, workflowId) => {
    const performed = perform(work)
    running.add(performed)
    return performed.finally(() => {
      running.delete(performed)
      ended.add(workflowId)
      pollSoon()
    })
  }
  // A workflow is registered once for each process.
  workflow ??= DBOS.registerWorkflow((work: DispatchedWork) => current!(work, DBOS.workflowID ?? ''), {
    name: dispatchWorkflow.name,
  })
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
    // There are no schedules.
    schedulerPollingIntervalMs: 60_000,
    runMigrations: false,
  })
  const names = queues.map(dispatchWorkflow.queueOf)
  const limitOf = (name: string): number => {
    if (draining) return 0
    const { systemDatabase } = getExecutor()
    for (const id of ended) if (!systemDatabase.checkForRunningWorkflow(id)) ended.delete(id)
    const countOf = (queue: string): number => systemDatabase.countRunningWorkflowsForQueue(queue)
    const all = names.reduce((sum, each) => sum + countOf(each), 0)
    // DBOS no longer counts a workflow that was cancelled while its dispatch still runs.
    const busy = Math.max(all - ended.size, running.size)
    // DBOS subtracts those of this queue.
    return countOf(name) + Math.max(0, sessions - busy)
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
      // The workflow stays pending, so that a sweep reports it.
      current = () => new Promise(() => {})
      wfQueueRunner.clearRegistrations()
    },
  }
}
