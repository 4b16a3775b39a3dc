import { readFile } from 'node:fs/promises'
import { AmeliaError, type JournalRecord } from '@amelia/core/plugin'
import { decodeJournalLine } from './journal-line.ts'

/** A journal's whole records, and how many bytes they are. */
export interface Journal {
  records: JournalRecord[]
  /** Where a torn tail begins, and where the next record goes. */
  length: number
  /** Whether there is a torn tail. */
  torn: boolean
}

/**
 * Reads and verifies a journal.
 *
 * A last line without an end was never promised to anybody: it is the torn tail of a crash. A line with an end was: if
 * its checksum or its number is wrong, `RUN_DAMAGED` names it. A missing file is `RUN_NOT_FOUND`.
 */
export const readJournal = async (file: string, runId: string): Promise<Journal> => {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause
    throw new AmeliaError('RUN_NOT_FOUND', `There is no run ${runId}: ${file} does not exist.`, { runId })
  })
  const length = bytes.lastIndexOf(0x0a) + 1
  const records: JournalRecord[] = []
  const lines = bytes.subarray(0, length).toString().split('\n').slice(0, -1)
  for (const [index, line] of lines.entries()) {
    const record = decodeJournalLine(line)
    if (record?.seq !== index + 1) {
      const message = `Line ${index + 1} of ${file} is damaged: the run cannot be read. Restore the file, or start a new run.`
      throw new AmeliaError('RUN_DAMAGED', message, { runId, line: index + 1 })
    }
    records.push(record)
  }
  return { records, length, torn: length < bytes.length }
}
