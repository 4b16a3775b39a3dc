import { AmeliaError } from '../../error/amelia-error.ts'
import { redactSecrets } from '../../text/secret/match-secrets.ts'
import { stripAnsi } from '../../text/strip-ansi.ts'

/** The characters of a text for an agent. */
const mostCharacters = 10_000

/**
 * Cleans a person's text for an agent: control sequences and the values of secrets are removed, the former
 * first, because they could hide the latter. Throws `COMMAND_INVALID` for an empty or a longer text.
 */
export const cleanText = (text: string, secrets: readonly string[] = []): string => {
  if (typeof text !== 'string')
    throw new AmeliaError(
      'COMMAND_INVALID',
      `A text for an agent must be a string; got ${text === null ? 'null' : `a ${typeof text}`}.`,
      {
        open: [],
      },
    )
  const clean = redactSecrets(stripAnsi(text).trim(), secrets)
  if (clean !== '' && clean.length <= mostCharacters) return clean
  throw new AmeliaError(
    'COMMAND_INVALID',
    `A text for an agent must have 1 to ${mostCharacters} characters without control sequences; got ${clean.length}.`,
    { open: [] },
  )
}
