/**
 * Writes records to a run in PostgreSQL until the process is killed, and prints the number of each record
 * once it is stored. `wait`: tries to take the run until it is free.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { AmeliaError } from '@amelia/core/plugin'
import { postgresStore } from '../../src/index.ts'

const [, , database = '', runId = '', writer = '', what = ''] = process.argv
const store = postgresStore({ database, leaseMs: 1500 })
const print = (text: string): void => void process.stdout.write(`${text}\n`)

const take = async () => {
  for (;;) {
    try {
      return await store.acquire(runId)
    } catch (error) {
      if (what !== 'wait' || !AmeliaError.is(error, 'RUN_LOCKED')) throw error
      await pause(50)
    }
  }
}
try {
  const lease = await take()
  const { length } = await store.load(runId)
  print(`acquired ${lease.token}`)
  for (let seq = length + 1; ; seq += 2) {
    await lease.append([
      { seq, value: writer },
      { seq: seq + 1, value: writer },
    ])
    print(String(seq + 1))
  }
} catch (error) {
  print(AmeliaError.is(error) ? error.code : String(error))
}
await store.close()
