import type { SessionRequest } from '@amelia/core/plugin'
import type { ModelMessage } from '../model/api-model.ts'

/** A session that can be resumed. */
export interface StoredSession {
  readonly id: string
  /** The conversation so far. It grows with each round, so that a session that was stopped continues. */
  messages: readonly ModelMessage[]
  /** The name of its model, if its first request named one. */
  model?: string
}

/** Sessions by id. */
export interface SessionMemory {
  /** Adds a session, or finds the one to resume; undefined if that is unknown or was dropped. */
  open(request: Pick<SessionRequest, 'resume' | 'sessionId' | 'model'>): StoredSession | undefined
  find(id: string): StoredSession | undefined
  clear(): void
}

/** Keeps at most `most` sessions and drops the least recently used first. */
export const rememberSessions = (most: number): SessionMemory => {
  const sessions = new Map<string, StoredSession>()
  return {
    open({ resume, sessionId, model }) {
      const id = resume ?? sessionId ?? crypto.randomUUID()
      const session =
        resume === undefined
          ? { id, messages: [], ...(model === undefined ? {} : { model }) }
          : sessions.get(resume)
      if (session === undefined) return undefined
      sessions.delete(id)
      sessions.set(id, session)
      for (const oldest of sessions.keys()) {
        if (sessions.size <= most) break
        sessions.delete(oldest)
      }
      return session
    },
    find: (id) => sessions.get(id),
    clear: () => sessions.clear(),
  }
}
