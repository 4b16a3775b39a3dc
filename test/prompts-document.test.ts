import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/concepts/prompts.md'), 'utf8')
/** The prompts as the code builds them: packages/core/test/prompts compares these files with its output. */
const golden = join(root, 'packages/core/test/prompts/golden')

const shown = [...page.matchAll(/<!-- prompt: ([\w-]+) -->\n`````text\n([^]*?)`````\n/g)].map(
  ([, name = '', text = '']) => ({ name, text }),
)

describe('docs/concepts/prompts.md', () => {
  it('shows a prompt of each role', () => {
    expect(shown.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['phase', 'part', 'continuation', 'reviewer', 'evaluator', 'architect']),
    )
    expect(page.match(/^`````text$/gm)).toHaveLength(shown.length)
  })

  it.each(shown)('shows the prompt $name as the code builds it', ({ name, text }) => {
    expect(existsSync(join(golden, `${name}.txt`))).toBe(true)
    expect(text).toBe(readFileSync(join(golden, `${name}.txt`), 'utf8'))
  })
})
