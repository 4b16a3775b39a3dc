import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { readCount, readRecord } from '@amelia/agent-process'
import type { Usage } from '@amelia/core/plugin'

/** Tokens of a thread since its start. */
export interface ThreadTotals {
  inputTokens: number
  outputTokens: number
}

/** Token count of one session. */
export interface ThreadUsage {
  /** Sets the thread's id, once Codex reports it. */
  begin(threadId: string): void
  /** Reads the usage so far; undefined while it is unknown. */
  read(): Usage | undefined
  /** Computes the usage from the thread's final totals. */
  finish(totals: ThreadTotals): Usage
}

/**
 * Counts the tokens of one session. Codex counts per thread, across sessions, so the thread's earlier tokens
 * are subtracted.
 *
 * Codex reports the totals when a session succeeds. During a session, and after a failure, they are read from
 * its log of the thread, to which each model response adds a line. If that log is not found, a resumed
 * session is charged with its thread's earlier tokens, rather than with nothing.
 */
export const createThreadUsage = (home: string, resumed: string | undefined): ThreadUsage => {
  let log = resumed === undefined ? undefined : openLog(home, resumed)
  const before = log?.read() ?? { inputTokens: 0, outputTokens: 0 }
  const since = ({ inputTokens, outputTokens }: ThreadTotals): Usage => ({
    inputTokens: Math.max(0, inputTokens - before.inputTokens),
    outputTokens: Math.max(0, outputTokens - before.outputTokens),
  })
  return {
    begin(threadId) {
      log ??= openLog(home, threadId)
    },
    read() {
      const totals = log?.read()
      return totals && since(totals)
    },
    finish: since,
  }
}

interface ThreadLog {
  /** Reads the latest totals. */
  read(): ThreadTotals | undefined
}

const openLog = (home: string, threadId: string): ThreadLog => {
  let path: string | undefined
  let offset = 0
  let rest = ''
  let totals: ThreadTotals | undefined
  return {
    read() {
      path ??= findLog(join(home, 'sessions'), threadId)
      if (path === undefined) return totals
      const { text, end } = readFrom(path, offset)
      offset = end
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) totals = readTotals(line) ?? totals
      return totals
    },
  }
}

/** `sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`, the newest day first. */
const findLog = (folder: string, threadId: string): string | undefined => {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true })
  } catch {
    return undefined
  }
  const file = entries.find((entry) => entry.isFile() && entry.name.endsWith(`-${threadId}.jsonl`))
  if (file) return join(folder, file.name)
  const below = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  for (const name of below.sort().reverse()) {
    const found = findLog(join(folder, name), threadId)
    if (found !== undefined) return found
  }
  return undefined
}

const readFrom = (path: string, start: number): { text: string; end: number } => {
  const file = openSync(path, 'r')
  try {
    const parts: Buffer[] = []
    let end = start
    for (;;) {
      const part = Buffer.alloc(64 * 1024)
      const count = readSync(file, part, 0, part.length, end)
      if (count === 0) break
      parts.push(part.subarray(0, count))
      end += count
    }
    // Latin-1 never splits a character at a chunk boundary, and the relevant lines are ASCII.
    return { text: Buffer.concat(parts).toString('latin1'), end }
  } finally {
    closeSync(file)
  }
}

const readTotals = (line: string): ThreadTotals | undefined => {
  // Most lines are long and irrelevant.
  if (!line.includes('"token_count"')) return undefined
  try {
    const payload = readRecord(readRecord(JSON.parse(line))['payload'])
    const total = readRecord(readRecord(payload['info'])['total_token_usage'])
    if (payload['type'] !== 'token_count' || total['input_tokens'] === undefined) return undefined
    return { inputTokens: readCount(total['input_tokens']), outputTokens: readCount(total['output_tokens']) }
  } catch {
    return undefined
  }
}
