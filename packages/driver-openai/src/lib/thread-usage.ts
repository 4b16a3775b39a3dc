import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Usage } from '@amelia/core/plugin'
import { countOf, recordOf } from './read-event.ts'

/** Tokens of a thread, from its beginning. */
export interface ThreadTotals {
  inputTokens: number
  outputTokens: number
}

/** Counts what one session adds to its thread. */
export interface ThreadUsage {
  /** Codex told its thread's id. */
  begin(threadId: string): void
  /** What the session used so far; undefined as long as nothing is known. */
  read(): Usage | undefined
  /** Codex told its thread's totals. */
  settle(totals: ThreadTotals): Usage
}

/**
 * Codex counts per thread, over all its sessions: what was there before is taken off.
 *
 * It tells the totals when a session ends well. In between, and after a failure, they are read from the file that it keeps of the
 * thread, where each answer of the model adds a line. Without that file (a Codex that keeps it otherwise) a session that goes on is
 * charged with what its thread used before, rather than with nothing.
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
    settle: since,
  }
}

interface ThreadLog {
  /** The newest totals in the file. */
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
    // Latin-1 cuts no character in two, and the lines that are read are digits and names.
    return { text: Buffer.concat(parts).toString('latin1'), end }
  } finally {
    closeSync(file)
  }
}

const readTotals = (line: string): ThreadTotals | undefined => {
  // Most lines are long, and about something else.
  if (!line.includes('"token_count"')) return undefined
  try {
    const payload = recordOf(recordOf(JSON.parse(line))['payload'])
    const total = recordOf(recordOf(payload['info'])['total_token_usage'])
    if (payload['type'] !== 'token_count' || total['input_tokens'] === undefined) return undefined
    return { inputTokens: countOf(total['input_tokens']), outputTokens: countOf(total['output_tokens']) }
  } catch {
    return undefined
  }
}
