import { readCount, readNumber, readRecord, readText } from '@amelia/agent-process'
import type { Usage } from '@amelia/core/plugin'

/** A session as its agent stores it. */
export interface StoredSession {
  /** The usage of all its requests. Empty if the provider gave no figures. */
  usage: Usage
  /** The ids of its messages, in their order. */
  messages: string[]
  /** The error that ended its last message, with the status of the provider's answer. */
  error?: string
}

/** Reads a session that `opencode export` prints; undefined for any other text. */
export const readExport = (text: string): StoredSession | undefined => {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return undefined
  }
  const { messages } = readRecord(parsed)
  if (!Array.isArray(messages)) return undefined
  const infos = messages.map((message) => readRecord(readRecord(message)['info']))
  const totals = { input: 0, cached: 0, output: 0, usd: 0 }
  for (const { role, tokens, cost } of infos) {
    if (role !== 'assistant') continue
    const { input, output, reasoning, cache, total } = readRecord(tokens)
    const { read, write } = readRecord(cache)
    const all = readCount(input) + readCount(read) + readCount(write)
    totals.input += all
    totals.cached += readCount(read)
    // Whether the output contains the reasoning depends on the provider; the total tells.
    const sum = readNumber(total)
    totals.output += sum !== undefined && sum > all ? sum - all : readCount(output) + readCount(reasoning)
    totals.usd += readCount(cost)
  }
  const { input, cached, output, usd } = totals
  const isKnown = input + output > 0
  return {
    usage: isKnown ? { inputTokens: input, cachedInputTokens: cached, outputTokens: output, usd } : {},
    messages: infos.map(({ id }) => readText(id)),
    ...readError(infos.at(-1)),
  }
}

const readError = (info: Record<string, unknown> = {}): { error?: string } => {
  const { name, data } = readRecord(info['error'])
  const { statusCode } = readRecord(data)
  const parts = [readText(name), ...(typeof statusCode === 'number' ? [`status ${statusCode}`] : [])]
  return readText(name) === '' ? {} : { error: `(${parts.join(', ')})` }
}

/** The usage since an earlier one of the same session; empty if either is unknown. */
export const usageSince = (now: Usage, before: Usage): Usage => {
  if (now.inputTokens === undefined) return {}
  const since = (name: 'inputTokens' | 'cachedInputTokens' | 'outputTokens' | 'usd'): number =>
    Math.max(0, (now[name] ?? 0) - (before[name] ?? 0))
  const used = {
    inputTokens: since('inputTokens'),
    cachedInputTokens: since('cachedInputTokens'),
    outputTokens: since('outputTokens'),
  }
  // Providers that report no tokens report 0, and a turn never takes 0.
  return used.inputTokens + used.outputTokens === 0 ? {} : { ...used, usd: since('usd') }
}
