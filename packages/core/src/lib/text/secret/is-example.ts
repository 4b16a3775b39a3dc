import { hashText } from '../hash-text.ts'

/**
 * Secrets that their owners published for examples and tests, as hashes: of a token without its prefix
 * `gh?_`, of a private key the first 128 characters of its Base64 text. A key of fewer characters counts with
 * all of them.
 */
const published: ReadonlySet<string> = new Set([
  // docs.github.com: responses with tokens of OAuth, users and installations; with a refresh token
  ...['7e498f91828a193c', '8c029ad8efa12979'],
  // docs.slack.dev: oauth.v2.access
  '2ddc147f3a3b5a17',
  // docs.sendgrid.com: Authentication
  '02091175c1ae3023',
  // jwt.io: RS256, ES256
  ...['73ad3de08bd8b90e', '27326caca9a3b978'],
  // Vagrant's insecure key, which every base box accepts
  'ec651b0da5b5d499',
  // RFC 8410, section 10.3
  '4ff96a60934849a7',
  // RFC 9421, appendix B.1: RSA, RSA-PSS, P-256, Ed25519
  ...['f39221e6a0d388a2', '3e3dfc9f09c0946a', 'c0bae980f43dc73e', '8cd81d547007c6e1'],
  // RFC 9500, section 2: RSA with 1024, 2048 and 4096 bits; P-256, P-384, P-521
  ...['f7e8078273a44a1a', '18a2f3bad97b0883', '0d69c243ba4d81dc'],
  ...['64dbe1d7f63dc867', '05f532693e733fd8', '545fe53ac197925a'],
])

/** The keys in the documents of AWS. */
const publishedAws = /^A(?:KIA|SIA)[A-Z0-9]{9}EXAMPLE$/

/** The length that identifies a key: it includes more than enough of the number that only the key has. */
const identifying = 128

/** Whether a text in the shape of a secret is one that its owner published as an example. */
export const isPublished = (text: string): boolean =>
  publishedAws.test(text) || published.has(hashText(coreOf(text)).slice(0, 16))

/** The part of a secret that identifies it, however its lines are broken, indented or escaped. */
const coreOf = (text: string): string => {
  if (!text.startsWith('-----')) return text.replace(/^gh[a-z]_/, '')
  const [, body = ''] = /^-----BEGIN [A-Z ]+-----([^]*?)(?:-----|$)/.exec(text.slice(0, 1_000)) ?? []
  return body.replaceAll(/\\+[nr]|[^A-Za-z0-9+/=]/g, '').slice(0, identifying)
}

/** Words of examples. A random text of 40 characters holds one of them once in ten thousand times. */
const exampleWords = /example|placeholder|sample|dummy|fake|your|changeme|redacted|insert|xxxx|not-a-real/i

/**
 * Whether a text in the shape of a secret is visibly not one: it contains a word of examples, names a package
 * or a class, or is the first line of a key without the key.
 */
export const isExample = (text: string): boolean => {
  if (text.startsWith('-----')) return !keyFollows.test(text) && !/[A-Za-z0-9+/]{40}/.test(text.slice(0, 500))
  if (exampleWords.test(text)) return true
  // Names in kebab case begin with "sk-", too.
  return text.startsWith('sk-') && !(/\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text))
}

/** A key begins in the line after its header. The end of that line may be escaped. */
const keyFollows = /^-----BEGIN [A-Z ]+-----[ \t]*(?:\r?\n|\\+[nr])(?:\s|\\+[nr])*[A-Za-z0-9+/]/
