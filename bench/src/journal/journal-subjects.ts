import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RunStoreV1 } from '@amelia/core'
import type { JournalRecord } from '@amelia/core/plugin'
import { fileStore, sqliteStore } from '@amelia/node'
import { postgresStore } from '@amelia/store-postgres'

/** The state of a phase, as a program without a journal would keep it. */
interface PhaseRecord {
  id: string
  title: string
  status: string
  dependsOn: string[]
  attempts: number
  commit: string | null
}

/** The part of `node:sqlite` that is used. */
interface SqliteModule {
  DatabaseSync: new (
    path: string,
  ) => {
    exec(sql: string): void
    prepare(sql: string): { run(...values: string[]): unknown }
    close(): void
  }
}

/** One way to keep the state of a run. */
export interface Keeper {
  /** Saves one transition and resolves when it is safe. */
  save(transition: number): unknown
  close(): unknown
}

/** Opens a keeper in an empty folder, with all that has happened before. */
export type OpenKeeper = (folder: string, before: readonly JournalRecord[], phases: number) => Promise<Keeper>

const runId = 'r1'

const phaseRecords = (count: number): PhaseRecord[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `phase-${at}`,
    title: `Phase ${at}`,
    status: 'pending',
    dependsOn: at === 0 ? [] : [`phase-${at - 1}`],
    attempts: 0,
    commit: null,
  }))

/** Changes the state of one phase, and returns it. */
const change = (phases: readonly PhaseRecord[], transition: number): PhaseRecord => {
  const phase = phases[transition % phases.length]!
  phase.status = `step ${transition}`
  phase.attempts++
  return phase
}

const inStore =
  (open: (folder: string) => RunStoreV1 & { close?(): Promise<void> }): OpenKeeper =>
  async (folder, before) => {
    const store = open(folder)
    const lease = await store.acquire(runId)
    await lease.append([...before])
    const value = before.at(-1)?.value
    let seq = before.length
    return {
      save: () => lease.append([{ seq: ++seq, value }]),
      async close() {
        await (lease.remove?.() ?? lease.release())
        await store.close?.()
      },
    }
  }

const byHand: OpenKeeper = async (folder, before) => {
  const file = openSync(join(folder, 'journal.jsonl'), 'a')
  writeSync(file, before.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const value = before.at(-1)?.value
  return {
    save(transition) {
      writeSync(file, `${JSON.stringify({ seq: before.length + transition + 1, value })}\n`)
      fdatasyncSync(file)
    },
    close: () => closeSync(file),
  }
}

const rewritten: OpenKeeper = async (folder, _, count) => {
  const phases = phaseRecords(count)
  const [path, draft] = [join(folder, 'state.json'), join(folder, 'state.json.new')]
  return {
    save(transition) {
      change(phases, transition)
      const file = openSync(draft, 'w')
      writeFileSync(file, JSON.stringify({ phases }))
      fsyncSync(file)
      closeSync(file)
      renameSync(draft, path)
      const parent = openSync(folder, 'r')
      fsyncSync(parent)
      closeSync(parent)
    },
    close() {},
  }
}

/** Returns the module, or undefined in a Node without it. */
const loadSqlite = (): SqliteModule | undefined =>
  process.getBuiltinModule('node:sqlite') as unknown as SqliteModule | undefined

/** Whether this Node has the module that the ways with SQLite need. */
export const hasSqlite = (): boolean => loadSqlite() !== undefined

const inRows: OpenKeeper = async (folder, _, count) => {
  const { DatabaseSync } = loadSqlite()!
  const database = new DatabaseSync(join(folder, 'state.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec('create table phase (id text primary key, state text)')
  const phases = phaseRecords(count)
  const insert = database.prepare('insert into phase values (?, ?)')
  database.exec('begin')
  for (const phase of phases) insert.run(phase.id, JSON.stringify(phase))
  database.exec('commit')
  const update = database.prepare('update phase set state = ? where id = ?')
  return {
    save(transition) {
      const phase = change(phases, transition)
      update.run(JSON.stringify(phase), phase.id)
    },
    close: () => database.close(),
  }
}

/** The ways of every Node, by name: Amelia’s files, the limit, and a common way without a journal. */
export const journalSubjects: Readonly<Record<string, OpenKeeper>> = {
  'amelia, file store': inStore((folder) => fileStore({ dir: folder })),
  'JSON Lines, hand-written': byHand,
  'JSON file, rewritten': rewritten,
}

/** The ways that need `node:sqlite`, by name. */
export const sqliteSubjects: Readonly<Record<string, OpenKeeper>> = {
  'amelia, SQLite store': inStore((folder) => sqliteStore({ path: join(folder, 'runs.db') })),
  'SQLite WAL, row per phase': inRows,
}

/** The store in a database. */
export const postgresKeeper = (database: string): OpenKeeper => inStore(() => postgresStore({ database }))
