import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { checkOptions, storeParts } from '@amelia/core/plugin'
import { createReader } from './create-reader.ts'
import { checkSettings } from './database/check-settings.ts'
import { createUse } from './database/create-use.ts'
import { migrate } from './database/migrate.ts'
import { createPool, type OwnPool, type PostgresPool } from './database/postgres-pool.ts'
import { createPostgresLease } from './lease/create-postgres-lease.ts'
import { createTaker } from './lease/create-taker.ts'
import { createStatements } from './lease/statements.ts'
import { createListener } from './notify/create-listener.ts'
import { createSender } from './notify/create-sender.ts'
import { followRecords } from './notify/follow-records.ts'
import { channelOf, commandPayload, splitValue, wakePayload } from './notify/split-value.ts'
import { tailValues } from './notify/tail-values.ts'
import {
  type PostgresStore,
  type PostgresStoreOptions,
  postgresStoreRules,
} from './postgres-store-options.ts'
import { runDamaged } from './check-records.ts'
import { placeOf } from './rules/place-of.ts'

/** The largest command, in bytes of its JSON. */
const mostSentBytes = 524_288

/**
 * Creates a store that keeps the journals of all runs in PostgreSQL 13 or newer, which processes of several
 * machines can share. The first call creates the tables, or updates those of an older version.
 *
 * Each write is one transaction that checks the lease and is synced before it resolves. Leases use the clock
 * of the database: a process owns a run until it releases it, or has not renewed its lease for `leaseMs`.
 * Calls are repeated after a lost connection or a restart, and none has its effect twice. Each record has a
 * checksum, and only `repair` changes damaged ones. Commands are limited to 512 KiB. Followers use LISTEN and
 * also poll; a progress value of more than 256 KiB is not sent.
 *
 * Throws `OPTION_INVALID` for a database with `synchronous_commit` or `fsync` off; other errors of PostgreSQL
 * are `STORE_FAILED`.
 */
export const postgresStore = (options: PostgresStoreOptions): PostgresStore => {
  checkOptions('postgresStore', options, postgresStoreRules)
  const { database, schema = 'amelia', leaseMs = 30_000, pollMs = 2000, retryMs = 20_000 } = options
  const { onUnreachable } = options
  const ownPool: OwnPool | null = typeof database === 'string' ? createPool(database) : null
  const pool: PostgresPool = ownPool ?? (database as PostgresPool)
  // An idle connection that is lost would end the process.
  const ignore = (): void => {}
  pool.on('error', ignore)
  const statements = createStatements(schema)
  let prepared: Promise<void> | null = null
  const prepare = (): Promise<void> =>
    (prepared ??= (async () => {
      await checkSettings((text, values) => pool.query(text, values))
      await migrate(pool, schema)
    })().catch((error: unknown) => {
      prepared = null
      throw error
    }))
  const use = createUse({ pool, prepare, retryMs, onUnreachable })
  const listener = createListener(pool)
  const send = createSender(pool)
  let sent = 0
  const closing = new AbortController()
  setMaxListeners(0, closing.signal)

  const { first, read, onRun, readSent } = createReader({ use, statements, schema })
  const { take, release } = createTaker({ use, statements, leaseMs })

  return {
    contract: 'run-store-v1',
    async acquire(runId) {
      storeParts.checkRunId(runId)
      const token = await take(runId)
      try {
        const stored = await use(runId, (query) => read(query, runId))
        if (stored !== null && stored.damaged !== null) throw runDamaged(schema, runId, stored.damaged)
      } catch (error) {
        await release(runId, token).catch(() => {})
        throw error
      }
      const channel = channelOf(schema, runId)
      return createPostgresLease({
        runId,
        token,
        schema,
        leaseMs,
        use,
        statements,
        readSent: () => readSent(runId),
        onSent: (tell) =>
          listener.listen(channel, (payload) => {
            if (payload === null || payload === commandPayload) tell()
          }),
        wake: () => void send(channel, [wakePayload]).catch(() => {}),
      })
    },
    async load(runId) {
      const stored = await onRun(runId, async (query) => (await read(query, runId)) ?? undefined)
      if (stored!.damaged !== null) throw runDamaged(schema, runId, stored!.damaged)
      return stored!.records
    },
    list: () =>
      use('', async (query) =>
        (await query(statements.list)).rows.map(({ id, updatedAt, locked }) => ({
          runId: String(id),
          updatedAt: Number(updatedAt),
          locked: locked === true,
        })),
      ),
    async lockOf(runId) {
      storeParts.checkRunId(runId)
      const row = await use(runId, (query) => first(query, statements.find, runId))
      return { locked: row?.['locked'] === true }
    },
    async send(runId, value) {
      storeParts.checkRunId(runId)
      const text = storeParts.encodeSent(value, mostSentBytes)
      const key = randomUUID()
      const row = await onRun(runId, (query) => first(query, statements.send, runId, key, text))
      void send(channelOf(schema, runId), [commandPayload]).catch(() => {})
      return String(row!['id'])
    },
    async pending(runId) {
      return readSent(runId)
    },
    async outcome(runId, commandId) {
      const row = await onRun(runId, async (query) =>
        // A text of PostgreSQL contains no NUL.
        commandId.includes('\0') ? undefined : first(query, statements.outcome, runId, commandId),
      )
      return typeof row?.['outcome'] === 'string' ? (JSON.parse(row['outcome']) as unknown) : undefined
    },
    async kept(runId, name) {
      storeParts.checkRunId(runId)
      const row = await onRun(runId, (query) => {
        storeParts.checkArtifactName(name)
        return first(query, statements.kept, runId, name)
      })
      return row === undefined ? undefined : Buffer.from(row['text'] as Uint8Array).toString()
    },
    async keep(runId, name, text) {
      storeParts.checkRunId(runId)
      await onRun(runId, (query) => {
        storeParts.checkArtifactName(name)
        return first(query, statements.keepFor, runId, name, Buffer.from(text))
      })
      return placeOf(schema, runId, name)
    },
    async repair(runId) {
      await onRun(runId, (query) => first(query, statements.find, runId))
      const token = await take(runId)
      try {
        const stored = (await use(runId, (query) => read(query, runId)))!
        const kept = stored.records.length
        if (stored.damaged === null) return { kept, lost: 0, movedTo: null }
        if (kept === 0) throw runDamaged(schema, runId, stored.damaged)
        await use(runId, async (query, attempt) => {
          const row = await first(query, statements.repair, runId, token, kept)
          // The answer to an earlier attempt may have been lost.
          if (row === undefined && attempt === 1) throw storeParts.leaseLost(runId, 'nothing was changed')
        })
        return { kept, lost: stored.lost, movedTo: `postgres:${schema}.damaged/${runId}` }
      } finally {
        await release(runId, token)
      }
    },
    follow(runId, until, after = 0) {
      storeParts.checkRunId(runId)
      const signal = AbortSignal.any([until, closing.signal])
      return followRecords({
        after,
        signal,
        pollMs,
        listen: (wake) =>
          listener.listen(channelOf(schema, runId), (payload) => {
            if (payload === null || payload === wakePayload) wake()
          }),
        read: (known) =>
          use(
            runId,
            async (query) => {
              const stored = await read(query, runId, known)
              if ((stored?.length ?? 0) < known)
                throw storeParts.recordsLost(runId, (stored?.length ?? 0) + 1)
              if (stored === null) return []
              if (stored.damaged !== null) throw runDamaged(schema, runId, stored.damaged)
              return stored.records
            },
            signal,
          ),
      })
    },
    async publish(runId, value) {
      storeParts.checkRunId(runId)
      sent += 1
      const payloads = splitValue(value, sent)
      if (payloads.length > 0)
        await use(runId, (_, attempt) =>
          attempt > 1 ? Promise.resolve() : send(channelOf(schema, runId), payloads),
        )
    },
    tail(runId, signal) {
      storeParts.checkRunId(runId)
      return tailValues(
        (receive) => listener.listen(channelOf(schema, runId), receive),
        AbortSignal.any([signal, closing.signal]),
      )
    },
    measure: () =>
      use('', async (query) => {
        const { rows } = await query(statements.measure)
        return new Map(
          rows.map(({ run, transcripts, journal }) => [
            String(run),
            { transcripts: Number(transcripts), journal: Number(journal) },
          ]),
        )
      }),
    migrate: () => use('', () => prepare()),
    async close() {
      closing.abort()
      listener.close()
      if (ownPool === null) pool.off('error', ignore)
      else await ownPool.end()
    },
  }
}
