import { checkOptions, type RulesOf } from '@amelia/core/plugin'
import { openDatabase } from '../database/cluster-database.ts'
import { clusterRules } from '../database/cluster-rules.ts'

/** Options of `listWorkers`. */
export interface ListWorkersOptions {
  /** Address of the database that all machines share, such as `postgresql://user@host/name`. */
  database: string
  /** The schema of the cluster's tables. Default: `amelia`. */
  schema?: string | undefined
}

/** A worker of a cluster. */
export interface WorkerInfo {
  /** The id of its process. */
  id: string
  /** The machine that it runs on. */
  machine: string
  /** The id of its process on that machine. */
  process: number
  /** The version of the journals that it reads, such as `journal-7`. */
  version: string
  /** How many dispatches it performs at a time. */
  sessions: number
  /** The queues that it serves. */
  queues: string[]
  /** When it started, in milliseconds since 1970. */
  startedAt: number
  /** Milliseconds since its last heartbeat, by the clock of the database. */
  silentMs: number
  /** Whether it takes no more dispatches. */
  draining: boolean
  /** The dispatches that it performs now. */
  working: { runId: string; phaseId: string; attempt: number; dispatch: number }[]
}

const listWorkersRules: RulesOf<ListWorkersOptions> = {
  database: clusterRules.database,
  schema: clusterRules.schema,
}

/**
 * Lists the workers of a cluster, the oldest first.
 *
 * Throws `OPTION_INVALID` for an invalid option, and `STORE_FAILED` if the database cannot be reached.
 */
export const listWorkers = async (options: ListWorkersOptions): Promise<WorkerInfo[]> => {
  checkOptions('listWorkers', options, listWorkersRules)
  const { tables, query, close } = openDatabase(options)
  try {
    const rows = await query(
      `SELECT id::text AS id, machine, process, version, sessions, queues, draining,
         (extract(epoch FROM started) * 1000)::float8 AS started,
         (extract(epoch FROM clock_timestamp() - beat) * 1000)::float8 AS silent,
         (SELECT coalesce(json_agg(json_build_object('runId', run, 'phaseId', phase, 'attempt', attempt,
            'dispatch', dispatch) ORDER BY began), '[]')
          FROM ${tables}.claim WHERE claim.worker = worker.id AND ended IS NULL) AS working
       FROM ${tables}.worker WHERE NOT dead ORDER BY started, id`,
    )
    return rows.map((row) => ({
      id: String(row['id']),
      machine: String(row['machine']),
      process: Number(row['process']),
      version: String(row['version']),
      sessions: Number(row['sessions']),
      queues: row['queues'] as string[],
      startedAt: Math.round(Number(row['started'])),
      silentMs: Math.max(0, Math.round(Number(row['silent']))),
      draining: row['draining'] === true,
      working: row['working'] as WorkerInfo['working'],
    }))
  } finally {
    await close()
  }
}
