import { appendFileSync, copyFileSync, existsSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunEvent, watchRun } from '@amelia/core'
import { expect, it } from 'vitest'
import { isLong } from '../../../test/fixtures/is-long.ts'
import { appendRecords, type RecordedRun, recordRun } from '../../../test/recorded-run.ts'
import { fileStore } from '../src/index.ts'
import { type JournalFiles, machineFiles } from '../src/lib/store/disk/journal-files.ts'
import { encodeJournalHead, encodeJournalLine } from '../src/lib/store/journal/journal-line.ts'

const watch = async ({ dir, runId, events }: RecordedRun) => {
  const after = Math.floor(Math.random() * events.length)
  const seen: RunEvent[] = []
  for await (const event of watchRun({ store: fileStore({ dir }), runId, after })) seen.push(event)
  return { after, seen }
}

/** Watches a run with its progress. Returns what came in all, and the progress. */
const watchProgress = async ({ dir, runId }: RecordedRun) => {
  const seen: object[] = []
  for await (const event of watchRun({ store: fileStore({ dir }), runId, progress: true })) seen.push(event)
  const progress = seen.filter((event) => !('seq' in event)) as { from: number }[]
  return { seen, progress }
}

/** `npm run test:long` has 100 rounds, unless this is set. */
const rounds = Number(process.env['WATCH_ROUNDS'] ?? (isLong ? 100 : 2))

it(
  'yields every event once to 50 viewers, while the writer is killed and another process continues',
  async () => {
    for (let round = 0; round < rounds; round++) {
      const recorded = await recordRun()
      const viewers = Array.from({ length: 20 }, () => watch(recorded))
      const withProgress = watchProgress(recorded)
      let kills = 0
      while (
        !(await appendRecords(recorded, 5 + Math.floor(Math.random() * recorded.records.length * 0.2)))
      ) {
        kills++
        viewers.push(...Array.from({ length: kills === 1 ? 20 : 1 }, () => watch(recorded)))
      }
      while (viewers.length < 50) viewers.push(watch(recorded))
      for (const { after, seen } of await Promise.all(viewers))
        expect(seen).toEqual(recorded.events.slice(after))
      expect(kills).toBeGreaterThan(0)
      const { seen, progress } = await withProgress
      expect(seen.filter((event) => 'seq' in event)).toEqual(recorded.events)
      // Progress may be lost when its writer is killed at once. Another test shows that it arrives.
      const order = progress.map(({ from }) => from)
      expect(order).toEqual(order.toSorted((a, b) => a - b))
    }
  },
  isLong ? 1_200_000 : 60_000,
)

/** The files of this machine, with counts of what is read. */
const countedFiles = () => {
  const counts = { folders: 0, files: 0 }
  const files: JournalFiles = {
    ...machineFiles,
    readdir(path) {
      counts.folders++
      return machineFiles.readdir(path)
    },
    async open(path, flags, mode) {
      const handle = await machineFiles.open(path, flags, mode)
      const { readFile } = handle
      if (/journal\.\d+\.jsonl$/.test(path))
        handle.readFile = async () => {
          counts.files++
          return readFile.call(handle)
        }
      return handle
    },
  }
  return { files, counts }
}

it('reads each record when it is written, and the complete journal only once', async () => {
  const { dir, runId, records } = await recordRun()
  const { files, counts } = countedFiles()
  const lease = await fileStore({ dir }).acquire(runId)
  const stop = new AbortController()
  const follower = fileStore({ dir, files }).follow!(runId, stop.signal)[Symbol.asyncIterator]()
  for (const record of records) {
    const next = follower.next()
    await lease.append([record])
    expect((await next).value).toEqual([record])
  }
  expect(counts.files).toBe(1)
  const end = follower.next()
  stop.abort()
  expect(await end).toMatchObject({ done: true })
  await lease.release()
})

it('does not read what a process writes while another takes the run', async () => {
  const { dir, runId, records } = await recordRun()
  const { files, counts } = countedFiles()
  const [first, second] = [records[0]!, records[1]!]
  const folder = join(dir, runId)
  await (await fileStore({ dir }).acquire(runId)).append([first])
  const stop = new AbortController()
  const follower = fileStore({ dir, files }).follow!(runId, stop.signal)[Symbol.asyncIterator]()
  expect((await follower.next()).value).toEqual([first])
  // The next owner has taken the run, and has not published its journal yet.
  copyFileSync(join(folder, 'lease.1'), join(folder, 'lease.2'))
  const late = encodeJournalLine({ token: 1, group: 2, seq: 2, value: 'late' })
  appendFileSync(join(folder, 'journal.1.jsonl'), late)
  const next = follower.next()
  const before = counts.folders
  await expect.poll(() => counts.folders).toBeGreaterThan(before + 1)
  const lines = [
    encodeJournalHead(2),
    encodeJournalLine({ token: 1, group: 1, ...first }),
    encodeJournalLine({ token: 2, group: 2, ...second }),
  ]
  writeFileSync(join(folder, 'draft'), lines.join(''))
  renameSync(join(folder, 'draft'), join(folder, 'journal.2.jsonl'))
  expect((await next).value).toEqual([second])
  stop.abort()
})

it('waits for a run that does not exist yet, and ends with the signal', async () => {
  const { dir } = await recordRun()
  const stop = new AbortController()
  const { files, counts } = countedFiles()
  const end = fileStore({ dir, files }).follow!('later', stop.signal)[Symbol.asyncIterator]().next()
  await expect.poll(() => counts.folders).toBeGreaterThan(0)
  stop.abort()
  expect(await end).toMatchObject({ done: true })
})

it('transmits progress through a file of limited size, in order', async () => {
  const { dir, runId, records } = await recordRun()
  const [writer, viewer] = [fileStore({ dir }), fileStore({ dir })]
  await (await writer.acquire(runId)).append(records.slice(0, 1))
  const file = join(dir, runId, 'progress/values.jsonl')
  const stop = new AbortController()
  const tail = viewer.tail!(runId, stop.signal)[Symbol.asyncIterator]()
  const first = tail.next()
  const text = 'x'.repeat(10_000)
  let largest = 0
  let sent = 0
  let isReceived = false
  void first.then(() => (isReceived = true))
  while (!isReceived || sent < 100) {
    await writer.publish!(runId, { n: ++sent, text })
    largest = Math.max(largest, statSync(file).size)
  }
  const numbers = [(await first).value, (await tail.next()).value].map((value) => (value as { n: number }).n)
  expect(numbers[1]).toBeGreaterThan(numbers[0]!)
  expect(largest).toBeGreaterThan(200_000)
  expect(largest).toBeLessThanOrEqual(262_144)
  await writer.publish!(runId, { text: 'x'.repeat(65_536) })
  await Promise.all(Array.from({ length: 30 }, (_, n) => writer.publish!(runId, { last: n })))
  const values: object[] = []
  while (
    values.at(-1) === undefined ||
    !('last' in values.at(-1)!) ||
    (values.at(-1) as { last: number }).last < 29
  )
    values.push((await tail.next()).value as object)
  const order = values.flatMap((value) => ('last' in value ? [value.last as number] : []))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  const end = tail.next()
  stop.abort()
  expect(await end).toMatchObject({ done: true })
  await writer.publish!('unknown', { n: 1 })
  expect(existsSync(join(dir, 'unknown'))).toBe(false)
})
