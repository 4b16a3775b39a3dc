import { AmeliaError } from '@amelia/core/plugin'
import { expect, it } from 'vitest'
import { createUse } from './create-use.ts'
import type { PostgresPool } from './postgres-pool.ts'

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

const make = (retryMs: number, prepare = () => Promise.resolve()) => {
  let time = 0
  const pauses: number[] = []
  const reported: unknown[] = []
  const use = createUse({
    pool: {} as PostgresPool,
    prepare,
    retryMs,
    onUnreachable: (error) => reported.push(error),
    now: () => time,
    pause: async (ms) => {
      pauses.push(ms)
      time += ms
    },
  })
  return { use, pauses, reported }
}

it('repeats a task with growing pauses until the database responds', async () => {
  const { use, pauses } = make(20_000)
  const found = await use('r1', async (_, attempt) => {
    if (attempt < 8) throw refused
    return attempt
  })
  expect(found).toBe(8)
  expect(pauses).toEqual([50, 100, 200, 400, 800, 1000, 1000])
})

it('fails after its time with STORE_FAILED, a remedy and the cause', async () => {
  const { use, pauses } = make(300)
  await expect(use('r1', () => Promise.reject(refused))).rejects.toMatchObject({
    code: 'STORE_FAILED',
    message: expect.stringContaining('Start PostgreSQL'),
    details: { runId: 'r1' },
    cause: refused,
  })
  expect(pauses).toEqual([50, 100, 200])
})

it('repeats no other error, and keeps typed ones', async () => {
  const { use, pauses } = make(20_000)
  const lost = new AmeliaError('LEASE_LOST', 'lost', { runId: 'r1' })
  await expect(use('r1', () => Promise.reject(lost))).rejects.toBe(lost)
  await expect(use('r1', () => Promise.reject(new Error('syntax')))).rejects.toMatchObject({
    code: 'STORE_FAILED',
  })
  expect(pauses).toEqual([])
})

it('ends with its signal', async () => {
  const { use, pauses } = make(20_000)
  const call = use('r1', () => Promise.reject(refused), AbortSignal.abort())
  await expect(call).rejects.toMatchObject({ code: 'STORE_FAILED' })
  expect(pauses).toEqual([])
})

const failure = (code: string) => Object.assign(new Error(code), { code })

it.each([
  ['ECONNREFUSED', 5_000],
  ['57P03', 20_000],
])('waits for a database that it never used, after %s for %d ms', async (code, most) => {
  const failing = make(600_000, () => Promise.reject(failure(code)))
  await expect(failing.use('r1', () => Promise.resolve())).rejects.toMatchObject({ code: 'STORE_FAILED' })
  const waited = failing.pauses.reduce((sum, ms) => sum + ms, 0)
  expect(waited).toBeGreaterThanOrEqual(most)
  expect(waited).toBeLessThan(most + 1_000)
})

it.each([
  [refused, 'unusable'],
  [new AggregateError([refused, refused], ''), 'unusable'],
  [failure('EPERM'), 'unusable'],
  [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), 'unusable'],
  [failure('28P01'), 'unusable'],
  [failure('28000'), 'unusable'],
  [failure('3D000'), 'unusable'],
  [failure('53300'), 'failed'],
  [failure('XX000'), 'failed'],
])('names a database unusable only if it was never used: %s', async (error, expected) => {
  const never = make(0, () => Promise.reject(error))
  await expect(never.use('r1', () => Promise.resolve())).rejects.toMatchObject({
    details: { database: expected },
    message: expect.not.stringContaining('A write without a response'),
  })
  const { use } = make(0)
  await expect(use('r1', () => Promise.reject(error))).rejects.toMatchObject({
    details: { database: 'failed' },
    message: expect.stringContaining('A write without a response'),
  })
})

it('repeats for all of its time once the database was used', async () => {
  const reached = make(600_000)
  await expect(reached.use('r1', () => Promise.reject(refused))).rejects.toMatchObject({ cause: refused })
  expect(reached.pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThanOrEqual(600_000)
})

it('reports each outage once, after a second', async () => {
  const { use, reported } = make(20_000)
  const after = (failures: number) => () =>
    use('r1', async (_, attempt) => {
      if (attempt <= failures) throw refused
    })
  const [short, long] = [after(3), after(8)]
  await short()
  expect(reported).toEqual([])
  await Promise.all([long(), long()])
  expect(reported).toEqual([refused])
  await long()
  expect(reported).toEqual([refused, refused])
})
