import type { PerformDispatchOptions } from '@amelia/core/machine'
import { type Host, type Rule, rules, type DispatchedWork } from '@amelia/core/plugin'
import { clusterRules } from '../database/cluster-rules.ts'

/** An event of a worker, for logs. */
export type WorkerEvent =
  | { type: 'worker_started'; worker: string; queues: readonly string[]; sessions: number }
  | { type: 'dispatch_began'; worker: string; work: DispatchedWork; claim: string }
  | { type: 'dispatch_ended'; worker: string; work: DispatchedWork; claim: string; outcome: string }
  /** The dispatch could not be performed here; its coordinator was told. */
  | { type: 'dispatch_failed'; worker: string; work: DispatchedWork; claim: string; message: string }
  /** Calls of git are repeated for 10 minutes. */
  | { type: 'remote_unreachable'; worker: string; work: DispatchedWork; message: string }
  | { type: 'worker_draining'; worker: string }
  | { type: 'worker_lost'; worker: string; why: string }
  /** Other workers were declared dead, and their work was reported as lost. */
  | { type: 'swept'; worker: string; dead: readonly string[]; lost: readonly DispatchedWork[] }

/** Options of `runWorker`. The drivers, reviewers and models must be those of the coordinator. */
export interface RunWorkerOptions extends Omit<PerformDispatchOptions, 'work' | 'claim' | 'check' | 'host'> {
  /** Address of the database that all machines share, such as `postgresql://user@host/name`. */
  database: string
  /** The schema of the cluster's tables; those of DBOS have `_dbos` added. Default: `amelia`. */
  schema?: string | undefined
  /** The address or the path of the repository that all machines share. */
  remote: string
  /** A folder of this machine's clone, the one that `host.git` works in. Default: the current folder. */
  repo?: string | undefined
  /**
   * The host of this machine, with the shared store: `{ ...nodeHost(), store: postgresStore({ database })
   * }`.
   */
  host: Host
  /** How many dispatches this process performs at a time. Default: 1. */
  sessions?: number | undefined
  /** The queues that it serves. Default: `default`, the queue of phases that name none. */
  queues?: readonly string[] | undefined
  /** Sessions at a time of a provider, over all workers and runs, by the provider's name. */
  providerSessions?: Readonly<Record<string, number>> | undefined
  /**
   * Milliseconds without a heartbeat after which a worker is dead, at least 1000; equal in all workers and
   * coordinators of a database. A worker sends six heartbeats in it, and stops its own sessions after two
   * thirds of it. Default: 30,000.
   */
  deadMs?: number | undefined
  /** Receives what the worker does. */
  onEvent?: ((event: WorkerEvent) => void) | undefined
}

/** The rules of the options that belong to the worker. Those of a run are checked by `performDispatch`. */
export const runWorkerRules: Rule = rules.shape('an object', {
  database: clusterRules.database,
  schema: clusterRules.schema,
  // It may contain a password.
  remote: { ...rules.name, secret: true },
  repo: rules.optional(rules.name),
  host: rules.object,
  sessions: rules.optional(rules.count),
  queues: rules.optional(rules.list(rules.queue, 'a list of queues')),
  deadMs: clusterRules.deadMs,
  onEvent: rules.optional(rules.function),
})
