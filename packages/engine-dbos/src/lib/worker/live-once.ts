import { createReplicas, journalVersion, performDispatch } from '@amelia/core/machine'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AmeliaError, type DispatchedWork } from '@amelia/core/plugin'
import { DBOSClient } from '@dbos-inc/dbos-sdk'
import type { ClusterDatabase } from '../database/cluster-database.ts'
import { silentLogger } from '../database/dbos-logger.ts'
import { dispatchWorkflow } from '../database/dispatch-workflow.ts'
import { workerGit } from '../git/worker-git.ts'
import { limitDrivers } from '../provider/limit-drivers.ts'
import { providerLimits } from '../provider/provider-limits.ts'
import { claimDispatch, endClaim } from './claim-dispatch.ts'
import type { RunWorkerOptions } from './run-worker-options.ts'
import { startExecutor } from './start-executor.ts'
import { listenForWork } from './listen-for-work.ts'
import { createPollInterval } from './create-poll-interval.ts'
import { pollSoon } from './poll-soon.ts'
import { startHeartbeat } from './start-heartbeat.ts'
import { startSweeping } from '../sweep/start-sweeping.ts'
import type { WorkerTimes } from '../sweep/worker-times.ts'

export interface LifeOptions extends RunWorkerOptions {
  tables: ClusterDatabase
  times: WorkerTimes
  /** The id of this life, which is the executor's id in DBOS. */
  id: string
  machine: string
}

/** The pause after a dispatch that failed here, so that the next one does not fail at once. */
const failureMs = 1_000

/**
 * Registers a worker, performs dispatches until its signal aborts, drains, and removes it.
 *
 * Throws `LEASE_LOST` if the worker may have been declared dead; its sessions have ended then.
 */
export const liveOnce = async (options: LifeOptions): Promise<void> => {
  const { tables, times, id, machine, ...worker } = options
  const { database: _, schema: _schema, remote, repo = '.', host, onEvent = () => {}, ...others } = worker
  const {
    sessions = 1,
    queues = [dispatchWorkflow.defaultQueue],
    providerSessions = {},
    deadMs: _dead,
    signal,
    ...adapters
  } = others
  const version = dispatchWorkflow.versionOf(journalVersion)
  await tables.query(
    `INSERT INTO ${tables.tables}.worker (id, machine, process, version, sessions, queues)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [id, machine, process.pid, version, sessions, queues],
  )
  /** Ends all dispatches: by the signal of the caller, or because the worker is lost. */
  const ending = new AbortController()
  const isLost = createRejection()
  const heartbeat = startHeartbeat({
    ...{ tables, id, times },
    onLost(why) {
      const message = `The worker ${id} may have been declared dead: ${why}. Its sessions were stopped.`
      const error = new AmeliaError('LEASE_LOST', message, { runId: '' })
      ending.abort(error)
      isLost.reject(error)
    },
  })
  const limits = providerLimits(tables, id)
  for (const [provider, most] of Object.entries(providerSessions)) await limits.setSessions(provider, most)
  const client = DBOSClient.create({
    systemDatabaseUrl: tables.address,
    systemDatabasePool: tables.pool,
    systemDatabaseSchemaName: tables.dbosSchema,
    logger: silentLogger,
    applicationName: dispatchWorkflow.application,
  })
  const sweeping = startSweeping({
    ...{ tables, client, store: host.store, deadMs: times.deadMs },
    onSweep: (sweep) => onEvent({ type: 'swept', worker: id, ...sweep }),
  })
  const running = new Set<Promise<unknown>>()
  const replicas = createReplicas()
  const perform = async (work: DispatchedWork): Promise<string> => {
    const claim = randomUUID()
    const outcome = await claimDispatch(tables, work, { claim, worker: id })
    if (outcome !== 'claimed') return outcome
    onEvent({ type: 'dispatch_began', worker: id, work, claim })
    const check = (): Promise<void> => heartbeat.check()
    const onUnreachable = (message: string): void =>
      onEvent({ type: 'remote_unreachable', worker: id, work, message })
    const git = workerGit({ git: host.git, repo, remote, claim, check, onUnreachable })
    try {
      const result = await performDispatch({
        ...adapters,
        ...(options.driver && { driver: limitDrivers(options.driver, limits) }),
        host: { ...host, ...(host.machine !== undefined && { machine: host.machine }), git },
        ...{ work, claim, check, replicas },
        signal: ending.signal,
      })
      onEvent({ type: 'dispatch_ended', worker: id, work, claim, outcome: result.outcome })
      // Nobody else ever performs this dispatch. If it is current after all, it needs another one.
      if (result.outcome === 'superseded') await report(work, claim, 'Its worker found it superseded.')
      else await endClaim(tables, claim)
      return result.outcome
    } catch (error) {
      onEvent({ type: 'dispatch_failed', worker: id, work, claim, message: String(error) })
      await wait(failureMs, undefined, { signal: ending.signal }).catch(() => {})
      const reason = `Its worker failed: ${error instanceof Error ? error.message : String(error)}`
      await report(work, claim, reason)
      return 'failed'
    }
  }
  /** Reports a loss until the database has it. A worker that is lost itself is reported by a sweep. */
  const report = async (work: DispatchedWork, claim: string, reason: string): Promise<void> => {
    for (;;) {
      await heartbeat.check()
      try {
        await host.store.send(work.runId, { type: 'work_lost', work, claim, reason })
        return await endClaim(tables, claim)
      } catch (error) {
        // Nobody waits for the work of a run that was deleted.
        if (AmeliaError.is(error, 'RUN_NOT_FOUND')) return endClaim(tables, claim)
        await wait(failureMs)
      }
    }
  }
  const tracked = (work: DispatchedWork): Promise<string> => {
    const performed = perform(work).catch((error: unknown) => `lost: ${String(error)}`)
    running.add(performed)
    return performed.finally(() => running.delete(performed))
  }
  const executor = await startExecutor({
    ...{ tables, id, version, queues, sessions },
    pollMs: createPollInterval(tables, queues),
    perform: tracked,
  })
  listenForWork(tables, id, { onWork: pollSoon, signal: ending.signal })
  onEvent({ type: 'worker_started', worker: id, queues, sessions })
  try {
    await Promise.race([isLost.promise, whenAborted(signal)])
    onEvent({ type: 'worker_draining', worker: id })
    executor.drain()
    await tables.query(`UPDATE ${tables.tables}.worker SET draining = true WHERE id = $1`, [id])
    ending.abort(signal?.reason)
    await Promise.race([isLost.promise, Promise.allSettled(running)])
  } finally {
    executor.drain()
    ending.abort()
    await Promise.allSettled(running)
    await executor.stop()
    // The executor may have been taking a dispatch from the queue, which has begun since then.
    await Promise.allSettled(running)
    heartbeat.stop()
    await sweeping.stop()
    await (await client).destroy()
  }
  await tables.query(`DELETE FROM ${tables.tables}.worker WHERE id = $1`, [id])
}

/** A promise that only rejects, which somebody need not await. */
const createRejection = (): { promise: Promise<never>; reject(error: Error): void } => {
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<never>((_, failed) => {
    reject = failed
  })
  promise.catch(() => {})
  return { promise, reject }
}

const whenAborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) resolve()
    else signal?.addEventListener('abort', () => resolve(), { once: true })
  })
