import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readSpent } from './read-spent.ts'

const home = mkdtempSync(join(tmpdir(), 'amelia-spent-'))
afterAll(() => rmSync(home, { recursive: true }))
const project = join(home, 'projects/-tmp-work')

const entry = (id: string, output: number, more: object = {}, model = 'claude-sonnet-4-5'): string =>
  `${JSON.stringify({
    type: 'assistant',
    uuid: `${id}-${output}`,
    message: { id, model, usage: { input_tokens: 100, output_tokens: output, ...more } },
  })}\n`

const store = (path: string, text: string): void => {
  mkdirSync(join(project, path, '..'), { recursive: true })
  writeFileSync(join(project, path), text)
}

it('counts each response once, and those of subagents', async () => {
  store('one.jsonl', entry('m1', 1) + entry('m1', 20) + entry('m2', 5, { cache_read_input_tokens: 50 }))
  store('one/subagents/agent-a.jsonl', entry('m3', 7))
  store('one/subagents/deeper/agent-b.jsonl', entry('m4', 8))
  store('one/subagents/agent-a.meta.json', entry('m5', 9))
  expect(await readSpent(home, 'one')).toEqual({
    ...{ inputTokens: 450, cachedInputTokens: 50, outputTokens: 40 },
    // 400 tokens at 3 dollars per million, 50 at a tenth of that, and 40 at five times that.
    ...{ usd: expect.closeTo(0.001_815, 12), estimated: true },
  })
})

it('ignores lines that are malformed, quoted or of another type, and a line that was cut', async () => {
  const quoted = JSON.stringify({
    type: 'user',
    message: { content: entry('m8', 9), usage: { input_tokens: 9 } },
  })
  const odd = ['{"usage"', '"usage"', 'null', '{"type":"assistant","message":{"usage":7}}', '[]', quoted]
  const wrong = entry('m2', 1, { input_tokens: -5, output_tokens: '9', cache_creation: 'x' })
  store('two.jsonl', `${odd.join('\n')}\n${wrong}${entry('m1', 20)}${entry('m3', 3).slice(0, -9)}`)
  expect(await readSpent(home, 'two')).toMatchObject({ inputTokens: 100, outputTokens: 20 })
})

it('leaves the dollars of a model without a price unknown', async () => {
  store('three.jsonl', entry('m1', 20, {}, 'local') + entry('m2', 0, { input_tokens: 0 }, '<synthetic>'))
  expect(await readSpent(home, 'three')).toEqual({ inputTokens: 100, cachedInputTokens: 0, outputTokens: 20 })
})

it('has no usage without a transcript, and none outside its folder', async () => {
  store('four.jsonl', '')
  expect(await readSpent(home, 'four')).toMatchObject({ inputTokens: 0, outputTokens: 0, usd: 0 })
  for (const id of ['five', '../-tmp-work/one', 'one/subagents/agent-a', ''])
    expect(await readSpent(home, id)).toBeUndefined()
})

it('refuses a transcript that is too long', async () => {
  store('six.jsonl', '')
  truncateSync(join(project, 'six.jsonl'), 256_000_001)
  await expect(readSpent(home, 'six')).rejects.toThrow('not read')
})
