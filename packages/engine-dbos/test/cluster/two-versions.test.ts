import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, it } from 'vitest'
import { startPostgres, type TestServer } from '../../../../test/fixtures/start-postgres.ts'
import { clusterUnderTest } from './cluster-under-test.ts'
import { until } from './until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startPostgres()
  return () => server.stop()
})

/** Copies the programs, and gives the copy the next version of the journal. Returns its folder. */
const nextVersion = (folder: string): string => {
  const copy = join(folder, 'next')
  cpSync(inject('programs'), copy, { recursive: true })
  const changed = readdirSync(copy).filter((name) => {
    const file = join(copy, name)
    const text = name.endsWith('.mjs') ? readFileSync(file, 'utf8') : ''
    const next = text.replace(/\bjournalVersion = (\d+)/, (_, n) => `journalVersion = ${Number(n) + 1}`)
    if (next !== text) writeFileSync(file, next)
    return next !== text
  })
  expect(changed).toHaveLength(1)
  return copy
}

it('a worker of another version takes no dispatch of a run, and the coordinator says that it needs one', async () => {
  const cluster = await clusterUnderTest({ server, phases: [{ id: '1' }], sleep: 0 })
  try {
    const next = await cluster.worker([], {}, nextVersion(cluster.folders.root))
    await until('the worker of the next version starts', () => next.output().includes('worker_started'))
    const coordinator = await cluster.coordinate()
    await until('the warning', () => coordinator.output().includes('No worker serves the queue default'))
    const right = await cluster.worker()
    const { code, output } = await coordinator.ended
    expect(code, output).toBe(0)
    expect(right.output()).toContain('dispatch_ended')
    expect(next.output()).not.toContain('dispatch_began')
    const rows = await cluster.rows('SELECT version FROM amelia.worker ORDER BY version')
    expect(new Set(rows.map(({ version }) => version)).size).toBe(2)

    // The journal is one that the next version does not continue.
    const { runId, folders, database } = cluster
    const place = ['--repo', join(folders.root, 'first'), '--database', database]
    const read = await folders.start(['status', await runId(), ...place], {}, join(folders.root, 'next'))
      .ended
    expect(read.output).toContain('RUN_VERSION')
  } finally {
    await cluster.stop()
  }
})
