import { afterEach, expect, it, vi } from 'vitest'
import { databaseFlag } from './database-flag.ts'

afterEach(() => vi.unstubAllEnvs())

it('repeats the address of a database without its password', () => {
  vi.stubEnv('AMELIA_DATABASE', undefined)
  expect(databaseFlag(undefined)).toEqual([])
  expect(databaseFlag('postgresql://me:secret@db/runs?password=secret&sslmode=require')).toEqual([
    '--database',
    'postgresql://me@db/runs?sslmode=require',
  ])
  expect(databaseFlag('not an address with a secret')).toEqual(['--database', 'URL'])
})

it('leaves out an address that the environment has', () => {
  vi.stubEnv('AMELIA_DATABASE', 'postgresql://me:secret@db/runs')
  expect(databaseFlag('postgresql://me:secret@db/runs')).toEqual([])
  expect(databaseFlag('postgresql://me@db/other')).toEqual(['--database', 'postgresql://me@db/other'])
})
