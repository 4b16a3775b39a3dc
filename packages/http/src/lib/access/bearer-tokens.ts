import { AmeliaError, checkArgument, rules } from '@amelia/core/plugin'
import { type Access, type Authenticate, levels } from './caller.ts'

/** The shortest token that is accepted, in characters. */
const minLength = 16

/**
 * Authenticates requests by `Authorization: Bearer TOKEN`. Takes the access of each token. Tokens are
 * compared by their hashes, so that response times reveal nothing.
 *
 * Throws `OPTION_INVALID` for a token of less than 16 characters and for an unknown access.
 */
export const bearerTokens = (tokens: Readonly<Record<string, Access>>): Authenticate => {
  // No rule for the values: a message would quote the token as their name.
  checkArgument('bearerTokens', 'tokens', tokens, { ...rules.object, secret: true })
  const entries = Object.entries(tokens)
  if (entries.length === 0) throw invalid('Pass at least one token with its access.')
  for (const [token, access] of entries) {
    // A key of an object is a text: a variable that is not set becomes one.
    if (token === '' || token === 'undefined')
      throw invalid('A token is empty or undefined. Set the environment variable that it comes from.')
    if (token.length < minLength)
      throw invalid(`A token must have at least ${minLength} characters; got one of ${token.length}.`)
    if (!levels.includes(access))
      throw invalid(
        `The access of a token must be one of ${levels.join(', ')}; got ${JSON.stringify(access)}.`,
      )
  }
  const hashTokens = () =>
    Promise.all(entries.map(async ([token, access]) => ({ hash: await hash(token), access })))
  let hashed: Awaited<ReturnType<typeof hashTokens>> | undefined
  return async (request) => {
    const [, given] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    if (given === undefined) return null
    const own = await hash(given)
    // A Worker may hash only while it handles a request.
    hashed ??= await hashTokens()
    const found = hashed.find((entry) => entry.hash === own)
    return found ? { access: found.access } : null
  }
}

const hash = async (text: string): Promise<string> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).join()

const invalid = (message: string): AmeliaError =>
  new AmeliaError('OPTION_INVALID', message, { option: 'tokens' })
