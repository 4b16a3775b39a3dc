/**
 * Well-known shapes of secrets, each with a fixed beginning, so that a text is scanned in time linear in its length.
 * A repetition at the end of an expression has an upper bound and nothing after it: there is nothing to go back for.
 */
const shapes: readonly { name: string; shape: RegExp }[] = [
  { name: 'a private key', shape: /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY/ },
  { name: 'an AWS access key', shape: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/ },
  { name: 'a GitHub token', shape: /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60})/ },
  { name: 'a GitLab token', shape: /\bglpat-[A-Za-z0-9_-]{20}/ },
  { name: 'a Slack token', shape: /\bxox[abprs]-[A-Za-z0-9-]{20}/ },
  { name: 'an Anthropic key', shape: /\bsk-ant-[A-Za-z0-9_-]{24}/ },
  { name: 'an OpenAI key', shape: /\bsk-(?:proj-)?[A-Za-z0-9_-]{40}/ },
  { name: 'a Stripe key', shape: /\b[rs]k_live_[A-Za-z0-9]{20}/ },
  { name: 'a Google API key', shape: /\bAIza[A-Za-z0-9_-]{35}/ },
  { name: 'an npm token', shape: /\bnpm_[A-Za-z0-9]{36}/ },
]

/** Names the first secret that a text seems to hold, or null. It knows shapes, and the values that it is told: a look, no proof. */
export const findSecret = (text: string, known: readonly string[] = []): string | null => {
  if (known.some((secret) => secret.length >= minKnown && text.includes(secret)))
    return 'a secret of this run'
  return shapes.find(({ shape }) => shape.test(text))?.name ?? null
}

/** A secret in a text. */
export interface SecretMatch {
  name: string
  text: string
  index: number
  /** It is one of the given values, whatever it looks like. */
  isKnown: boolean
}

/** One private key: a header that is only mentioned does not reach to the end of the next one. */
const oneKey =
  /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY(?:(?!-----BEGIN )[^])*?(?:-----END |$)/g

/** Every secret that a text seems to hold, in the order of the text. */
export const matchSecrets = (text: string, known: readonly string[] = []): SecretMatch[] => {
  const matches: SecretMatch[] = []
  for (const secret of known.filter(({ length }) => length >= minKnown))
    for (let index = text.indexOf(secret); index >= 0; index = text.indexOf(secret, index + secret.length))
      matches.push({ name: 'a secret of this run', text: secret, index, isKnown: true })
  if (beginning.test(text))
    for (const [number, shape] of [oneKey, ...every.slice(1)].entries())
      for (const match of text.matchAll(shape))
        matches.push({ name: shapes[number]!.name, text: match[0], index: match.index, isKnown: false })
  return matches.sort((one, other) => one.index - other.index)
}

/** A shorter value is found in too many places to mean anything. */
const minKnown = 8

/** A private key is more than its first line: it goes up to its end, or to that of the text. */
const wholeKey =
  /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY[^]*?(?:-----END [A-Z ]{0,40}-----|$)/g

const every = [
  wholeKey,
  ...shapes.slice(1).map(({ shape }) => new RegExp(`${shape.source}[A-Za-z0-9_-]{0,200}`, 'g')),
]

/** How every shape begins: most texts hold none of it, and are not looked at ten times. */
const beginning =
  /-----BEGIN |A(?:KI|SI)A|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|sk-|[rs]k_live_|AIza|npm_/

/**
 * Takes secrets out of a text: those of {@link findSecret}'s shapes, and every one of `known` that has 8 characters or more.
 */
export const redactSecrets = (text: string, known: readonly string[] = []): string => {
  let clean = text
  // The longest first: a shorter one may be the beginning of it.
  const longestFirst = known.filter(({ length }) => length >= minKnown).sort((a, b) => b.length - a.length)
  for (const secret of longestFirst) clean = clean.replaceAll(secret, '[redacted]')
  if (beginning.test(clean)) for (const shape of every) clean = clean.replace(shape, '[redacted]')
  return clean
}
