import { AmeliaError, checkArgument, type Rule, rules, type RulesOf } from '@amelia/core/plugin'
import { nearestName } from '@amelia/core/view'
import type { Channel } from './channel.ts'
import type { NameLocks } from './name-locks.ts'
import type { KeyValueEntries } from './key-value-entries.ts'

/** Options of `keyValueStore`. */
export interface KeyValueStoreOptions extends KeyValueEntries {
  /** Prefix of every key. Default: `amelia/`. */
  prefix?: string | undefined
  /**
   * Locks a run for one instance. Default: among the stores of this process with the same `get`. If several
   * tabs share the entries, use `webLocks(navigator.locks)`, or `recordLocks` on platforms without these
   * locks.
   */
  locks?: NameLocks | undefined
  /**
   * Carries the news of records, and progress, to other stores. Default: to the stores of this process with
   * the same `get`.
   */
  channel?: Channel | undefined
  /** Returns milliseconds since 1970. Default: the system clock. */
  now?: (() => number) | undefined
  /** Returns a unique text of `[a-z0-9]`. Default: random. */
  uniqueId?: (() => string) | undefined
}

const { optional } = rules

const choices = {
  setIf: optional(rules.function),
  prefix: optional(rules.text),
  locks: optional(rules.shape('locks', { take: rules.function, isLocked: rules.function })),
  channel: optional(rules.shape('a channel', { send: rules.function, receive: rules.function })),
  now: optional(rules.function),
  uniqueId: optional(rules.function),
}

const keyValueStoreRule: Rule = rules.shape('an object with entries', {
  get: rules.function,
  set: rules.function,
  delete: rules.function,
  list: rules.function,
  ...choices,
} satisfies RulesOf<KeyValueStoreOptions>)

/**
 * Checks the options. A medium may have more members, but none with almost the name of an option that is
 * missing: `lcoks` would leave a run without its lock.
 */
export const checkKeyValueStore = (options: KeyValueStoreOptions): void => {
  checkArgument('keyValueStore', 'options', options, keyValueStoreRule)
  const missing = Object.keys(choices).filter((name) => !(name in options))
  const known = new Set(Object.keys(keyValueStoreRule.members ?? {}))
  for (const name of Object.keys(options)) {
    const near = known.has(name) ? undefined : nearestName(name, missing)
    if (near === undefined) continue
    const message = `keyValueStore: \`${name}\` is not known. Did you mean \`${near}\`?`
    throw new AmeliaError('OPTION_INVALID', message, { option: name })
  }
}
