import { type Clock, timerClock } from '@amelia/core/plugin'
import type { Hold } from './hold.ts'
import type { KeyValueEntries } from './key-value-entries.ts'
import { randomText } from './random-text.ts'

export interface RecordHoldOptions {
  /** Where the records are: what all holders share. */
  entries: Pick<Required<KeyValueEntries>, 'get' | 'setIf'>
  /**
   * After so many milliseconds without a sign of life a holder counts as gone. Default: 150000, because a browser wakes what is in the
   * background once a minute.
   */
  staleMs?: number
  /** Default: the clock and the timers of the page. The clocks of all holders should agree. */
  clock?: Clock
  /** Text of `[a-z0-9]` that nobody else gives. Default: by chance. */
  uniqueId?: () => string
}

interface Holding {
  readonly holder: string
  readonly at: number
}

/**
 * Holds by records with a time in them, among all that share the entries: for where there are no locks that end with their page.
 *
 * A holder gives a sign of life each fifth of `staleMs`. One that was stopped that long and goes on may find its name taken: what it
 * writes must be refused by a mark of its own, as `keyValueStore` does.
 */
export const recordHold = (options: RecordHoldOptions): Hold => {
  const { entries, staleMs = 150_000, clock = timerClock(), uniqueId = () => randomText(12) } = options
  const keyOf = (name: string): string => `${name}/hold`
  const isFresh = (text: string | undefined): boolean => {
    const holding = read(text)
    // A time to come is no sign of a long life either.
    return holding !== undefined && Math.abs(clock.now() - holding.at) < staleMs
  }
  const keep = async (name: string, holder: string, first: string, signal: AbortSignal): Promise<string> => {
    const key = keyOf(name)
    let mine = first
    try {
      for (;;) {
        await clock.wait(staleMs / 5, signal)
        const next = JSON.stringify({ holder, at: clock.now() } satisfies Holding)
        if (!(await entries.setIf({ key, is: mine }, [[key, next]]))) return mine
        mine = next
      }
    } catch {
      // It was let go of, or the medium failed: without a sign of life it is free before long.
      return mine
    }
  }
  return {
    async take(name) {
      const key = keyOf(name)
      const before = await entries.get(key)
      if (isFresh(before)) return null
      const holder = uniqueId()
      const first = JSON.stringify({ holder, at: clock.now() } satisfies Holding)
      if (!(await entries.setIf({ key, is: before }, [[key, first]]))) return null
      const end = new AbortController()
      const kept = keep(name, holder, first, end.signal)
      return async () => {
        end.abort()
        await entries.setIf({ key, is: await kept }, [[key, undefined]])
      }
    },
    isHeld: async (name) => isFresh(await entries.get(keyOf(name))),
  }
}

/** Undefined for what cannot be read: nobody holds by it. */
const read = (text: string | undefined): Holding | undefined => {
  try {
    const value = JSON.parse(text ?? 'null') as Holding | null
    return typeof value?.at === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
