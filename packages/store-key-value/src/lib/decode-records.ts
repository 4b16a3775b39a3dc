import { AmeliaError, type JournalRecord } from '@amelia/core/plugin'

/** Formats a record as a line: a checksum, and the record as JSON. */
export const encodeRecord = (record: JournalRecord): string => {
  const text = JSON.stringify(record)
  return `${checksum(text)} ${text}\n`
}

/**
 * Reads the records of a journal, and the complete part of its last piece: a line without a line end is
 * incomplete and omitted.
 *
 * `before`: the number of records before the first piece. Throws `RUN_DAMAGED` with the number of a damaged
 * line.
 */
export const decodeRecords = (
  pieces: readonly string[],
  runId: string,
  before = 0,
): { records: JournalRecord[]; whole: string } => {
  const last = pieces.at(-1) ?? ''
  const whole = last.slice(0, last.lastIndexOf('\n') + 1)
  const lines = [...pieces.slice(0, -1), whole].join('').split('\n').slice(0, -1)
  const records = lines.map((line, index): JournalRecord => {
    const text = line.slice(9)
    const sound = line.slice(0, 8) === checksum(text)
    const record = sound ? (JSON.parse(text) as JournalRecord) : null
    const seq = before + index + 1
    if (record?.seq === seq) return record
    const message = `The journal of run ${runId} is damaged at line ${seq}. Restore it from a backup, or start a new run.`
    throw new AmeliaError('RUN_DAMAGED', message, { runId, line: seq })
  })
  return { records, whole }
}

/** FNV-1a: detects accidental damage, not forgery. */
const checksum = (text: string): string => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** Parses JSON. Returns undefined if it is missing or invalid. */
export const parseJson = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  } catch {
    return undefined
  }
}
