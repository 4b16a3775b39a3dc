import type { JournalRecord } from '@amelia/core/plugin'
import { decodeJournalLine } from '../journal/journal-line.ts'

/** The records that continue a journal, and where the last of them ends. */
interface Continuation {
  records: JournalRecord[]
  /** The number of bytes up to the end of the last record. */
  length: number
  /** The token of the last record's line. */
  writer: number
}

/**
 * Reads the bytes after the last known record. `token`: that of the file's lease. `writer`: that of the last
 * record. An unfinished last line is left out.
 *
 * Returns null if a line is not the next record: only the complete file shows whether it is damaged.
 */
export const readOn = (
  bytes: Buffer,
  { token, writer, count }: { token: number; writer: number; count: number },
): Continuation | null => {
  const records: JournalRecord[] = []
  const found: Continuation = { records, length: 0, writer }
  for (let from = 0; ; ) {
    const to = bytes.indexOf(0x0a, from)
    if (to === -1) return found
    const line = decodeJournalLine(bytes.subarray(from, to))
    if (line === null || !('seq' in line) || line.token > token) return null
    from = to + 1
    // A process that had lost the run wrote it.
    if (line.token < found.writer) continue
    if (line.seq !== count + records.length + 1) return null
    records.push({ seq: line.seq, value: line.value })
    found.length = from
    found.writer = line.token
  }
}
