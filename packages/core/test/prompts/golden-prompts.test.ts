import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { samplePrompts } from './sample-prompts.ts'

const folder = join(import.meta.dirname, 'golden')

describe.each(Object.entries(samplePrompts))('the prompt %s', (name, prompt) => {
  // seed: phased-execution 16, phased-execution 17, phased-execution 18, phased-execution 19
  // seed: phased-execution 21, phased-execution 22
  it('is the golden one', async () => {
    await expect(prompt).toMatchFileSnapshot(join(folder, `${name}.txt`))
  })

  it('contains real ids, no placeholder', () => {
    expect(prompt).not.toMatch(/<(?:id|path|n|name)>/)
  })
})

it('has a golden file for each prompt, and no others', () => {
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(samplePrompts)
      .map((name) => `${name}.txt`)
      .sort(),
  )
})

describe('the size of a prompt without its assignment', () => {
  const tokensOf = (prompt: string): number =>
    countTokens(prompt.replace(/(## Assignment\n)[^]*?(?=\n\n## (?:Where|Rules))/, '$1'))

  // seed: phased-execution 23, phased-execution 94
  it.each(['phase', 'phase-with-text-report', 'part', 'part-of-tests', 'long-assignment', 'many-boxes'])(
    'is 200 to 400 tokens: %s',
    (name) => {
      expect(tokensOf(samplePrompts[name]!)).toBeGreaterThanOrEqual(200)
      expect(tokensOf(samplePrompts[name]!)).toBeLessThanOrEqual(400)
    },
  )
})
