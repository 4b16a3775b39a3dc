import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRun, type RunStoreV1 } from '@amelia/core'
import type { JournalRecord } from '@amelia/core/plugin'
import { fileStore, sqliteStore } from '@amelia/node'
import { startPostgres, type TestServer } from '../../../test/fixtures/start-postgres.ts'
import { createIdleHost, idleDriver } from '../idle-host.ts'
import type { Absence, Benchmark, Row } from '../run/benchmark.ts'
import { Missing } from '../peer/peers.ts'
import { realTime } from '../run/clocks.ts'
import { measureInTurns, type Subject, type Turns } from '../run/measure-in-turns.ts'
import { loadDbosKeeper } from './dbos-keeper.ts'
import {
  hasSqlite,
  journalSubjects,
  type Keeper,
  type OpenKeeper,
  postgresKeeper,
  sqliteSubjects,
} from './journal-subjects.ts'
import { recordRun } from './record-run.ts'

/** Transitions of one repeat. */
const transitions = 50

/** A file system in memory, where a sync has no effect. */
const inMemory = '/dev/shm'

interface Place {
  series: string
  ways: Readonly<Record<string, OpenKeeper>>
  parent: string
  turns: Turns
}

/** Measures all ways of keeping a run in one place. */
const measurePlace = async (
  { series, ways, parent, turns }: Place,
  phases: number,
  before: readonly JournalRecord[],
): Promise<Row[]> => {
  const folder = mkdtempSync(join(parent, 'amelia-bench-'))
  const keepers: Keeper[] = []
  try {
    const subjects: Subject[] = []
    for (const [subject, open] of Object.entries(ways)) {
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
    const database = hasSqlite() ? sqliteStore({ path: join(folder, 'runs.db') }) : undefined
    const stores: [string, RunStoreV1][] = [['amelia, file store', fileStore({ dir: join(folder, 'files') })]]
    if (database !== undefined) stores.push(['amelia, SQLite store', database])
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
    await database?.close()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a server, where PostgreSQL is installed. */
const openServer = (): Promise<TestServer | null> =>
  process.env['AMELIA_POSTGRES_BIN'] === undefined ? Promise.resolve(null) : startPostgres()

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
The first series also has the store in PostgreSQL, and DBOS on the same server, where a transition is a step of a workflow; the server syncs each transaction to the same folder.`,
  async measure({ quick, peers }) {
    const rows: Row[] = []
    const absent: Absence[] = []
    const server = await openServer()
    const served: Record<string, OpenKeeper> = {}
    if (server === null) {
      const reason = 'PostgreSQL is not installed here'
      absent.push({ subject: 'amelia, PostgreSQL store', reason }, { subject: 'DBOS', reason })
    } else {
      served['amelia, PostgreSQL store'] = postgresKeeper(await server.createDatabase())
      const dbos = await loadDbosKeeper(peers, await server.createDatabase())
      if (dbos instanceof Missing) absent.push({ subject: 'DBOS', reason: dbos.reason })
      else served['DBOS, step of a workflow'] = dbos
    }
    if (!hasSqlite()) {
      const reason = `needs \`node:sqlite\` of Node 22.13 or newer; this is ${process.version}`
      for (const subject of Object.keys(sqliteSubjects)) absent.push({ subject, reason })
    }
    const turns = { repeats: quick ? 3 : 12, warm: 1, limitMs: quick ? 4_000 : 20_000 }
    // A server keeps its files in one place only.
    const local = { ...journalSubjects, ...(hasSqlite() ? sqliteSubjects : {}) }
    const synced = { ...local, ...served }
    const places: Place[] = [{ series: 'with fsync', ways: synced, parent: tmpdir(), turns }]
    if (existsSync(inMemory)) places.push({ series: 'without fsync', ways: local, parent: inMemory, turns })
    else absent.push({ subject: 'without fsync', reason: `this system has no ${inMemory}` })
    for (const phases of quick ? [100, 1_000] : [100, 1_000, 10_000]) {
      const records = await recordRun(phases)
      for (const place of places) rows.push(...(await measurePlace(place, phases, records)))
      rows.push(...(await measureResume(phases, records, { ...turns, repeats: quick ? 3 : 6 })))
    }
    await server?.stop()
    return { rows, absent }
  },
}
