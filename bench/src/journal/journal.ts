import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRun, type RunStoreV1 } from '@amelia/core'
import type { JournalRecord } from '@amelia/core/plugin'
import { fileStore, sqliteStore } from '@amelia/node'
import { createIdleHost, idleDriver } from '../idle-host.ts'
import type { Absence, Benchmark, Row } from '../run/benchmark.ts'
import { realTime } from '../run/clocks.ts'
import { measureInTurns, type Subject, type Turns } from '../run/measure-in-turns.ts'
import { journalSubjects, type Keeper } from './journal-subjects.ts'
import { recordRun } from './record-run.ts'

/** Transitions of one repeat. */
const transitions = 50

/** A file system in memory, where a sync has no effect. */
const inMemory = '/dev/shm'

interface Place {
  series: string
  parent: string
  turns: Turns
}

/** Measures all ways of keeping a run in one place. */
const measurePlace = async (
  { series, parent, turns }: Place,
  phases: number,
  before: readonly JournalRecord[],
): Promise<Row[]> => {
  const folder = mkdtempSync(join(parent, 'amelia-bench-'))
  const keepers: Keeper[] = []
  try {
    const subjects: Subject[] = []
    for (const [subject, open] of Object.entries(journalSubjects)) {
      // A server keeps its files in one place only.
      if (subject.includes('PostgreSQL') && parent === inMemory) continue
      const own = join(folder, `${keepers.length}`)
      mkdirSync(own)
      const keeper = await open(own, before, phases)
      keepers.push(keeper)
      let done = 0
      const work = async (): Promise<void> => {
        for (let at = 0; at < transitions; at++) await keeper.save(done++)
      }
      subjects.push({
        ...{ series, subject, size: phases, unit: 'us per transition, real time', scale: 1 / transitions },
        // With a preparation, a repeat is never multiplied.
        prepare: () => {},
        work,
      })
    }
    return await measureInTurns(subjects, { ...turns, clock: realTime })
  } finally {
    for (const keeper of keepers) await keeper.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures opening a stored run: read, verified, and folded to its state. */
const measureResume = async (
  phases: number,
  records: readonly JournalRecord[],
  turns: Turns,
): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'amelia-bench-'))
  const runId = 'r1'
  try {
    const database = sqliteStore({ path: join(folder, 'runs.db') })
    const stores: [string, RunStoreV1][] = [
      ['amelia, file store', fileStore({ dir: join(folder, 'files') })],
      ['amelia, SQLite store', database],
    ]
    const subjects: Subject[] = []
    for (const [subject, store] of stores) {
      const lease = await store.acquire(runId)
      await lease.append([...records])
      await lease.release()
      const host = { ...createIdleHost(), store }
      subjects.push({
        ...{ series: 'resume', subject, size: phases, unit: 'ms of CPU time', scale: 1 / 1_000 },
        work: () => openRun({ host, runId, driver: idleDriver }),
      })
    }
    const rows = await measureInTurns(subjects, turns)
    await database.close()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The cost of keeping a run, and of reading it again. */
export const journal: Benchmark = {
  name: 'journal',
  title: 'Journal',
  axis: 'phases',
  about: `The time until one transition is safe, in real time, because waiting for the disk is not CPU time.
Amelia appends a record to a journal; its files contain the whole journal of a run of that size before the first measured transition.
\`JSON file, rewritten\` writes all phases to a new file, syncs it, renames it and syncs the folder; \`SQLite WAL\` updates the row of one phase with \`synchronous = full\`; \`JSON Lines, hand-written\` appends a line and syncs it, without checksums and a lease: the limit.
\`with fsync\` uses the folder for temporary files, \`without fsync\` a file system in memory, where a sync has no effect.
Resume is the CPU time of \`openRun\`: all records are read, verified and folded into the state.
With the address of a PostgreSQL server in \`DATABASE\`, the first series also measures the store in it.`,
  async measure({ quick }) {
    const rows: Row[] = []
    const absent: Absence[] = [
      {
        subject: 'DBOS',
        reason: 'keeps its state in PostgreSQL, a server that this benchmark does not start',
      },
    ]
    const turns = { repeats: quick ? 3 : 12, warm: 1, limitMs: quick ? 4_000 : 20_000 }
    const places: Place[] = [{ series: 'with fsync', parent: tmpdir(), turns }]
    if (existsSync(inMemory)) places.push({ series: 'without fsync', parent: inMemory, turns })
    else absent.push({ subject: 'without fsync', reason: `this system has no ${inMemory}` })
    for (const phases of quick ? [100, 1_000] : [100, 1_000, 10_000]) {
      const records = await recordRun(phases)
      for (const place of places) rows.push(...(await measurePlace(place, phases, records)))
      rows.push(...(await measureResume(phases, records, { ...turns, repeats: quick ? 3 : 6 })))
    }
    return { rows, absent }
  },
}
