import { readCount, readNumber, readRecord } from '@amelia/agent-process'
import type { Usage } from '@amelia/core/plugin'

/**
 * Reads the tokens in the result of a prompt: those of its protocol field `usage`, where cached tokens are
 * counted apart, or those that Gemini CLI adds up. 0 after a turn means that they are unknown.
 */
export const readResultUsage = (response: unknown): Usage => {
  const { usage, _meta } = readRecord(response)
  const own = readRecord(usage)
  const cached = readCount(own['cachedReadTokens'])
  const given = {
    inputTokens: readCount(own['inputTokens']) + cached + readCount(own['cachedWriteTokens']),
    cachedInputTokens: cached,
    outputTokens: readCount(own['outputTokens']) + readCount(own['thoughtTokens']),
  }
  if (given.inputTokens + given.outputTokens > 0) return given
  const counts = readRecord(readRecord(readRecord(_meta)['quota'])['token_count'])
  const inputTokens = readNumber(counts['input_tokens']) ?? 0
  const outputTokens = readNumber(counts['output_tokens']) ?? 0
  return inputTokens + outputTokens > 0 ? { inputTokens, outputTokens } : {}
}
