/** Listeners by the name of the part that they follow. */
export interface Listeners {
  /** Adds a listener, and returns its removal. */
  add(part: string, listener: () => void): () => void
  /** Calls the listeners of a part. */
  call(part: string): void
}

/** Creates an empty set of listeners. */
export const createListeners = (): Listeners => {
  const byPart = new Map<string, Set<() => void>>()
  return {
    add(part, listener) {
      const own = byPart.get(part) ?? new Set()
      byPart.set(part, own)
      own.add(listener)
      return () => {
        own.delete(listener)
        if (own.size === 0 && byPart.get(part) === own) byPart.delete(part)
      }
    },
    call(part) {
      for (const listener of [...(byPart.get(part) ?? [])]) listener()
    },
  }
}
