import { type Clock, type CommandRunnerV1, type Host, type RunStoreV1, timerClock } from '@amelia/core/plugin'
import { createIsomorphicGit, type IsomorphicGitOptions } from './create-isomorphic-git.ts'
import { memoryEntries } from './key-value-entries.ts'
import { keyValueStore } from './key-value-store.ts'
import { randomText } from './random-text.ts'

export interface IsomorphicHostOptions extends IsomorphicGitOptions {
  /** Where journals are kept. Default: in memory, where a run ends with the page. */
  store?: RunStoreV1
  /** Runs commands on a workspace's files. Default: none, and a step with a command is a blocker. */
  commands?: CommandRunnerV1
  /** Default: the clock and the timers of the page. */
  clock?: Clock
  /** Text of `[a-z0-9]` that no earlier call gave. Default: by chance. */
  uniqueId?: () => string
}

/** Everything that a run needs where there is no Node: a page, a worker, the edge. Nothing is read or made yet. */
export const isomorphicHost = (options: IsomorphicHostOptions): Host => {
  const { commands, clock = timerClock(), uniqueId = () => randomText(6) } = options
  return {
    git: createIsomorphicGit(options),
    store: options.store ?? keyValueStore({ ...memoryEntries(), now: () => clock.now() }),
    ...(commands === undefined ? {} : { commands }),
    clock,
    uniqueId,
  }
}
