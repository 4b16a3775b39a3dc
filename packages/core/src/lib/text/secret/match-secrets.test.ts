import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchSecrets, redactSecrets } from './match-secrets.ts'

/** Made here, so that no file of this repository holds the shape of one. */
const letters = (count: number): string => 'aB3'.repeat(count).slice(0, count)
const samples: [name: string, text: string][] = [
  ['an AWS access key', `AKIA${'Q7'.repeat(8)}`],
  ['a GitHub token', `ghp_${letters(36)}`],
  ['a GitHub token', `github_pat_${letters(60)}`],
  ['a GitLab token', `glpat-${letters(20)}`],
  ['a Slack token', `xoxb-${letters(24)}`],
  ['an Anthropic key', `sk-ant-${letters(30)}`],
  ['an OpenAI key', `sk-proj-${letters(48)}`],
  ['an OpenAI key', `sk-${letters(48)}`],
  ['a Stripe key', `sk_live_${letters(24)}`],
  ['a Google API key', `AIza${letters(35)}`],
  ['an npm token', `npm_${letters(36)}`],
  ['a Slack token', `xapp-${letters(24)}`],
  ['a Slack webhook', `hooks.slack.com/services/T${'A1'.repeat(5)}/B${'A1'.repeat(5)}/${letters(24)}`],
  ['a Groq key', `gsk_${letters(52)}`],
  ['a Hugging Face token', `hf_${'aB'.repeat(17)}`],
  ['a Docker token', `dckr_pat_${letters(27)}`],
  ['a SendGrid key', `SG.${letters(22)}.${letters(43)}`],
  ['a Shopify token', `shpat_${letters(32)}`],
  ['a Linear key', `lin_api_${letters(40)}`],
  ['a Notion token', `ntn_${'5'.repeat(11)}${letters(35)}`],
  ['a Figma token', `figd_${letters(40)}`],
  ['a Grafana token', `glc_${letters(40)}`],
  ['a Grafana token', `glsa_${letters(32)}_${'a1'.repeat(4)}`],
  ['a Databricks token', `dapi${'a1'.repeat(16)}`],
  ['a Vercel token', `vcp_${letters(24)}`],
  ['a 1Password token', `ops_ey${letters(120)}`],
  ['a Vault token', `hvs.${letters(95)}`],
]
const findSecret = (text: string, known?: readonly string[]): string | null =>
  matchSecrets(text, known)[0]?.name ?? null
const key = (kind: string): string =>
  [`-----BEGIN ${kind}PRIVATE KEY-----`, letters(64), letters(64), `-----END ${kind}PRIVATE KEY-----`].join(
    '\n',
  )

describe('matchSecrets', () => {
  it.each(samples)('fault 45: sees %s', (name, secret) => {
    for (const text of [secret, `TOKEN=${secret}\n`, `"${secret}"`, `https://x:${secret}@example.org`])
      expect(findSecret(text)).toBe(name)
  })

  it('fault 45: sees a private key', () => {
    for (const kind of ['', 'RSA ', 'EC ', 'OPENSSH '])
      expect(findSecret(`x\n${key(kind)}`)).toBe('a private key')
  })

  it('passes over what only resembles one', () => {
    for (const text of [
      '',
      'ghp_short',
      'const skeleton = "sk-ant"',
      `AKIA${'q'.repeat(16)}`,
      '-----BEGIN PUBLIC KEY-----',
      '-----BEGIN CERTIFICATE-----',
      `task-${letters(10)}`,
      `glpat-${letters(19)}`,
      `xoxb-${letters(19)}`,
      `sk-ant-${letters(23)}`,
      `sk_live_${letters(19)}`,
      `AIza${letters(34)}`,
      `npm_${letters(35)}`,
      `github_pat_${letters(59)}`,
      `gsk_${letters(51)}`,
      `hf_${'aB'.repeat(16)}`,
      `SG.${letters(22)}.${letters(42)}`,
      `dapi${'a1'.repeat(15)}`,
      `vcr_${letters(23)}`,
      `hvs.${letters(89)}`,
    ])
      expect(findSecret(text), text).toBeNull()
  })

  it('finds given values that are long enough', () => {
    expect(findSecret('the pass is hunter22!', ['unused-secret', 'hunter22'])).toBe('a secret of this run')
    expect(findSecret('the pass is hunter2!', ['hunter2'])).toBeNull()
    expect(findSecret('nothing', ['hunter22'])).toBeNull()
    expect(findSecret('Stryker was here!')).toBeNull()
  })

  it('gives the same answer every time', () => {
    const text = `npm_${letters(36)}`
    expect([findSecret(text), findSecret(text), findSecret(text)]).toEqual(Array(3).fill('an npm token'))
  })
})

describe('redactSecrets', () => {
  it.each(samples)('fault 23: takes out %s, its end too', (_name, secret) => {
    const text = `before ${secret}-tail after ${secret}`
    expect(redactSecrets(text)).toBe('before [redacted] after [redacted]')
  })

  it('fault 23: takes out the whole of a private key, not its first line alone', () => {
    expect(redactSecrets(`a\n${key('RSA ')}\nb\n${key('')}\nc`)).toBe('a\n[redacted]\nb\n[redacted]\nc')
    const cut = key('').slice(0, 90)
    expect(redactSecrets(`a\n${cut}`)).toBe('a\n[redacted]')
    expect(redactSecrets(JSON.stringify({ key: key('') }))).toBe('{"key":"[redacted]"}')
  })

  it('redacts given values that are long enough', () => {
    expect(redactSecrets('the pass is hunter22!', ['hunter22'])).toBe('the pass is [redacted]!')
    expect(redactSecrets('dev is dev', ['dev', ''])).toBe('dev is dev')
    expect(redactSecrets('a $& b', ['a.*long.*b'])).toBe('a $& b')
  })

  it('leaves no end of a secret that begins with another one', () => {
    const [short, long] = ['password', 'password-of-production']
    for (const known of [
      [short, long],
      [long, short],
    ])
      expect(redactSecrets(`${long} ${short}`, known)).toBe('[redacted] [redacted]')
  })

  it('changes nothing in a text without secrets, and nothing twice', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        if (findSecret(text) === null) expect(redactSecrets(text)).toBe(text)
      }),
    )
    const once = redactSecrets(samples.map(([, secret]) => secret).join('\n'))
    expect(redactSecrets(once)).toBe(once)
  })
})
