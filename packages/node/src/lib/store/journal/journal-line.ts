import { hash } from 'node:crypto'
import type { JournalRecord } from '@amelia/core/plugin'

/** The version of the files of a run. A newer one is not read. */
export const journalFormat = 2

/** The first line of a journal: of which version it is, and whose. */
export interface JournalHead {
  format: number
  /** The token of the one who writes this file. */
  token: number
}

/** A record, and how it was written. */
export interface JournalLine extends JournalRecord {
  /** The token of the one who wrote it. 0 in the first format. */
  token: number
  /** The number of the first record that was written together with it. Its own in the first format. */
  group: number
}

const digest = (body: string | Uint8Array): string => hash('sha256', body, 'hex').slice(0, 16)

/** `{"sum":"`, 16 digits, `",`: the sum is of what follows. */
const prefixLength = 26

const encode = (body: string): string => `{"sum":"${digest(body)}",${body}\n`

/** The first line of a journal, with its end. */
export const encodeJournalHead = (token: number): string =>
  encode(`"format":${journalFormat},"token":${token}}`)

/** One record as one line of JSON, with a checksum, and with its end. */
export const encodeJournalLine = ({ token, group, seq, value }: JournalLine): string =>
  encode(`"token":${token},"group":${group},"seq":${seq},"value":${JSON.stringify(value ?? null)}}`)

/** The record or the head of a line without its end; null for a damaged one. */
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
