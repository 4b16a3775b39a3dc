import type { Clock } from './clock.ts'
import type { CommandRunnerV1 } from './command-runner.ts'
import type { GitBackendV1 } from './git-backend.ts'
import type { RunStoreV1 } from './run-store.ts'

/** The levels of confinement. */
export const confineLevels = ['auto', 'files', 'required', 'off'] as const
Object.freeze(confineLevels)

/** The networks of confined processes. */
export const confineNetworks = ['host', 'none'] as const
Object.freeze(confineNetworks)

/** How strictly processes are confined. */
export type ConfineLevel = (typeof confineLevels)[number]

/** Whether a host confines the processes of a run. */
export interface HostConfinement {
  /**
   * `auto`: wherever the machine can. `files`: a run that the machine cannot confine does not start before a
   * person turns this off. `required`: it never starts. `off`: processes are not confined.
   */
  level: ConfineLevel
  /** Whether processes are confined. */
  on: boolean
  /** For people: the program that confines, or the reason why none does. */
  detail: string
  /** How to make it work, where it does not. */
  remedy?: string
}

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
  /** Whether the processes of a run are confined. Absent for a host that does not know. */
  readonly confinement?: HostConfinement | undefined
  /** A short text that no earlier call gave, of `[a-z0-9]`: it becomes part of ids and references. */
  uniqueId(): string
}
