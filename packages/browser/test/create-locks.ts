import type { LockManagerLike } from '@amelia/store-key-value'

/**
 * Creates Web Locks in memory. Closing a tab releases its locks; its tasks continue, like those of a frozen
 * page.
 */
export const createLocks = () => {
  const held = new Map<string, object>()
  const openTab = (): { locks: LockManagerLike; close(): void } => {
    const tab = {}
    return {
      locks: {
        async request(name, _options, task) {
          if (held.has(name)) return task(null)
          held.set(name, tab)
          try {
            return await task({ name })
          } finally {
            if (held.get(name) === tab) held.delete(name)
          }
        },
        query: async () => ({ held: [...held.keys()].map((name) => ({ name })) }),
      },
      close() {
        for (const [name, owner] of held) if (owner === tab) held.delete(name)
      },
    }
  }
  return { openTab }
}
