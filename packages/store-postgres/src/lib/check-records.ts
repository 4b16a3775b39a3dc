import { hash } from 'node:crypto'
import { AmeliaError, type JournalRecord, storeParts } from '@amelia/core/plugin'
import type { Row } from './database/postgres-pool.ts'

/** The checksum of a record, with the token of the lease that wrote it. */
export const checksum = (runId: string, seq: number, token: string, value: string): string =>
  hash('sha256', `${runId}\n${seq}\n${token}\n${value}`, 'hex').slice(0, 16)

/** The records of a run before the first damage. `damaged` is the number of the first damaged record. */
export interface StoredRecords {
  records: JournalRecord[]
  damaged: number | null
  /** The number of records that are not in `records`. */
  lost: number
}

/**
 * Checks the numbers and checksums of rows that follow record `after`. `length` is the number of records that
 * the run should have.
 */
export const checkRecords = (
  runId: string,
  rows: readonly Row[],
  length: number,
  after = 0,
): StoredRecords => {
  const wrong = rows.findIndex(({ seq, token, value, sum }, index) => {
    const expected = after + index + 1
    return (
      seq !== expected || expected > length || sum !== checksum(runId, expected, String(token), String(value))
    )
  })
  const whole = wrong === -1 ? rows : rows.slice(0, wrong)
  const records = whole.map(({ seq, value }) => ({
    seq: Number(seq),
    value: JSON.parse(String(value)) as unknown,
  }))
  const lost = Math.max(length - after, rows.length) - whole.length
  return { records, damaged: lost === 0 ? null : after + whole.length + 1, lost }
}

/** Creates the error for a run with a damaged record. */
export const runDamaged = (schema: string, runId: string, damaged: number): AmeliaError => {
  const rest = storeParts.describeReadable(
    damaged - 1,
    'Restore a backup',
    `call repair('${runId}') of the store to continue from there. That keeps a copy of the damaged records`,
  )
  const message = `Record ${damaged} of the run ${runId} in the schema "${schema}" is damaged. ${rest}`
  return new AmeliaError('RUN_DAMAGED', message, { runId, line: damaged })
}
