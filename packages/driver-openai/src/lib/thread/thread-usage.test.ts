import { appendFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readThreadUsage } from './read-thread-usage.ts'
import { openThreadLog } from './thread-log.ts'
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
const count = (input: number, output: number, cached = 3): string =>
  `${JSON.stringify({
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: {
        total_token_usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: output },
      },
    },
  })}\n`

it('reads the usage as the log grows, also a line in two parts', () => {
  const folder = home()
  const usage = createThreadUsage(undefined)
  expect(usage.read()).toBeUndefined()
  usage.begin(openThreadLog(folder, 't1'))
  expect(usage.read()).toBeUndefined()
  add(folder, `{"type":"session_meta","text":"ö"}\n${count(10, 2)}`)
  expect(usage.read()).toEqual({ inputTokens: 10, cachedInputTokens: 3, outputTokens: 2 })
  const line = count(25, 5)
  add(folder, line.slice(0, 30))
  expect(usage.read()).toEqual({ inputTokens: 10, cachedInputTokens: 3, outputTokens: 2 })
  add(folder, line.slice(30))
  expect(usage.read()).toEqual({ inputTokens: 25, cachedInputTokens: 3, outputTokens: 5 })
  const totals = { inputTokens: 30, cachedInputTokens: 4, outputTokens: 6 }
  expect(usage.finish(totals)).toEqual(totals)
})

it("subtracts the thread's earlier tokens", () => {
  const folder = home()
  add(folder, count(100, 20), 't1', '30')
  add(folder, count(7, 7), 't2', '31')
  const usage = createThreadUsage(openThreadLog(folder, 't1'))
  expect(usage.read()).toEqual({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 })
  add(folder, count(130, 25, 23), 't1', '30')
  expect(usage.read()).toEqual({ inputTokens: 30, cachedInputTokens: 20, outputTokens: 5 })
  expect(usage.finish({ inputTokens: 140, cachedInputTokens: 33, outputTokens: 26 })).toEqual({
    inputTokens: 40,
    cachedInputTokens: 30,
    outputTokens: 6,
  })
})

it('adds up the responses, although the totals forget one whose tools were killed', () => {
  const folder = home()
  const response = (input: number) => {
    const usage = { input_tokens: input, cached_input_tokens: 2, output_tokens: 1 }
    return `${JSON.stringify({ type: 'token_usage_record', payload: { usage } })}\n`
  }
  add(folder, response(9))
  const usage = createThreadUsage(undefined)
  usage.begin(openThreadLog(folder, 't1'))
  expect(usage.read()).toEqual({ inputTokens: 9, cachedInputTokens: 2, outputTokens: 1 })
  // Killed before the count. The next turn counts from 0 again.
  const resumed = createThreadUsage(openThreadLog(folder, 't1'))
  add(folder, `${response(20)}${count(20, 1, 2)}`)
  const tokens = { inputTokens: 20, cachedInputTokens: 2, outputTokens: 1 }
  expect(resumed.read()).toEqual(tokens)
  expect(resumed.finish(tokens)).toEqual(tokens)
})

it('ignores a line that only quotes a token count', () => {
  const folder = home()
  const quoted = JSON.stringify({
    type: 'response_item',
    payload: { type: 'message', text: count(9e9, 9e9) },
  })
  const other = count(9e9, 9e9).replace('"token_count"', '"plan","for":"token_count"')
  add(folder, `${quoted}\n${other}{"token_count" broken\n${count(4, 1)}`)
  const usage = createThreadUsage(undefined)
  usage.begin(openThreadLog(folder, 't1'))
  expect(usage.read()).toEqual({ inputTokens: 4, cachedInputTokens: 3, outputTokens: 1 })
})

it('reads the usage of a thread from its log, all sessions together', () => {
  const folder = home()
  expect(readThreadUsage(folder, 't1')).toBeUndefined()
  expect(readThreadUsage(folder, '../t1')).toBeUndefined()
  add(folder, '{"type":"session_meta"}\n')
  expect(readThreadUsage(folder, 't1')).toEqual({ inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 })
  add(folder, `${count(10, 2)}{"token_count" broken\n${count(25, 5)}${count(99, 9).slice(0, -9)}`)
  expect(readThreadUsage(folder, 't1')).toEqual({ inputTokens: 25, cachedInputTokens: 3, outputTokens: 5 })
})

it('refuses a log that is too long', () => {
  const folder = home()
  add(folder, '')
  truncateSync(join(folder, 'sessions/2026/01/31/rollout-2026-01-31T10-00-00-t1.jsonl'), 256_000_001)
  expect(() => readThreadUsage(folder, 't1')).toThrow('not read')
})
