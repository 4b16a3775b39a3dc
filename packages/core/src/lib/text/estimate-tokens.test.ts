import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

const root = resolve(import.meta.dirname, '../../../../..')
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8').slice(0, 20_000)

describe('estimateTokens', () => {
  it.each([
    'README.md',
    'docs/project/architecture.md',
    'package.json',
    'packages/core/src/lib/graph/graph.ts',
  ])('is above the count of a vocabulary, and at most a half above it: %s', (path) => {
    const text = read(path)
    const ratio = estimateTokens(text) / countTokens(text)
    expect(ratio).toBeGreaterThan(1)
    expect(ratio).toBeLessThan(1.5)
  })

  it.each(['日本語のテキスト。'.repeat(20), 'Привет, мир. '.repeat(20), 'x'.repeat(400), '7'.repeat(90)])(
    'is not below the count for other texts: %s',
    (text) => {
      expect(estimateTokens(text)).toBeGreaterThanOrEqual(countTokens(text))
    },
  )

  it('is 0 for no text', () => {
    expect(estimateTokens('')).toBe(0)
    expect(estimateTokens('  ')).toBe(0)
  })
})
