import { AmeliaError } from '@amelia/core/plugin'

/** The largest command, in bytes of its JSON. */
const maxSentBytes = 524_288

/** Encodes the value of a command. Throws `OPTION_INVALID` if it is not JSON, or too large. */
export const encodeSent = (value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined
  if (text !== undefined && Buffer.byteLength(text) <= maxSentBytes) return text
  const why = text === undefined ? 'it is not a JSON value' : `it is larger than ${maxSentBytes} bytes`
  throw new AmeliaError('OPTION_INVALID', `Cannot send this value to a run: ${why}.`, { option: 'value' })
}
