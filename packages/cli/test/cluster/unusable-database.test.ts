import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { cli, makeRepository, removeFolders, writePlan } from '../fixtures/cli.ts'

let server: TestServer
let address: string
beforeAll(async () => {
  server = await startPostgres()
  address = await server.createDatabase()
  await server.admin(address, "CREATE ROLE guarded LOGIN PASSWORD 'right'")
  const [{ hba_file: file } = {}] = await server.admin(address, 'SHOW hba_file')
  const lines = `('host all guarded 127.0.0.1/32 scram-sha-256'), ('host all all 127.0.0.1/32 trust')`
  await server.admin(address, `COPY (VALUES ${lines}) TO '${String(file)}'`)
  await server.admin(address, 'SELECT pg_reload_conf()')
  return () => server.stop()
})
afterAll(removeFolders)

/** The address with another user, database, host or port. */
const changed = (parts: Partial<Record<'username' | 'password' | 'pathname' | 'host', string>>): string =>
  Object.assign(new URL(address), parts).href

describe('a database that cannot be used is refused before a run exists', () => {
  it.each([
    ['password', () => changed({ username: 'guarded', password: 'wrong' }), /28P01|password authentication/],
    [
      'missing password',
      () => changed({ username: 'guarded', password: '' }),
      /password must be a string.*Check the address/,
    ],
    ['database', () => changed({ pathname: '/nobody' }), /"nobody" does not exist.*createdb/],
    ['user', () => changed({ username: 'nobody' }), /"nobody" does not exist.*Check the user/],
    ['host', () => changed({ host: 'nowhere.invalid:5432' }), /nowhere\.invalid.*correct the host/],
    ['port', () => changed({ host: '127.0.0.1:1' }), /ECONNREFUSED.*correct the host and the port/],
  ])('%s', async (_, addressOf, message) => {
    const repository = makeRepository()
    const plan = writePlan(repository, [{ id: '1' }])
    const flags = ['--repo', repository, '--database', addressOf()]
    for (const args of [['run', plan, '--trust', 'autonomous', '--yes'], ['resume'], ['runs'], ['cluster']]) {
      const since = performance.now()
      const { code, stdout, stderr } = await cli([...args, ...flags])
      expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' })
      if (args[0] !== 'cluster') expect(stderr.replace(/\s+/g, ' ')).toMatch(message)
      expect(stderr).not.toMatch(/wrong@|response may be stored|Unexpected/)
      expect(performance.now() - since, stderr).toBeLessThan(12_000)
    }
    expect(existsSync(join(repository, '.git/amelia/runs'))).toBe(false)
  })
})
