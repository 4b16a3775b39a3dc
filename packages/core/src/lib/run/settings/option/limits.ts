import type { RunStoreV1 } from '../../../contract/run-store.ts'
import { checkOptions } from '../../../error/check/check-options.ts'
import { aFunction, count, optional, type RulesOf } from '../../../error/check/rule.ts'
import type { Meta } from '../../../plan/field/meta.ts'
import { pluginRules } from '../../boundary/plugin-rules.ts'

/** A run, as {@link LimitsOptions.perKey} gets it. */
export interface LimitedRun {
  /** The id of the run. */
  id: string
  /** The labels of the run. */
  labels: Readonly<Record<string, string>>
  /** The data of the run. */
  meta: Meta
}

/** Options of {@link createLimits}. */
export interface LimitsOptions {
  /** Sessions of all runs that may run at once. Default: unlimited. */
  sessions?: number | undefined
  /** Sessions with one provider that may run at once. Default: unlimited. */
  perProvider?: number | undefined
  /**
   * Returns the key of a run, such as its tenant. Runs of one key share `sessionsPerKey`; a run without a key
   * has only the other limits. It must return the same key for the same run.
   */
  perKey?: ((run: LimitedRun) => string | undefined) | undefined
  /** Sessions of runs with one key that may run at once. Default: 1 with `perKey`. */
  sessionsPerKey?: number | undefined
  /** The store through which several processes share the limits. Default: only runs of this process do. */
  store?: RunStoreV1 | undefined
}

/** A session that waits for its share. */
export interface WaitingShare {
  /** The id of the run. */
  runId: string
  /** The phase. A session of the run itself has none. */
  phaseId: string | undefined
  /** The limits that it needs a share of, and their sizes. */
  pools: readonly { name: string; size: number }[]
  /** Starts it. */
  admit(): void
}

/** Limits that runs share, made by {@link createLimits}. Its members belong to the engine. */
export interface Limits {
  /** The options, which do not change. */
  readonly options: LimitsOptions
  /** The sessions that wait for others of this process, in the order in which they came. */
  readonly queue: WaitingShare[]
  /** The sessions that wait for those of other processes. */
  readonly asking: Set<WaitingShare>
  /** The taken shares by limit, and by run. */
  readonly taken: Map<string, number>
  /** Time in milliseconds before which this process leaves free shares to others. */
  politeUntil: number
}

const limitsRules: RulesOf<LimitsOptions> = {
  sessions: optional(count),
  perProvider: optional(count),
  perKey: optional(aFunction),
  sessionsPerKey: {
    ...optional(count),
    needs: { member: 'perKey', because: ', which names the key of a run.' },
  },
  store: optional(pluginRules.store),
}

/**
 * Creates limits for the sessions of several runs: pass the same limits to each `createRun` and `openRun`.
 *
 * Runs get free shares in turn, one with fewer sessions first. With a `store`, processes that use the same
 * store and the same options share the limits. Each share is a lease: that of a killed process is free when
 * it expires. Throws `OPTION_INVALID`.
 */
export const createLimits = (options: LimitsOptions): Limits => {
  checkOptions('createLimits', options, limitsRules)
  return {
    options: Object.freeze({ ...options }),
    queue: [],
    asking: new Set(),
    taken: new Map(),
    politeUntil: 0,
  }
}
