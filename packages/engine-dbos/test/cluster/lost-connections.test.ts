import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { startProxy } from '../../../../test/fixtures/start-proxy.ts'
import { openDatabase } from '../../src/lib/database/cluster-database.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

it.each(['cluster_migration', 'pg_try_advisory_lock', 'CREATE SCHEMA', 'COMMIT', 'pg_advisory_unlock'])(
  'creates the tables again after the connection is lost at %s',
  async (statement) => {
    const proxy = await startProxy(server.port)
    const database = (await server.createDatabase()).replace(`:${server.port}/`, `:${proxy.port}/`)
    const tables = openDatabase({ database })
    onTestFinished(() => tables.close())
    proxy.loseAnswerTo(statement)
    expect(await tables.query('SELECT version FROM amelia.cluster_migration')).toEqual([{ version: 1 }])
    expect(proxy.lost()).toBe(1)
  },
)
