/** Keeps names for one holder each. What a process holds must be free once it is dead. */
export interface Hold {
  /** Gives what lets go of the name, or null while somebody has it. The name is free once that has resolved. */
  take(name: string): Promise<(() => Promise<void>) | null>
  isHeld(name: string): Promise<boolean>
}

const held = new WeakMap<object, Map<string, object>>()

/** Holds among all stores of this process on one medium. */
export const holdInProcess = (medium: object): Hold => {
  const names = held.get(medium) ?? new Map<string, object>()
  held.set(medium, names)
  return {
    async take(name) {
      if (names.has(name)) return null
      const token = {}
      names.set(name, token)
      return async () => {
        if (names.get(name) === token) names.delete(name)
      }
    },
    isHeld: async (name) => names.has(name),
  }
}

/** The part of a browser's `navigator.locks` that is used. */
export interface LockManagerLike {
  request(
    name: string,
    options: { ifAvailable: true },
    task: (lock: unknown) => Promise<void>,
  ): Promise<unknown>
  query(): Promise<{ held?: { name?: string }[] }>
}

/** Holds among all tabs and workers of an origin: `webLocksHold(navigator.locks)`. A tab that is closed lets go. */
export const webLocksHold = (locks: LockManagerLike): Hold => ({
  take: (name) =>
    new Promise((resolve, reject) => {
      const over: Promise<unknown> = locks.request(name, { ifAvailable: true }, async (lock) => {
        if (lock === null) resolve(null)
        else {
          await new Promise<void>((letGo) => {
            resolve(async () => {
              letGo()
              // Who had the lock taken away has none to let go of.
              await over.catch(() => {})
            })
          })
        }
      })
      over.catch(reject)
    }),
  async isHeld(name) {
    return (await locks.query()).held?.some((lock) => lock.name === name) ?? false
  },
})
