import { storeParts } from '@amelia/core/plugin'
import type { SentCommand } from '@amelia/core/plugin'
import type { Use } from './database/create-use.ts'
import type { Query, Row } from './database/postgres-pool.ts'
import type { Statements } from './lease/statements.ts'
import { checkRecords, type StoredRecords } from './check-records.ts'
import { runNotFound } from './rules/run-not-found.ts'

export interface ReaderOptions {
  use: Use
  statements: Statements
  schema: string
}

/** Creates the functions that read stored runs. */
export const createReader = ({ use, statements, schema }: ReaderOptions) => {
  const first = async (query: Query, text: string, ...values: unknown[]): Promise<Row | undefined> =>
    (await query(text, values)).rows[0]
  /** Reads the records after a number; null if the run is not stored. */
  const read = async (
    query: Query,
    runId: string,
    after = 0,
  ): Promise<(StoredRecords & { length: number }) | null> => {
    const { rows } = await query(statements.read, [runId, after])
    if (rows.length === 0) return null
    const length = Number(rows[0]!['length'])
    const found = rows.filter(({ seq }) => seq !== null)
    return { ...checkRecords(runId, found, length, after), length }
  }
  /** Runs a task on a stored run, which is searched if the task finds nothing. */
  const onRun = async <Result>(
    runId: string,
    task: (query: Query) => Promise<Result | undefined>,
  ): Promise<Result | undefined> => {
    storeParts.checkRunId(runId)
    return use(runId, async (query) => {
      const result = await task(query)
      if (result === undefined && !(await first(query, statements.find, runId)))
        throw runNotFound(runId, schema)
      return result
    })
  }
  const readSent = async (runId: string): Promise<SentCommand[]> =>
    (await onRun(runId, async (query) => {
      const { rows } = await query(statements.pending, [runId])
      const commands = rows.map(({ id, value }) => ({ id: String(id), value: parse(String(value)) }))
      return commands.length === 0 ? undefined : commands
    })) ?? []
  return { first, read, onRun, readSent }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
