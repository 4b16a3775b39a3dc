import type { GitBackendV1, RunStoreV1 } from '@amelia/core'
import { createMemoryGit, type MemoryGit } from '@amelia/core/testing'
import type { Gateway } from './create-gateway.ts'
import type { Random } from './create-random.ts'
import type { Scheduler } from './create-scheduler.ts'
import type { Death } from './draw-world.ts'
import { createSimulatedStore, type SimulatedStore } from './simulated-store.ts'

/** A repository, and the calls of an observer without faults. */
export type SimulatedRepository = GitBackendV1 &
  Pick<
    MemoryGit,
    'openWorkspaces' | 'leftWorkspaces' | 'filesOf' | 'commitOf' | 'log' | 'setRef' | 'addCommit'
  > & {
    readonly refs: Pick<ReadonlyMap<string, string>, 'get' | 'keys'>
  }

/** The repository and the journals of a simulated run. Both outlive its processes. */
export interface SimulatedPlace {
  /** Whether its calls take real time. */
  readonly isReal: boolean
  readonly git: SimulatedRepository
  readonly store: Pick<SimulatedStore, 'plain' | 'losePower'>
  /**
   * Lets an agent that outlived its process write to its workspace's folder. Undefined if workspaces have no
   * folder.
   */
  disturb?(folder: string): void
  /** Gives a new process its own git backend and store. */
  begin(gateway: Gateway, death: Death | undefined): Promise<Outside>
}

/** The environment of one simulated process. */
export interface Outside {
  git: GitBackendV1
  store: RunStoreV1
  /** Number of git processes started so far. */
  readonly gitCalls: number
  /** Runs the process. */
  within<Result>(task: () => Result): Result
  /** Resolves when everything that the process started has ended. */
  flush(): Promise<void>
  /** Kinds of git calls that stored something without a sync. Undefined if this is not recorded. */
  unsynced?(): string[]
}

export interface PlaceOptions {
  random: Random
  scheduler: Scheduler
}

/** Git in memory; journals in memory or on a simulated disk. */
export const simulatedPlace = ({
  random,
  scheduler,
  disk,
}: PlaceOptions & { disk: boolean }): SimulatedPlace => {
  const git = createMemoryGit({ files: { 'README.md': 'hello\n' } })
  const store = createSimulatedStore({ random, scheduler, disk })
  return {
    isReal: false,
    git,
    store,
    begin: async (gateway) => ({
      git: {
        ...git,
        openWorkspace(request) {
          // A real folder records which process created it.
          gateway.onDeath(() => git.endHolder(request.lease!))
          return git.openWorkspace(request)
        },
      },
      store: store.open(gateway),
      gitCalls: 0,
      within: (task) => task(),
      flush: async () => {},
    }),
  }
}
