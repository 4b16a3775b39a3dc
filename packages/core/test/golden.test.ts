import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRun, readRun } from '../src/index.ts'
import type { JournalRecord } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver } from '../src/testing.ts'
import { journalVersion } from '../src/lib/run/journal/journal-version.ts'
import { goldenRuns } from './golden-runs.ts'

const folder = join(import.meta.dirname, 'golden')
const versions = readdirSync(folder).map((name) => Number(name.slice(1)))

const readGolden = (version: number, name: string): JournalRecord[] =>
  readFileSync(join(folder, `v${version}`, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JournalRecord)

/** A store with a journal. */
const storeWith = async (runId: string, records: readonly JournalRecord[]) => {
  const { store } = memoryHost()
  const lease = await store.acquire(runId)
  await lease.append([...records])
  await lease.release()
  return store
}

/**
 * A report without durations, without counts of lines and statements, which older journals do not have, and
 * without the texts of failed steps, which these word otherwise.
 */
const comparable = (report: object): unknown =>
  JSON.parse(
    JSON.stringify(report, (key, value: unknown) => {
      if (key === 'durationMs') return 0
      if (key === 'lines' || key === 'statements') return undefined
      const isStep = key === 'failure' && typeof value === 'object' && value !== null && 'stepId' in value
      return isStep ? { ...value, message: '' } : value
    }),
  )

describe.each(versions)('a journal that Amelia wrote in version %i', (version) => {
  it.each(Object.keys(goldenRuns))('is read with its original meaning: %s', async (name) => {
    const { host, runId } = await goldenRuns[name]!()
    const meant = await readRun({ store: host.store, runId, now: 0 })
    const records = readGolden(version, name)
    expect(records[0]).toMatchObject({ value: { version } })
    const store = await storeWith(runId, records)
    const read = await readRun({ store, runId, now: 0 })
    expect(comparable(read.report)).toEqual(comparable(meant.report))
    expect(read.seq).toBe(meant.seq)
    expect(await store.load(runId), 'and does not change').toEqual(records)
  })

  it('fault 66: is resumed, in this version', async () => {
    const { host, runId } = await goldenRuns['died']!()
    const records = readGolden(version, 'died')
    host.store = await storeWith(runId, records)
    const run = await openRun({ host, runId })
    expect(await run.start()).toMatchObject({ status: 'completed' })
    const now = await host.store.load(runId)
    expect(now.slice(0, records.length)).toEqual(records)
    expect(now[records.length]!.value).toMatchObject({ type: 'run_resumed' })
    // Records written since then have a digest again.
    expect((await readRun({ store: host.store, runId, now: 0 })).report.status).toBe('completed')
    const changed = now.map(({ seq, value }) => {
      const { after, ...rest } = value as { after?: number }
      const differs = seq > records.length + 1 && after !== undefined
      return { seq, value: differs ? { ...rest, after: after + 1 } : value }
    })
    const spoiled = await storeWith(runId, changed)
    await expect(readRun({ store: spoiled, runId, now: 0 })).rejects.toMatchObject({ code: 'RUN_VERSION' })
  })

  it('keeps its gates, and applies their answers', async () => {
    const { host, runId } = await goldenRuns['waiting']!()
    host.store = await storeWith(runId, readGolden(version, 'waiting'))
    const run = await openRun({ host, runId, driver: createScriptedDriver() })
    expect(run.gates().map(({ id }) => id)).toEqual(['checkpoint:a:1', 'checkpoint:b:1'])
    for (const { id } of run.gates()) await run.answer(id, 'approve')
    expect(await run.start()).toMatchObject({ status: 'completed' })
  })
})

describe('fault 66: a journal of another version', () => {
  it.each([journalVersion + 1, journalVersion - 1, String(journalVersion)])(
    '%j is refused before any change, with the version that can resume it',
    async (version) => {
      const [first, ...rest] = readGolden(journalVersion, 'died')
      const head = { seq: 1, value: { ...(first!.value as object), version } }
      const host = memoryHost()
      const { runId } = await goldenRuns['died']!()
      host.store = await storeWith(runId, [head, ...rest])
      const error = await openRun({ host, runId }).catch((reason: unknown) => reason)
      const { by } = first!.value as { by: string }
      expect(error).toMatchObject({
        code: 'RUN_VERSION',
        message: expect.stringContaining(`has version ${version}, written by Amelia ${by}`) as string,
      })
      expect(await host.store.load(runId)).toEqual([head, ...rest])
    },
  )

  it('has a journal of each supported version', () => {
    expect(versions).toEqual([journalVersion])
  })
})
