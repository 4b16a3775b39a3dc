import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

const pass = (parts: readonly string[], secrets: readonly string[] = []): string => {
  const passed: string[] = []
  const add = withoutSecrets(secrets, (text) => passed.push(text))
  for (const part of parts) add(part)
  return passed.join('')
}

const key = Array.from({ length: 9 }, (_, row) => `${row}`.repeat(64))

describe('withoutSecrets', () => {
  it('removes a private key that several parts contain', () => {
    const lines = ['before\n', '-----BEGIN PRIVATE KEY-----\n', ...key.map((row) => `${row}\n`)]
    const all = pass([...lines, '-----END PRIVATE KEY-----\n', 'after\n'])
    expect(all).toMatch(/^before\n[^]*after\n$/)
    for (const row of key) expect(all).not.toContain(row)
    expect(pass(lines)).toBe('before\n')
  })

  it('removes each line of a known secret', () => {
    const secret = 'first-line-of-it\nsecond-line-of-it'
    const all = pass(['a first-line-of-it\n', 'second-line-of-it b\n'], [secret])
    expect(all).toMatch(/^a .*\n.* b\n$/)
    expect(all).not.toContain('line-of-it')
  })
})
