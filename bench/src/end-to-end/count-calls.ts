import type { Host } from '@amelia/core'

/** A host whose calls are counted while they run. */
export interface CountedHost {
  host: Host
  /** Whether a call to git or to the store is running. */
  isBusy(): boolean
}

/** Counts the running calls of a host's git backend and store, and of the store's leases. */
export const countCalls = (host: Host): CountedHost => {
  let running = 0
  const counted = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get(target, name): unknown {
        const value: unknown = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...given: unknown[]): unknown => {
          const result: unknown = Reflect.apply(value, target, given)
          if (!(result instanceof Promise)) return result
          running++
          const done = name === 'acquire' ? result.then((lease: object) => counted(lease)) : result
          return done.finally(() => running--)
        }
      },
    })
  return {
    host: { ...host, git: counted(host.git), store: counted(host.store) },
    isBusy: () => running > 0,
  }
}
