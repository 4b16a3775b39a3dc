import { AmeliaError } from '@amelia/core/plugin'

/** The largest offer, in bytes of its JSON. */
const maxOfferBytes = 524_288

/** Encodes the value of an offer. Throws `OPTION_INVALID` if it is not JSON, or too large. */
export const encodeOffer = (value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined
  if (text !== undefined && Buffer.byteLength(text) <= maxOfferBytes) return text
  const why = text === undefined ? 'it is not a JSON value' : `it is larger than ${maxOfferBytes} bytes`
  throw new AmeliaError('OPTION_INVALID', `Cannot offer this value to a run: ${why}.`, { option: 'value' })
}
