import type { CodexEvent } from './read-event.ts'
import type { ThreadTotals } from '../thread/read-thread-line.ts'

/** The relevant content of the events of a session's last turn. */
export interface SessionOutcome {
  threadId?: string
  /** The agent's last message. */
  text: string
  /** Set when the turn completed. */
  totals?: ThreadTotals
  failed?: string
  /** The last reported error, which need not have ended the session. */
  error?: string
}

/** Adds an event to the outcome. */
export const foldEvent = (outcome: SessionOutcome, event: CodexEvent): void => {
  switch (event.type) {
    case 'started':
      outcome.threadId = event.threadId
      return
    case 'turn':
      return
    case 'item':
      if (event.item.type === 'text' && event.phase === 'completed') outcome.text = event.item.text
      return
    case 'completed':
      outcome.totals = event.totals
      return
    case 'failed':
      outcome.failed = event.message
      return
    case 'error':
      outcome.error = event.message
      return
  }
}
