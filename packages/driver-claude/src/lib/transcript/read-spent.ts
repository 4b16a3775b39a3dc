import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readLines, readRecord, readText } from '@amelia/agent-process'
import type { Usage } from '@amelia/core/plugin'
import { readTokens } from '../message/read-message.ts'
import { addTokens, noTokens, sumInput, type TokenCounts } from '../message/token-counts.ts'
import { createTokenPrices } from '../usage/token-prices.ts'
import { findTranscript } from './find-transcript.ts'
import { readEntries } from './read-entries.ts'

/** In bytes. A transcript of 500 turns has 5 to 20 MB. */
const limits = { maxFile: 256_000_000, maxLine: 16_000_000 }

/** The most transcripts of subagents that are read. */
const maxSubagents = 1_000

/**
 * Reads the usage of a conversation, all its sessions and subagents included, from the agent's transcript.
 * Undefined without a transcript.
 *
 * The agent writes one entry per content block, each with the usage of the response, so entries of one
 * message count once. The dollars are estimated from the listed prices: the agent stores no total when it is
 * killed. Two readings of one conversation have the same prices, so their difference is that of the part
 * between them.
 */
export const readSpent = async (home: string, sessionId: string): Promise<Usage | undefined> => {
  const path = await findTranscript(home, sessionId)
  if (path === undefined) return undefined
  const responses = new Map<string, Response>()
  for (const file of [path, ...(await listSubagents(path))])
    for await (const line of readLines(file, limits)) addLine(responses, line)
  const byModel = new Map<string, TokenCounts>()
  for (const { model, tokens } of responses.values())
    byModel.set(model, addTokens(byModel.get(model) ?? noTokens, tokens))
  const sum = [...byModel.values()].reduce(addTokens, noTokens)
  const usd = createTokenPrices().estimate(byModel)
  return {
    inputTokens: sumInput(sum),
    cachedInputTokens: sum.cached,
    outputTokens: sum.output,
    ...(usd === undefined ? {} : { usd, estimated: true as const }),
  }
}

interface Response {
  model: string
  tokens: TokenCounts
}

const addLine = (responses: Map<string, Response>, line: string): void => {
  // Most lines are long and have no usage.
  if (!line.includes('"usage"')) return
  for (const { type, uuid, message } of readEntries(line)) {
    const { id = uuid, model, usage } = readRecord(message)
    if (type !== 'assistant' || typeof id !== 'string') continue
    const tokens = readTokens(readRecord(usage))
    const known = responses.get(id)?.tokens ?? noTokens
    // A response that is under way has written less than at its end.
    responses.set(id, { model: readText(model), tokens: largest(known, tokens) })
  }
}

const largest = (one: TokenCounts, other: TokenCounts): TokenCounts => ({
  fresh: Math.max(one.fresh, other.fresh),
  written: Math.max(one.written, other.written),
  writtenLong: Math.max(one.writtenLong, other.writtenLong),
  cached: Math.max(one.cached, other.cached),
  output: Math.max(one.output, other.output),
})

/** Subagents have their own transcripts, in a folder beside that of the session. */
const listSubagents = async (path: string): Promise<string[]> => {
  const folder = join(path.replace(/\.jsonl$/, ''), 'subagents')
  const names = await readdir(folder, { recursive: true }).catch((): string[] => [])
  const files = names.filter((name) => name.endsWith('.jsonl'))
  if (files.length > maxSubagents) throw new Error(`${folder} has ${files.length} transcripts: not read.`)
  return files.map((name) => join(folder, name))
}
