import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createThreadUsage } from './thread-usage.ts'

const folders: string[] = []
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true })
})
const home = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'amelia-usage-'))
  folders.push(path)
  return path
}

const add = (folder: string, text: string, thread = 't1', day = '31'): void => {
  const at = join(folder, 'sessions/2026/01', day)
  mkdirSync(at, { recursive: true })
  appendFileSync(join(at, `rollout-2026-01-${day}T10-00-00-${thread}.jsonl`), text)
}
const count = (input: number, output: number): string =>
  `${JSON.stringify({
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: { total_token_usage: { input_tokens: input, cached_input_tokens: 3, output_tokens: output } },
    },
  })}\n`

it('reads the usage as the log grows, also a line in two parts', () => {
  const folder = home()
  const usage = createThreadUsage(folder, undefined)
  expect(usage.read()).toBeUndefined()
  usage.begin('t1')
  expect(usage.read()).toBeUndefined()
  add(folder, `{"type":"session_meta","text":"ö"}\n${count(10, 2)}`)
  expect(usage.read()).toEqual({ inputTokens: 10, outputTokens: 2 })
  const line = count(25, 5)
  add(folder, line.slice(0, 30))
  expect(usage.read()).toEqual({ inputTokens: 10, outputTokens: 2 })
  add(folder, line.slice(30))
  expect(usage.read()).toEqual({ inputTokens: 25, outputTokens: 5 })
  expect(usage.finish({ inputTokens: 30, outputTokens: 6 })).toEqual({ inputTokens: 30, outputTokens: 6 })
})

it("subtracts the thread's earlier tokens", () => {
  const folder = home()
  add(folder, count(100, 20), 't1', '30')
  add(folder, count(7, 7), 't2', '31')
  const usage = createThreadUsage(folder, 't1')
  expect(usage.read()).toEqual({ inputTokens: 0, outputTokens: 0 })
  add(folder, count(130, 25), 't1', '30')
  expect(usage.read()).toEqual({ inputTokens: 30, outputTokens: 5 })
  expect(usage.finish({ inputTokens: 140, outputTokens: 26 })).toEqual({ inputTokens: 40, outputTokens: 6 })
})

it('ignores a line that only quotes a token count', () => {
  const folder = home()
  const quoted = JSON.stringify({
    type: 'response_item',
    payload: { type: 'message', text: count(9e9, 9e9) },
  })
  const other = count(9e9, 9e9).replace('"token_count"', '"plan","for":"token_count"')
  add(folder, `${quoted}\n${other}{"token_count" broken\n${count(4, 1)}`)
  const usage = createThreadUsage(folder, undefined)
  usage.begin('t1')
  expect(usage.read()).toEqual({ inputTokens: 4, outputTokens: 1 })
})
