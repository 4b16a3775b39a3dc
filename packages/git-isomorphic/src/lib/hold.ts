/** Keeps names for one holder each. What a process holds must be free once it is dead. */
export interface Hold {
  /** Gives what lets go of the name, or null while somebody has it. */
  take(name: string): Promise<(() => void) | null>
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
      return () => {
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
      const task = async (lock: unknown): Promise<void> => {
        if (lock === null) resolve(null)
        else await new Promise<void>((letGo) => resolve(() => letGo()))
      }
      locks.request(name, { ifAvailable: true }, task).catch(reject)
    }),
  async isHeld(name) {
    return (await locks.query()).held?.some((lock) => lock.name === name) ?? false
  },
})
