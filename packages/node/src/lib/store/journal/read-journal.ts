import { AmeliaError, type JournalRecord } from '@amelia/core/plugin'
import { isHoled } from './is-holed.ts'
import { decodeJournalLine, encodeJournalLine, journalFormat, type JournalLine } from './journal-line.ts'

/** The readable part of a journal. */
export interface Journal {
  /** All records, up to the end or the damage. */
  records: JournalRecord[]
  /** Their lines with line breaks, for the next journal. */
  lines: Buffer[]
  /** The number of bytes up to the end of the last record. */
  end: number
  /** The token of the last record's line; 0 in the first format. */
  writer: number
  /** The place where a stored record is unreadable; null for an intact journal. */
  damage: JournalDamage | null
}

export interface JournalDamage {
  /** The number of the unreadable record. */
  record: number
  /** The line of the file, counted from 1. */
  line: number
  /** The number of unusable lines, from there on. */
  lost: number
}

/** The start and the end of a line in a file. */
interface Piece {
  from: number
  to: number
}

/**
 * Reads and verifies the bytes of a journal.
 *
 * A crash or a full disk may tear the last write, which was never acknowledged: its last line has no line
 * break, or sectors of its group are missing. Such lines are left out, and so are lines of a process that had
 * lost the run to the writer of an earlier line. Any other change is damage; so is an empty file. Throws
 * `RUN_VERSION` for a file of a newer format.
 */
export const readJournal = (bytes: Buffer, runId: string): Journal => {
  const pieces = splitLines(bytes)
  const decode = ({ from, to }: Piece) => decodeJournalLine(bytes.subarray(from, to))
  const { first, holder } = readHead(pieces[0] && decode(pieces[0]), runId)
  const records: JournalRecord[] = []
  const lines: Buffer[] = []
  let token = 0
  let end = first === 0 ? 0 : pieces[0]!.to + 1
  for (const [at, piece] of pieces.slice(first).entries()) {
    const line = decode(piece)
    if (line !== null && 'seq' in line && line.token <= holder) {
      if (line.token < token) continue
      if (line.seq === records.length + 1) {
        token = line.token
        end = piece.to + 1
        records.push({ seq: line.seq, value: line.value })
        lines.push(toLine(line, bytes.subarray(piece.from, piece.to + 1)))
        continue
      }
    }
    const next = records.length + 1
    const rest = pieces.slice(first + at)
    const ofLastGroup = rest.map(decode).every((one) => one === null || ('seq' in one && one.group <= next))
    if (ofLastGroup && isHoled(bytes, piece.from, piece.to)) break
    return {
      records,
      lines,
      end,
      writer: token,
      damage: { record: next, line: first + at + 1, lost: rest.length },
    }
  }
  const empty = first === 0 && records.length === 0
  return {
    records,
    lines,
    end,
    writer: token,
    damage: empty ? { record: 1, line: 1, lost: pieces.length } : null,
  }
}

/**
 * Returns the first line with a record, and the token of the file's lease. The first format has neither head
 * nor tokens.
 */
const readHead = (
  line: ReturnType<typeof decodeJournalLine> | undefined,
  runId: string,
): { first: number; holder: number } => {
  if (!line || !('format' in line)) return { first: 0, holder: 0 }
  if (line.format <= journalFormat) return { first: 1, holder: line.token }
  const message = `Run ${runId} has a journal file of version ${line.format}, but this Amelia reads version ${journalFormat}. Resume it with the Amelia that wrote it.`
  throw new AmeliaError('RUN_VERSION', message, { runId, version: String(line.format) })
}

const toLine = (line: JournalLine, bytes: Buffer): Buffer =>
  line.token === 0 ? Buffer.from(encodeJournalLine(line)) : bytes

const splitLines = (bytes: Buffer): Piece[] => {
  const pieces: Piece[] = []
  for (let from = 0; ; ) {
    const to = bytes.indexOf(0x0a, from)
    if (to === -1) return pieces
    pieces.push({ from, to })
    from = to + 1
  }
}
