import { createHash } from 'node:crypto'
import type { JournalRecord } from '@amelia/core/plugin'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** `{"sum":"`, 16 digits, `",`: the sum is of what follows. */
const prefixLength = 26

/** One record as one line of JSON, with a checksum, and with its end. */
export const encodeJournalLine = ({ seq, value }: JournalRecord): string => {
  const body = `"seq":${seq},"value":${JSON.stringify(value ?? null)}}`
  return `{"sum":"${digest(body)}",${body}\n`
}

/** The record of a line without its end; null for a damaged one. */
export const decodeJournalLine = (line: string): JournalRecord | null => {
  const body = line.slice(prefixLength)
  if (line.slice(0, prefixLength) !== `{"sum":"${digest(body)}",`) return null
  try {
    const { seq, value } = JSON.parse(line) as { seq: number; value: unknown }
    return { seq, value }
  } catch {
    return null
  }
}
