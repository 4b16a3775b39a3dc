import type { ModelMessage } from './api-model.ts'

/** Conversations by the ids of the sessions that they ended with. */
export interface SessionMemory {
  /** The conversation, or undefined where the id is not known or was forgotten. */
  find(id: string): readonly ModelMessage[] | undefined
  /** Keeps a conversation; gives the id to go on with. */
  keep(messages: readonly ModelMessage[]): string
  clear(): void
}

/**
 * Remembers at most `most` conversations; the one that was not used for longest goes first.
 *
 * A session that goes on with another has an id of its own: the other can be gone on with again.
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

/** Ids are kept in journals: those of another process must not be taken for one of this. */
const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
