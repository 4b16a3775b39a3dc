import { createContext, useContext, useSyncExternalStore } from 'react'

/** One timer for all times on the page, which runs only while one of them ticks. */
const ticking = (() => {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()
  return {
    now: () => now,
    subscribe(listener: () => void) {
      if (listeners.size === 0) now = Date.now()
      listeners.add(listener)
      timer ??= setInterval(() => {
        now = Date.now()
        for (const each of listeners) each()
      }, 1_000)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
})()

const never = (): (() => void) => () => {}

/** The time at which all times below stand still, in milliseconds since 1970. Undefined: they tick. */
export const StillTime = createContext<number | undefined>(undefined)

/** Returns the time in milliseconds since 1970, once a second while `isTicking`, and otherwise unchanged. */
export const useNow = (isTicking: boolean): number => {
  const still = useContext(StillTime)
  const subscribe = isTicking && still === undefined ? ticking.subscribe : never
  const now = useSyncExternalStore(subscribe, ticking.now, ticking.now)
  return still ?? now
}
