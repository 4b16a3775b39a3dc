import { isPublished } from './is-example.ts'

/**
 * Known shapes of secrets: the text that each begins with, and the rest.
 *
 * A text is scanned in time linear in its length: the rest has a fixed length, so the matcher never
 * backtracks.
 */
const shapes: readonly (readonly [name: string, begins: string, rest: string])[] = [
  ['a private key', '-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY', ''],
  ['an AWS access key', 'AKIA|ASIA', '[A-Z0-9]{16}\\b'],
  ['a GitHub token', 'gh[pousr]_', '[A-Za-z0-9]{36}'],
  ['a GitHub token', 'github_pat_', '[A-Za-z0-9_]{60}'],
  ['a GitLab token', 'glpat-', '[A-Za-z0-9_-]{20}'],
  ['a Slack token', 'xox[abopres]-|xapp-', '[A-Za-z0-9-]{20}'],
  [
    'a Slack webhook',
    'hooks\\.slack\\.com/services/',
    'T[A-Za-z0-9]{8,12}/B[A-Za-z0-9]{8,12}/[A-Za-z0-9]{20}',
  ],
  ['an Anthropic key', 'sk-ant-', '[A-Za-z0-9_-]{24}'],
  ['an OpenAI key', 'sk-', '(?:proj-)?[A-Za-z0-9_-]{40}'],
  ['a Groq key', 'gsk_', '[A-Za-z0-9]{52}'],
  ['a Hugging Face token', 'hf_', '[A-Za-z]{34}'],
  ['a Stripe key', '[rs]k_live_', '[A-Za-z0-9]{20}'],
  ['a Google API key', 'AIza', '[A-Za-z0-9_-]{35}'],
  ['an npm token', 'npm_', '[A-Za-z0-9]{36}'],
  ['a Docker token', 'dckr_pat_', '[A-Za-z0-9_-]{27}'],
  ['a SendGrid key', 'SG\\.', '[A-Za-z0-9_-]{22}\\.[A-Za-z0-9_-]{43}'],
  ['a Shopify token', 'shp(?:at|ca|pa|ss)_', '[A-Za-z0-9]{32}'],
  ['a Linear key', 'lin_api_', '[A-Za-z0-9]{32}'],
  ['a Notion token', 'ntn_', '[0-9]{11}[A-Za-z0-9]{35}'],
  ['a Figma token', 'figd_', '[A-Za-z0-9_-]{40}'],
  ['a Grafana token', 'glc_', '[A-Za-z0-9+/]{32}'],
  ['a Grafana token', 'glsa_', '[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}'],
  ['a Databricks token', 'dapi', '[a-f0-9]{32}'],
  ['a Vercel token', 'vc[aciprk]_', '[A-Za-z0-9]{24}'],
  ['a 1Password token', 'ops_ey', '[A-Za-z0-9+/=]{100}'],
  ['a Vault token', 'hv[bsr]\\.', '[A-Za-z0-9_-]{90}'],
]

const [key, ...others] = shapes.map(([, begins]) => begins)
const [signed, unsigned] = [true, false].map((wanted) =>
  others.filter((begins) => /[-_./]$/.test(begins) === wanted).join('|'),
)
/**
 * The beginning of any shape, at the beginning of a word: `task-list` has none. Most texts contain none, so
 * the other expressions are not tried. Most beginnings end with a sign, and few characters of a text are one.
 */
const beginning = new RegExp(`[-_./](?<=\\b(?:${signed}))|\\b(?:${unsigned})|${key}`)

const sourceOf = ([, begins, rest]: (typeof shapes)[number]): string =>
  begins.startsWith('-') ? begins : `\\b(?:${begins})${rest}`

/** A secret in a text. */
export interface SecretMatch {
  name: string
  text: string
  index: number
  /** Whether it is one of the given values rather than a known shape. */
  isKnown: boolean
}

/** One private key. Without an end it extends to the next header. */
const oneKey =
  /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY(?:(?!-----BEGIN )[^])*?(?:-----END |(?=-----BEGIN )|$)/g

/**
 * Finds every secret that a text seems to contain, in the order of the text: known shapes, and each value of
 * `known` that has at least 8 characters. Other secrets, and examples that their owners published, are not
 * found.
 */
export const matchSecrets = (text: string, known: readonly string[] = []): SecretMatch[] => {
  const matches: SecretMatch[] = []
  for (const secret of known.filter(({ length }) => length >= minKnown))
    for (let index = text.indexOf(secret); index >= 0; index = text.indexOf(secret, index + secret.length))
      matches.push({ name: 'a secret of this run', text: secret, index, isKnown: true })
  if (beginning.test(text))
    for (const [number, shape] of [oneKey, ...every.slice(1)].entries())
      for (const match of text.matchAll(shape))
        if (!isPublished(match[0]))
          matches.push({ name: shapes[number]![0], text: match[0], index: match.index, isKnown: false })
  return matches.sort((one, other) => one.index - other.index)
}

/** Shorter values occur by chance. */
export const minKnown = 8

/** A private key with all its lines, up to its end or the end of the text. */
const wholeKey =
  /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY[^]*?(?:-----END [A-Z ]{0,40}-----|$)/g

const every = [
  wholeKey,
  ...shapes.slice(1).map((shape) => new RegExp(`${sourceOf(shape)}[A-Za-z0-9_-]{0,200}`, 'g')),
]

/** Replaces the secrets that `matchSecrets` finds with `[redacted]`. */
export const redactSecrets = (text: string, known: readonly string[] = []): string => {
  let clean = text
  // Longest first: a shorter value may be the beginning of a longer one.
  const longestFirst = known.filter(({ length }) => length >= minKnown).sort((a, b) => b.length - a.length)
  for (const secret of longestFirst) clean = clean.replaceAll(secret, '[redacted]')
  if (beginning.test(clean))
    for (const shape of every)
      clean = clean.replace(shape, (secret) => (isPublished(secret) ? secret : '[redacted]'))
  return clean
}
