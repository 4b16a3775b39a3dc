import { readCount, readRecord, readText } from '@amelia/agent-process'
import type { TodoItem } from '@amelia/core/plugin'
import { readTodo } from './read-todo.ts'

/** Tokens of a thread since its start. */
export interface ThreadTotals {
  /** The cached ones included. */
  inputTokens: number
  cachedInputTokens: number
  outputTokens: number
}

/** Reads Codex's count of tokens, in its log and in its events. */
export const readTotals = (usage: Record<string, unknown>): ThreadTotals => ({
  inputTokens: readCount(usage['input_tokens']),
  cachedInputTokens: Math.min(readCount(usage['cached_input_tokens']), readCount(usage['input_tokens'])),
  outputTokens: readCount(usage['output_tokens']),
})

export const noTokens: ThreadTotals = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }

export const add = (one: ThreadTotals = noTokens, other: ThreadTotals): ThreadTotals => ({
  inputTokens: one.inputTokens + other.inputTokens,
  cachedInputTokens: one.cachedInputTokens + other.cachedInputTokens,
  outputTokens: one.outputTokens + other.outputTokens,
})

/** A line of a thread's log that matters here. */
export type ThreadLine =
  /** The tokens of the thread, except those of responses whose tools were killed. */
  | { type: 'totals'; totals: ThreadTotals }
  /** The tokens of one response. */
  | { type: 'response'; tokens: ThreadTotals }
  /** A turn starts. */
  | { type: 'started' }
  /** A signal from outside ended a turn. */
  | { type: 'aborted' }
  /** The agent changed its todo list. */
  | { type: 'todo'; items: TodoItem[] }

const wanted = /"(?:token_usage_record|token_count|task_started|turn_aborted|update_plan)"/

/** Reads a line of the log; undefined for all others. */
export const readThreadLine = (line: string): ThreadLine | undefined => {
  // Most lines are long and irrelevant.
  if (!wanted.test(line)) return undefined
  try {
    const record = readRecord(JSON.parse(line))
    const payload = readRecord(record['payload'])
    if (payload['type'] === 'task_started') return { type: 'started' }
    if (payload['type'] === 'turn_aborted') return { type: 'aborted' }
    if (record['type'] === 'token_usage_record')
      return { type: 'response', tokens: readTotals(readRecord(payload['usage'])) }
    if (payload['type'] === 'function_call' && payload['name'] === 'update_plan') return readPlan(payload)
    const total = readRecord(readRecord(payload['info'])['total_token_usage'])
    if (payload['type'] !== 'token_count' || total['input_tokens'] === undefined) return undefined
    return { type: 'totals', totals: readTotals(total) }
  } catch {
    return undefined
  }
}

/** The log is read byte by byte, so text other than ASCII has to be decoded. */
const readPlan = (payload: Record<string, unknown>): ThreadLine => {
  const text = Buffer.from(readText(payload['arguments']), 'latin1').toString('utf8')
  return { type: 'todo', items: readTodo(readRecord(JSON.parse(text))['plan']) }
}
