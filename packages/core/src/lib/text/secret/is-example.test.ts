import { createHash, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { matchSecrets, redactSecrets } from './match-secrets.ts'
import { isExample, isPublished } from './is-example.ts'

/** The secrets that a change would be stopped for. */
const found = (text: string): string[] =>
  matchSecrets(text)
    .filter((match) => !isExample(match.text))
    .map(({ name }) => name)

const pem = (kind: string, ...lines: string[]): string =>
  [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`].join('\n')

/** Published by GitHub, Slack, SendGrid and AWS; in parts, so that no file here has the shape of a secret. */
const published = [
  ...['ghp', 'gho', 'ghu', 'ghs'].map((kind) => `${kind}_${'16C7e42F292c6912E771'}0c838347Ae178B4a`),
  `ghr_${'1B4a2e77838347a7E420ce178F2E7c6912E169246c34'}E1ccbF66C46812d16D5B1A9Dc86A1498`,
  `xoxb-${'17653672481-19874698323'}-pdFZKVeTuE8sk7oOcBrzbqgy`,
  `SG.${'ngeVfQFYQlKU0ufo8x5d1A'}.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc-1s5cr`,
  `AKIA${'IOSFODNN7EXAMPLE'}`,
  `AKIA${'I44QH8DHBEXAMPLE'}`,
  `ASIA${'IOSFODNN7EXAMPLE'}`,
]

/** The key of section 10.3 of RFC 8410, and the beginning of the one of jwt.io. */
const publishedKeys = [
  ['MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC'],
  [
    'MIIEvwIBADANBgkqhkiG9w0BAQEFAASCBKkwggSlAgEAAoIBAQC7VJTUt9Us8cKj',
    'MzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6dVMvDuictGeurT8jNbvJZHtCSuYEvu',
    'NMoSfm76oqFvAp8Gy0iz5sxjZmSnXyCdPEovGhLa0VzMaQ8s',
  ],
]
const privateKey = 'PRIVATE KEY'

describe('published examples', () => {
  it.each(published)('%s is none, and stays in a text', (text) => {
    expect(isPublished(text)).toBe(true)
    expect(found(`a "${text}" b`)).toEqual([])
    expect(redactSecrets(`a "${text}" b`)).toBe(`a "${text}" b`)
  })

  it.each(publishedKeys)('the key %s is none, however it is written', (...lines) => {
    const key = pem(privateKey, ...lines)
    for (const text of [
      key,
      key.replaceAll('\n', '\r\n'),
      key.replaceAll('\n', '\n    '),
      JSON.stringify({ key }),
    ]) {
      expect(found(text)).toEqual([])
      expect(redactSecrets(text)).toBe(text)
    }
  })

  it('are not what only begins or ends like one', () => {
    expect(found(`${published[0]!.slice(0, -1)}b`)).toEqual(['a GitHub token'])
    expect(found(`x_${published[0]!}`)).toEqual([])
    expect(found(`AKIA${'IOSFODNN7QUAMPLE'}`)).toEqual(['an AWS access key'])
    const [first = '', second = ''] = publishedKeys[1]!
    expect(found(pem(privateKey, first, second.toLowerCase()))).toEqual(['a private key'])
  })

  it('of Stripe and of the documents of AWS have no shape of a secret', () => {
    expect(found(`sk_test_${'4eC39HqLyjWDarjtT1zdp7dc'}`)).toEqual([])
    expect(found('wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY')).toEqual([])
    expect(found('eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abc')).toEqual([])
  })
})

const { privateKey: rsa, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
/** Letters and digits without a pattern, always the same. */
const random = (length: number): string =>
  Array.from({ length: Math.ceil(length / 40) }, (_, block) =>
    createHash('sha512').update(`${block}`).digest('base64'),
  )
    .join('')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, length)

describe('text without a secret', () => {
  it.each([
    ['a placeholder', `token: ghp_${'x'.repeat(36)} or <YOUR_TOKEN>, changeme`],
    ['a word of examples', `ghp_${'ThisIsYourTokenThisIsYourTokenThisIsYours'}`],
    ['a token that says so', `xoxb-${'not-a-real-token-this-will-not-work'}`],
    ['a webhook of an example', `https://hooks.slack.com/services/T00000000/B00000000/${'X'.repeat(24)}`],
    ['a read of the environment', 'const key = process.env.OPENAI_API_KEY ?? "" // sk-...'],
    ['a class in kebab case', `<i class="sk-${'folding-cube-with-a-very-long-name-in-kebab-case'}">`],
    ['the header of a key', `if (text.includes('-----BEGIN ${privateKey}-----')) report()`],
    [
      'both ends of a key',
      `['-----BEGIN RSA ${privateKey}-----', '-----END RSA ${privateKey}-----'].join('\\n')`,
    ],
    ['a key of dots', pem(privateKey, '...')],
    ['a public key', publicKey],
    ['a certificate', pem('CERTIFICATE', random(64), random(64))],
    ['a UUID', '3b241101-e2bb-4255-8caf-4136c566a962'],
    ['a hash in a lockfile', `"integrity": "sha512-${createHash('sha512').digest('base64')}"`],
    ['a commit', createHash('sha1').digest('hex')],
    ['an image', `src="data:image/png;base64,${random(2_000)}"`],
    ['a source map', `{"version":3,"mappings":"${';AAAA,QAAQ,CAAC'.repeat(50)}"}`],
    ['minified code', 'var a=function(b){return b.npm_config_registry||b.hf_home},sk=1;'],
  ])('%s', (_name, text) => {
    expect(found(text)).toEqual([])
  })
})

describe('text that is one', () => {
  it.each([
    ['a generated key', rsa, 'a private key'],
    ['a key in JSON', JSON.stringify({ rsa }), 'a private key'],
    ['an encrypted key', pem(`RSA ${privateKey}`, 'Proc-Type: 4,ENCRYPTED', '', random(64)), 'a private key'],
    [
      'a key of two lines of code',
      `'-----BEGIN ${privateKey}-----\\n' +\n  '${random(64)}'`,
      'a private key',
    ],
    [
      'a key before a certificate',
      `-----BEGIN ${privateKey}-----\n${random(64)}\n${pem('CERTIFICATE', 'x')}`,
      'a private key',
    ],
    ['a short key', pem(privateKey, 'ZmFrZQ=='), 'a private key'],
    ['a token', `ghp_${random(36)}`, 'a GitHub token'],
    ['a token with few letters', `ghp_${'a1'.repeat(18)}`, 'a GitHub token'],
    ['an AWS key', `AKIA${'ABCDEFGHIJKLMNOP'}`, 'an AWS access key'],
    ['an OpenAI key', `sk-proj-${`${random(20)}aB3`.padEnd(44, 'x1')}`, 'an OpenAI key'],
  ])('%s', (_name, text, name) => {
    expect(found(text)[0]).toBe(name)
  })
})
