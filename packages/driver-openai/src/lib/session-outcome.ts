import type { CodexEvent } from './read-event.ts'
import type { ThreadTotals } from './thread-usage.ts'

/** What a session's events come to. */
export interface SessionOutcome {
  threadId?: string
  /** The last thing that the agent said. */
  text: string
  /** Only a turn that was completed has these. */
  totals?: ThreadTotals
  failed?: string
  /** The last error that was told, which need not be the end. */
  error?: string
}

/** Adds an event to the outcome. */
export const foldEvent = (outcome: SessionOutcome, event: CodexEvent): void => {
  switch (event.type) {
    case 'started':
      outcome.threadId = event.threadId
      return
    case 'item':
      if (event.item.type === 'text' && event.phase === 'completed') outcome.text = event.item.text
      return
    case 'completed':
      outcome.totals = { inputTokens: event.inputTokens, outputTokens: event.outputTokens }
      return
    case 'failed':
      outcome.failed = event.message
      return
    case 'error':
      outcome.error = event.message
      return
  }
}
