import { hash } from 'node:crypto'
import type { JournalRecord } from '@amelia/core/plugin'

/** The version of a run's files. Files of a newer version are refused. */
export const journalFormat = 2

/** The first line of a journal. */
export interface JournalHead {
  format: number
  /** The token of the lease that writes this file. */
  token: number
}

/** A record, with the lease and the write that stored it. */
export interface JournalLine extends JournalRecord {
  /** The token of the lease that wrote it; 0 in the first format. */
  token: number
  /** The number of the first record in the same write; its own number in the first format. */
  group: number
}

const digest = (body: string | Uint8Array): string => hash('sha256', body, 'hex').slice(0, 16)

/** The length of `{"sum":"`, 16 digits and `",`. The sum covers everything after them. */
const prefixLength = 26

const encode = (body: string): string => `{"sum":"${digest(body)}",${body}\n`

/** Encodes the first line of a journal, with its line break. */
export const encodeJournalHead = (token: number): string =>
  encode(`"format":${journalFormat},"token":${token}}`)

/** Encodes a record as one line of JSON with a checksum, with its line break. */
export const encodeJournalLine = ({ token, group, seq, value }: JournalLine): string =>
  encode(`"token":${token},"group":${group},"seq":${seq},"value":${JSON.stringify(value ?? null)}}`)

/** Decodes a line without its line break; null if it is damaged. */
export const decodeJournalLine = (line: Buffer): JournalLine | JournalHead | null => {
  const body = line.subarray(prefixLength)
  if (line.toString('latin1', 0, prefixLength) !== `{"sum":"${digest(body)}",`) return null
  try {
    const read = JSON.parse(line.toString()) as JournalHead & JournalLine
    if (typeof read.format === 'number') return { format: read.format, token: read.token }
    const { seq, value, token = 0, group = seq } = read
    return { token, group, seq, value }
  } catch {
    return null
  }
}
