import { AmeliaError } from '@amelia/core/plugin'

const maxLength = 65_536

/** Encodes the value of a command. Throws `OPTION_INVALID` if it is not JSON, or too long. */
export const encodeSent = (value: unknown): string => {
  const text = JSON.stringify(value) as string | undefined
  if (text !== undefined && text.length <= maxLength) return text
  const message = `The value cannot be sent to a run: pass a JSON value of at most ${maxLength} characters.`
  throw new AmeliaError('OPTION_INVALID', message, { option: 'value' })
}
