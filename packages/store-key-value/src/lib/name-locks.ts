import { checkArgument, rules } from '@amelia/core/plugin'

/** Locks names. The locks of a process must be released when it dies. */
export interface NameLocks {
  /**
   * Locks a name and returns a function that releases it; null if it is locked. The name is free once the
   * release resolves.
   */
  take(name: string): Promise<(() => Promise<void>) | null>
  /** Whether the name is locked now, by any process. */
  isLocked(name: string): Promise<boolean>
}

const locked = new WeakMap<object, Map<string, object>>()

/** Creates locks among all stores of this process on one medium. */
export const locksInProcess = (medium: object): NameLocks => {
  const names = locked.get(medium) ?? new Map<string, object>()
  locked.set(medium, names)
  return {
    async take(name) {
      if (names.has(name)) return null
      const token = {}
      names.set(name, token)
      return async () => {
        if (names.get(name) === token) names.delete(name)
      }
    },
    isLocked: async (name) => names.has(name),
  }
}

/** The part of a browser's `navigator.locks` that is used here. */
export interface LockManagerLike {
  /**
   * Calls the task with the lock if the name is free, else with null. The lock lasts until the task's promise
   * ends.
   */
  request(
    name: string,
    options: { ifAvailable: true },
    task: (lock: unknown) => Promise<void>,
  ): Promise<unknown>
  /** Lists the names that are locked now. */
  query(): Promise<{ held?: { name?: string }[] }>
}

/**
 * Creates locks among all tabs and Workers of an origin: `webLocks(navigator.locks)`. Closing a tab
 * releases its locks.
 */
export const webLocks = (locks: LockManagerLike): NameLocks => {
  checkArgument('webLocks', 'locks', locks, locksRule)
  return locksOf(locks)
}

const locksRule = rules.shape('`navigator.locks`', { request: rules.function, query: rules.function })

const locksOf = (locks: LockManagerLike): NameLocks => ({
  take: (name) =>
    new Promise((resolve, reject) => {
      const over: Promise<unknown> = locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock === null) resolve(null)
        else {
          await new Promise<void>((letGo) => {
            resolve(async () => {
              letGo()
              // A stolen lock cannot be released.
              await over.catch(() => {})
            })
          })
        }
      })
      over.catch(reject)
    }),
  async isLocked(name) {
    return (await locks.query()).held?.some((lock) => lock.name === name) ?? false
  },
})
