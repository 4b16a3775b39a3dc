import type { Clock } from './clock.ts'
import type { CommandRunnerV1 } from './command-runner.ts'
import type { GitBackendV1 } from './git-backend.ts'
import type { RunStoreV1 } from './run-store.ts'

/** The bundle of adapters that a run lives on. */
export interface Host {
  /** The repository that the run works on. */
  git: GitBackendV1
  /** The store of the run's journal. */
  store: RunStoreV1
  /** Absent where no process can be started: a command step is a blocker there. */
  commands?: CommandRunnerV1
  /** The time of events, waits and limits. Tests pass a manual clock. */
  clock: Clock
  /** Names the machine. A session of a driver with `resume: 'machine'` continues only on the same one. */
  machine?: string
  /** A short text that no earlier call gave, of `[a-z0-9]`: it becomes part of ids and references. */
  uniqueId(): string
}
