import { expect, it } from 'vitest'
import { postgresStore } from './postgres-store.ts'

const database = 'postgresql://me:secret@127.0.0.1/runs'

it.each([
  ['database', { database: 'mysql://me:secret@host/runs' }],
  ['database', { database: 'postgresql://me:secret@host:port/runs' }],
  ['database', { database: 7 }],
  ['schema', { database, schema: '' }],
  ['schema', { database, schema: 'pg_runs' }],
  ['schema', { database, schema: 'ü'.repeat(32) }],
  ['leaseMs', { database, leaseMs: 999 }],
  ['pollMs', { database, pollMs: 0 }],
  ['retryMs', { database, retryMs: -1 }],
])('an invalid `%s` is OPTION_INVALID, without a secret', (option, options) => {
  let thrown: unknown
  try {
    postgresStore(options as never)
  } catch (error) {
    thrown = error
  }
  expect(thrown).toMatchObject({ code: 'OPTION_INVALID', details: { option } })
  expect(String(thrown)).not.toContain('secret')
})

it('connects to nothing before the first call, and refuses invalid ids without a connection', async () => {
  const store = postgresStore({ database: 'postgresql://127.0.0.1:1/runs', retryMs: 0 })
  await expect(store.load('../x')).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  await expect(store.acquire('../x')).rejects.toMatchObject({ code: 'OPTION_INVALID' })
  expect(() => store.follow!('../x', AbortSignal.abort())).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID' }),
  )
  await store.close()
})
