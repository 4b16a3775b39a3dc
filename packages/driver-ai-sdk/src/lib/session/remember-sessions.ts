import type { ModelMessage } from '../model/api-model.ts'

/** Conversations by session id. */
export interface SessionMemory {
  /** Finds a conversation; undefined if the id is unknown or was dropped. */
  find(id: string): readonly ModelMessage[] | undefined
  /** Keeps a conversation and returns the id for resuming it. */
  keep(messages: readonly ModelMessage[]): string
  clear(): void
}

/**
 * Keeps at most `most` conversations and drops the least recently used first.
 *
 * A session that resumes another gets its own id, so the earlier one can be resumed again.
 */
export const rememberSessions = (most: number): SessionMemory => {
  const conversations = new Map<string, readonly ModelMessage[]>()
  return {
    find(id) {
      const messages = conversations.get(id)
      if (messages === undefined) return undefined
      conversations.delete(id)
      conversations.set(id, messages)
      return messages
    },
    keep(messages) {
      const id = randomId()
      conversations.set(id, messages)
      for (const oldest of conversations.keys()) {
        if (conversations.size <= most) break
        conversations.delete(oldest)
      }
      return id
    },
    clear: () => conversations.clear(),
  }
}

/** Random, because journals keep ids: one of another process must not match one of this process. */
const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
