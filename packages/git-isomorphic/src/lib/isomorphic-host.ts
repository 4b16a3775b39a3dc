import {
  checkOptions,
  type Clock,
  type CommandRunnerV1,
  type Host,
  pluginRules,
  rules,
  type RunStoreV1,
  timerClock,
} from '@amelia/core/plugin'
import { keyValueStore, memoryEntries, randomText } from '@amelia/store-key-value'
import {
  createIsomorphicGit,
  isomorphicGitRules,
  type IsomorphicGitOptions,
} from './create-isomorphic-git.ts'

/** Options of {@link isomorphicHost}. */
export interface IsomorphicHostOptions extends IsomorphicGitOptions {
  /** Store for journals. Default: in memory; runs are then lost with the page. */
  store?: RunStoreV1 | undefined
  /** Runs commands on the files of a workspace. Default: none; a step with a command then opens a gate. */
  commands?: CommandRunnerV1 | undefined
  /** Default: the clock and timers of the platform. */
  clock?: Clock | undefined
  /** Returns a unique text of `[a-z0-9]`. Default: random. */
  uniqueId?: (() => string) | undefined
}

const { optional } = rules

/** Creates a host for places without Node: a page, a Worker, the edge. Reads and writes nothing yet. */
export const isomorphicHost = (options: IsomorphicHostOptions): Host => {
  checkOptions('isomorphicHost', options, {
    ...isomorphicGitRules,
    store: optional(pluginRules.store),
    commands: optional(pluginRules.commands),
    clock: optional(pluginRules.clock),
    uniqueId: optional(rules.function),
  })
  const { store, commands, clock = timerClock(), uniqueId = () => randomText(6), ...git } = options
  return {
    git: createIsomorphicGit(git),
    store: store ?? keyValueStore({ ...memoryEntries(), now: () => clock.now() }),
    ...(commands === undefined ? {} : { commands }),
    clock,
    uniqueId,
  }
}
