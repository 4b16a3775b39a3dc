import type { OwnEvent } from './own-event.ts'

/** The usage of one session, without that of earlier ones. */
export interface Usage {
  /** Tokens read, the cached ones included. */
  inputTokens?: number
  /** The part of `inputTokens` that the vendor read from its cache. */
  cachedInputTokens?: number
  /** Tokens written. */
  outputTokens?: number
  /** The vendor's own figure. Absent: unknown. */
  usd?: number
  /** Whether `usd` is estimated from the tokens, because the session was killed before the vendor told it. */
  estimated?: true
}

/**
 * Progress of a session. It is shown and counted. A session's id, the status of a subtask that its todo list
 * names, and events with `journal` are also journalled.
 */
export type SessionProgress =
  | { type: 'text'; text: string }
  | { type: 'tool'; name: string; summary: string }
  | { type: 'usage'; usage: Usage }
  /**
   * The agent's own todo list as it stands, after every change. Items that name the parts of a phase become
   * claimed events of these subtasks.
   */
  | { type: 'todo'; items: TodoItem[] }
  /** The session's id, as soon as it is known: an interruption continues this session. */
  | { type: 'session'; sessionId: string }
  /** The agent waits inside the session until the provider accepts requests again. */
  | SessionWait
  /** An event for the program around the run. An invalid one is reported and dropped; the session goes on. */
  | OwnEvent

/** An item of an agent's todo list: one line of plain text, and how far the agent says it is. */
export interface TodoItem {
  /** The item's text, in one line. */
  text: string
  /** The progress that the agent reports. It is never evidence. */
  status: 'pending' | 'running' | 'completed'
}

/** A short wait inside a session. `until`: milliseconds since 1970, if the provider announced it. */
export interface SessionWait {
  /** The type of the progress. */
  type: 'waiting'
  /** The provider limits the session's requests, or fails for a short time. */
  reason: 'rate_limited' | 'transient'
  /** When the provider accepts requests again, in milliseconds since 1970. Absent: not announced. */
  until?: number
  /** The provider's own message. */
  message?: string
}
