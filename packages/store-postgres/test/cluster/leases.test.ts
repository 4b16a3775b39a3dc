import type { JournalRecord, RunStoreV1 } from '@amelia/core/plugin'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { postgresStore } from '../../src/index.ts'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { startWriter, type Writer } from './start-writer.ts'

let server: TestServer
let url: string
beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase()
  return () => server.stop()
})

const open = (): RunStoreV1 => {
  const store = postgresStore({ database: url, leaseMs: 1500 })
  onTestFinished(() => store.close())
  return store
}
const isAcquired = (line: string): boolean => line.startsWith('acquired')
const isStored = (line: string): boolean => /^\d+$/.test(line)
/** The last record that a process was told is stored. */
const lastStored = ({ lines }: Writer): number => Number(lines.filter(isStored).at(-1) ?? 0)
const writersOf = (records: readonly JournalRecord[]): unknown[] => [
  ...new Set(records.map(({ value }) => value)),
]
/** Checks that a journal has no gap, and that each writer wrote pairs. */
const expectWhole = (records: readonly JournalRecord[]): void => {
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1))
  for (let at = 0; at < records.length; at += 2) expect(records[at]!.value).toBe(records[at + 1]?.value)
}

describe('the lease of a run', () => {
  it('goes to one of two processes that start together', async () => {
    const store = open()
    const both = [startWriter(url, 'fight', 'a'), startWriter(url, 'fight', 'b')]
    await Promise.all(both.map((writer) => writer.until((line) => isStored(line) || line === 'RUN_LOCKED')))
    expect(both.map(({ lines }) => lines.some(isAcquired)).sort()).toEqual([false, true])
    expect(both.map(({ lines }) => lines.includes('RUN_LOCKED')).sort()).toEqual([false, true])
    const winner = both.find(({ lines }) => lines.some(isAcquired))!
    const [run] = await store.list()
    expect(run).toMatchObject({ runId: 'fight', locked: true })
    await expect(store.acquire('fight')).rejects.toMatchObject({
      code: 'RUN_LOCKED',
      message: expect.stringMatching(new RegExp(`process ${winner.child.pid} on .*its lease ends in [12] s`)),
    })
  })

  it('is taken over after a kill, and no record that was reported is lost', async () => {
    const store = open()
    const first = startWriter(url, 'killed', 'first')
    await first.until(isAcquired)
    const second = startWriter(url, 'killed', 'second', 'wait')
    await first.until((line) => Number(line) >= 40)
    first.child.kill('SIGKILL')
    await first.ended
    await second.until(isStored)
    const records = await store.load('killed')
    expectWhole(records)
    expect(writersOf(records)).toEqual(['first', 'second'])
    expect(records.filter(({ value }) => value === 'first').length).toBeGreaterThanOrEqual(lastStored(first))
  })

  it('is lost by a process that was stopped past its end and wakes up', async () => {
    const store = open()
    const late = startWriter(url, 'stopped', 'late')
    await late.until((line) => Number(line) >= 20)
    late.child.kill('SIGSTOP')
    const next = startWriter(url, 'stopped', 'next', 'wait')
    await next.until(isStored)
    late.child.kill('SIGCONT')
    await late.ended
    expect(late.lines.at(-1)).toBe('LEASE_LOST')
    const token = ({ lines }: Writer): number => Number(lines.find(isAcquired)!.split(' ')[1])
    expect(token(next)).toBeGreaterThan(token(late))
    const records = await store.load('stopped')
    expectWhole(records)
    const lastOfLate = records.findLastIndex(({ value }) => value === 'late')
    const firstOfNext = records.findIndex(({ value }) => value === 'next')
    expect(lastOfLate + 1).toBe(firstOfNext)
    expect(lastOfLate + 1).toBeGreaterThanOrEqual(lastStored(late))
  })

  it('is kept by heartbeats, and by a process that wakes up before any other takes the run', async () => {
    const store = open()
    const lease = await store.acquire('kept')
    await server.admin(url, `UPDATE amelia.run SET expires = now() - interval '1 hour' WHERE id = 'kept'`)
    expect((await store.list()).find(({ runId }) => runId === 'kept')?.locked).toBe(false)
    await lease.check()
    await expect(store.acquire('kept')).rejects.toMatchObject({ code: 'RUN_LOCKED' })
    const [before] = await server.admin(url, `SELECT expires::text FROM amelia.run WHERE id = 'kept'`)
    const renewed = `SELECT 1 FROM amelia.run WHERE id = 'kept' AND expires > $1::timestamptz`
    while ((await server.admin(url, renewed, [before!['expires']])).length === 0);
    await lease.append([{ seq: 1, value: 1 }])
  })

  it('expires by the clock of the database, whatever the clock of this machine says', async () => {
    const store = open()
    const now = Date.now
    onTestFinished(() => {
      Date.now = now
    })
    Date.now = () => now() + 86_400_000
    await store.acquire('clock')
    await expect(store.acquire('clock')).rejects.toMatchObject({ code: 'RUN_LOCKED' })
    expect(
      Math.abs((await store.list()).find(({ runId }) => runId === 'clock')!.updatedAt - now()),
    ).toBeLessThan(60_000)
  })
})
