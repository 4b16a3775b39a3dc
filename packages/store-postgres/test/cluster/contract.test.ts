import type { RunStoreV1 } from '@amelia/core/plugin'
import { type RunStoreSubject, runStoreContract } from '@amelia/core/testing'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { postgresStore } from '../../src/index.ts'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  return () => server.stop()
})

const schemas = new WeakMap<RunStoreV1, string>()
const schemaOf = ({ store }: RunStoreSubject): string => schemas.get(store) ?? ''
let count = 0

describe('postgresStore fulfils the contract', () => {
  const cases = runStoreContract({
    async create() {
      count += 1
      const schema = `case "${count}"`
      const store = postgresStore({ database: url, schema })
      schemas.set(store, schema)
      return {
        store,
        async close() {
          await store.close()
          await server.admin(url, `DROP SCHEMA IF EXISTS "case ""${count}""" CASCADE`)
        },
      }
    },
    faults: {
      // Expired, and not renewed by the writes that are on their way.
      abandon: async (subject, { runId }) => {
        await server.admin(
          url,
          `UPDATE ${quote(schemaOf(subject))}.run SET expires = now(), holder = NULL WHERE id = $1`,
          [runId],
        )
      },
      // PostgreSQL reverts an incomplete transaction itself.
      tear: async (subject, runId) => {
        await server
          .admin(
            url,
            `BEGIN; INSERT INTO ${quote(schemaOf(subject))}.record VALUES ('${runId}', 3, 9, 'half', ''); SELECT 1 / 0`,
          )
          .catch(() => {})
      },
      damage: async (subject, runId, line) => {
        await server.admin(
          url,
          `UPDATE ${quote(schemaOf(subject))}.record SET value = replace(value, '"n"', '"N"') WHERE run = $1 AND seq = $2`,
          [runId, line],
        )
      },
      reopen: (subject) => {
        const store = postgresStore({ database: url, schema: schemaOf(subject) })
        onTestFinished(() => store.close())
        return store
      },
      spoil: async (subject, runId, commandId) => {
        await server.admin(
          url,
          `INSERT INTO ${quote(schemaOf(subject))}.command (run, id, value) VALUES ($1, $2, '{"type":"answer","gateId":')`,
          [runId, commandId],
        )
      },
    },
  })
  for (const { name, covered, run } of cases) {
    it(name, async () => {
      expect(covered).toBe(true)
      await run()
    })
  }
})

const quote = (schema: string): string => `"${schema.replaceAll('"', '""')}"`
