import { AmeliaError, type SentCommand, type RunLease, storeParts } from '@amelia/core/plugin'
import type { Use } from '../database/create-use.ts'
import type { Query, Row } from '../database/postgres-pool.ts'
import { checksum } from '../check-records.ts'
import { placeOf } from '../rules/place-of.ts'
import type { Statements } from './statements.ts'

export interface PostgresLeaseOptions {
  runId: string
  /** The number of this lease, which no other one has. */
  token: string
  /** The schema, for the places of texts. */
  schema: string
  leaseMs: number
  use: Use
  statements: Statements
  readSent(): Promise<SentCommand[]>
  /** Calls a function when there may be a new command, until the returned one is called. */
  onSent(tell: () => void): () => void
  /** Wakes those who follow the run. */
  wake(): void
}

/**
 * Creates the lease to write a run. Each write checks and renews it in its own transaction, so that a process
 * that lost the run changes nothing. A record or an outcome without a confirmation ends the lease: its extent
 * is unknown.
 */
export const createPostgresLease = (options: PostgresLeaseOptions): RunLease => {
  const { runId, token, schema, leaseMs, use, statements } = options
  let usable = true
  const mine = [runId, token, leaseMs]
  const lost = (otherwise = 'nothing was written'): AmeliaError => storeParts.leaseLost(runId, otherwise)
  /** Throws the reason why a statement found no lease. */
  const explain = async (query: Query): Promise<Row> => {
    const [row] = (await query(statements.find, [runId])).rows
    if (row === undefined || row['token'] !== token || row['holder'] === null) throw lost()
    if (row['durable'] !== true) throw notDurable(runId)
    return row
  }
  const owned = async (query: Query, text: string, values: unknown[] = []): Promise<boolean> =>
    (await query(text, [...mine, ...values])).rows[0]!['owned'] === 1
  let queue: Promise<unknown> = Promise.resolve()
  type Task = (query: Query, attempt: number) => Promise<void>
  const inTurn = (task: Task, onError = (_: unknown): void => {}): Promise<void> => {
    const result = queue.then(async () => {
      if (!usable) throw lost()
      try {
        await use(runId, task)
      } catch (error) {
        onError(error)
        throw error
      }
    })
    queue = result.catch(() => {})
    return result
  }
  /** A statement that may be repeated, and leaves the lease as it is. */
  const change = (text: string, ...values: unknown[]): Promise<void> =>
    inTurn(async (query) => {
      if (!(await owned(query, text, values))) await explain(query)
    })
  /** A statement that ends the lease if its effect is unknown. */
  const write = (task: Task): Promise<void> =>
    inTurn(task, (error) => {
      if (AmeliaError.is(error, 'STORE_FAILED')) usable = false
    })
  const renew = async (query: Query): Promise<void> => {
    if (!(await owned(query, statements.renew))) await explain(query)
  }
  // A lost heartbeat is found by the next write.
  let beating = false
  const beat = async (): Promise<void> => {
    if (beating) return
    beating = true
    await use(runId, renew).catch(() => {})
    beating = false
  }
  const timer = setInterval(() => void beat(), leaseMs / 6).unref()
  const end = (): void => {
    clearInterval(timer)
    usable = false
  }
  return {
    runId,
    token,
    check: async () => {
      if (!usable) throw lost('nothing was changed')
      await use(runId, renew)
    },
    async append(records) {
      if (records.length === 0) return
      const before = records[0]!.seq - 1
      // Encoded now, because the caller may change the values later.
      const values = records.map(({ value }) => JSON.stringify(value ?? null))
      const sums = values.map((value, index) => checksum(runId, before + index + 1, token, value))
      const isGapFree = records.every(({ seq }, index) => seq === before + index + 1)
      await write(async (query, attempt) => {
        if (isGapFree && (await owned(query, statements.append, [before, values, sums]))) return
        // The answer to an earlier attempt may have been lost.
        if (attempt > 1) {
          const { rows } = await query(statements.countWritten, [runId, token, before, sums])
          if (rows[0]!['written'] === sums.length) return
        }
        const { length } = await explain(query)
        const message = `Records of the run ${runId} must continue at ${Number(length) + 1}: nothing was written.`
        throw new AmeliaError('INTERNAL', message, { where: 'postgres-store' })
      })
      options.wake()
    },
    sent: options.readSent,
    onSent: options.onSent,
    async acknowledge(commandId, outcome) {
      const text = JSON.stringify(outcome ?? null)
      await write(async (query) => {
        if (!(await owned(query, statements.acknowledge, [commandId, text]))) await explain(query)
      })
    },
    async keep(name, text) {
      storeParts.checkArtifactName(name)
      // Bytes, because a text of PostgreSQL contains no NUL.
      await change(statements.keep, name, Buffer.from(text))
      return placeOf(schema, runId, name)
    },
    async discard(name) {
      storeParts.checkArtifactName(name)
      await change(statements.discard, name)
    },
    async remove() {
      await inTurn(async (query, attempt) => {
        const { rows } = await query(statements.remove, [runId, token])
        // The answer to an earlier attempt may have been lost.
        if (rows.length === 0 && attempt === 1) throw lost('nothing was deleted')
      })
      end()
    },
    async release() {
      await queue
      end()
      await use(runId, (query) => query(statements.release, [runId, token]))
    },
  }
}

const notDurable = (runId: string): AmeliaError =>
  new AmeliaError(
    'STORE_FAILED',
    `The database of the run ${runId} no longer syncs its commits: nothing was written. Set synchronous_commit and fsync to on, then resume the run.`,
    { runId },
  )
