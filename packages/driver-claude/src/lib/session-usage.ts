import type { Usage } from '@amelia/core/plugin'
import type { AgentMessage, AgentResult } from './read-message.ts'

/** Counts what one session uses. */
export interface SessionUsage {
  /** Takes a message in; whether the count has changed. */
  take(message: AgentMessage): boolean
  /** What was used so far. Dollars are known at the end only. */
  now(): Usage
}

/**
 * Counts tokens from the stream of answers, and takes the agent's own sum at the end: it knows of calls that are not in the stream.
 *
 * The agent's total of dollars goes on over sessions that are gone on with. `spentBefore` is that total as it was, or undefined where
 * it is not known: then no dollars are told unless the agent tells those of this session.
 */
export const createSessionUsage = (spentBefore: number | undefined): SessionUsage => {
  let inputTokens = 0
  let outputTokens = 0
  let usd: number | undefined
  const lengths = new Map<string, number>()

  const finish = ({ own, totalUsd }: AgentResult): void => {
    inputTokens = Math.max(inputTokens, own?.inputTokens ?? 0)
    outputTokens = Math.max(outputTokens, own?.outputTokens ?? 0)
    usd = own?.usd ?? difference(totalUsd, spentBefore)
  }

  return {
    take(message) {
      if (message.kind === 'begun') {
        inputTokens += message.inputTokens
        outputTokens += message.outputTokens
        lengths.set(message.thread, message.outputTokens)
      } else if (message.kind === 'grown') {
        const before = lengths.get(message.thread) ?? 0
        outputTokens += Math.max(0, message.outputTokens - before)
        lengths.set(message.thread, Math.max(before, message.outputTokens))
      } else if (message.kind === 'result') {
        finish(message)
      } else {
        return false
      }
      return true
    },
    now: () => ({ inputTokens, outputTokens, ...(usd === undefined ? {} : { usd }) }),
  }
}

/** A total that is smaller than before has begun anew. */
const difference = (total: number | undefined, before: number | undefined): number | undefined =>
  total === undefined || before === undefined ? undefined : total < before ? total : total - before
