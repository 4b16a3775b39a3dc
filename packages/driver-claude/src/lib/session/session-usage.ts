import type { Usage } from '@amelia/core/plugin'
import type { AgentMessage, AgentResult } from './read-message.ts'

/** Token and cost count of one session. */
export interface SessionUsage {
  /** Counts a message; returns whether the count changed. */
  add(message: AgentMessage): boolean
  /** Usage so far. Dollars are known only at the end. */
  now(): Usage
}

/**
 * Counts tokens from the stream of responses, and uses the agent's own sum at the end, which includes calls
 * outside the stream.
 *
 * The agent's total of dollars continues across resumed sessions. `spentBefore` is the total before this
 * session. If it is undefined, dollars are reported only if the agent reports them for this session alone.
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
    add(message) {
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

/** A total that is smaller than before was reset. */
const difference = (total: number | undefined, before: number | undefined): number | undefined =>
  total === undefined || before === undefined ? undefined : total < before ? total : total - before
