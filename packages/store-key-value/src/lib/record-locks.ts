import { checkOptions, type Clock, pluginRules, rules, timerClock } from '@amelia/core/plugin'
import type { NameLocks } from './name-locks.ts'
import type { KeyValueEntries } from './key-value-entries.ts'
import { randomText } from './random-text.ts'

/** Options of {@link recordLocks}. */
export interface RecordLocksOptions {
  /** The entries that all instances share. */
  entries: Pick<Required<KeyValueEntries>, 'get' | 'setIf'>
  /**
   * Time without a renewal after which a lock is free, in milliseconds. Default: 150000, because a browser
   * runs timers of background tabs only once a minute.
   */
  staleMs?: number | undefined
  /** Default: the clock and timers of the platform. The clocks of all instances should agree. */
  clock?: Clock | undefined
  /** Returns a unique text of `[a-z0-9]`. Default: random. */
  uniqueId?: (() => string) | undefined
}

interface LockRecord {
  readonly holder: string
  readonly at: number
}

/**
 * Creates locks from timestamped records, for platforms whose locks do not end with the page.
 *
 * An instance renews its record every fifth of `staleMs`. If it is suspended for longer, another one may take
 * its lock, and its writes must be refused by a token, as in `keyValueStore`.
 */
export const recordLocks = (options: RecordLocksOptions): NameLocks => {
  checkOptions('recordLocks', options, {
    entries: rules.shape('entries with `get` and `setIf`', { get: rules.function, setIf: rules.function }),
    staleMs: rules.optional(rules.count),
    clock: rules.optional(pluginRules.clock),
    uniqueId: rules.optional(rules.function),
  })
  const { entries, staleMs = 150_000, clock = timerClock(), uniqueId = () => randomText(12) } = options
  const keyOf = (name: string): string => `${name}/lock`
  const isFresh = (text: string | undefined): boolean => {
    const record = read(text)
    // A time in the future does not keep a lock either.
    return record !== undefined && Math.abs(clock.now() - record.at) < staleMs
  }
  const keep = async (name: string, holder: string, first: string, signal: AbortSignal): Promise<string> => {
    const key = keyOf(name)
    let mine = first
    try {
      for (;;) {
        await clock.wait(staleMs / 5, signal, 'poll')
        const next = JSON.stringify({ holder, at: clock.now() } satisfies LockRecord)
        if (!(await entries.setIf({ key, is: mine }, [[key, next]]))) return mine
        mine = next
      }
    } catch {
      // The lock was released, or the medium failed: without renewals it expires.
      return mine
    }
  }
  return {
    async take(name) {
      const key = keyOf(name)
      const before = await entries.get(key)
      if (isFresh(before)) return null
      const holder = uniqueId()
      const first = JSON.stringify({ holder, at: clock.now() } satisfies LockRecord)
      if (!(await entries.setIf({ key, is: before }, [[key, first]]))) return null
      const end = new AbortController()
      const kept = keep(name, holder, first, end.signal)
      return async () => {
        end.abort()
        await entries.setIf({ key, is: await kept }, [[key, undefined]])
      }
    },
    isLocked: async (name) => isFresh(await entries.get(keyOf(name))),
  }
}

/** Undefined if it is not readable: such a record is not a lock. */
const read = (text: string | undefined): LockRecord | undefined => {
  try {
    const value = JSON.parse(text ?? 'null') as LockRecord | null
    return typeof value?.at === 'number' ? value : undefined
  } catch {
    return undefined
  }
}
