import type { Usage } from '@amelia/core/plugin'
import { noTokens, type ThreadTotals } from './read-thread-line.ts'
import type { ThreadLog } from './thread-log.ts'

/** Token count of one session. */
export interface ThreadUsage {
  /** Sets the log, once it exists. */
  begin(log: ThreadLog): void
  /** Reads the usage so far; undefined while it is unknown. */
  read(): Usage | undefined
  /** Computes the usage from the thread's final totals. */
  finish(totals: ThreadTotals): Usage
}

/**
 * Counts the tokens of one session. Codex counts per thread, across sessions, so the thread's earlier tokens
 * are subtracted.
 *
 * The tokens of each response are read from Codex's log of the thread, during a session and after its end,
 * also after a kill. Codex's own totals serve for a version whose log has none: they forget a response whose
 * tools were killed.
 *
 * @param resumed the log of the thread that the session resumes
 */
export const createThreadUsage = (resumed: ThreadLog | undefined): ThreadUsage => {
  let log = resumed
  const before = { ...resumed?.read() }
  const readSpent = (): Usage | undefined => {
    const { spent } = log?.read() ?? {}
    return spent && since(spent, before.spent)
  }
  return {
    begin(started) {
      log ??= started
    },
    read() {
      const { totals } = log?.read() ?? {}
      return readSpent() ?? (totals && since(totals, before.totals))
    },
    finish: (totals) => readSpent() ?? since(totals, before.totals),
  }
}

const since = (now: ThreadTotals, before = noTokens): Usage => ({
  inputTokens: Math.max(0, now.inputTokens - before.inputTokens),
  cachedInputTokens: Math.max(0, now.cachedInputTokens - before.cachedInputTokens),
  outputTokens: Math.max(0, now.outputTokens - before.outputTokens),
})
