import type { RunEvent } from '@amelia/core'
import { createMemoryGit, type MemoryGit } from '@amelia/core/testing'
import { createRandom, type Random } from './create-random.ts'
import { createScheduler, type Scheduler } from './create-scheduler.ts'
import type { World } from './draw-world.ts'
import { createSimulatedStore, type SimulatedStore } from './simulated-store.ts'
import { createViolations, type Violations } from './violations.ts'

/** What outlives the processes of a simulated run: the repository, the store, time, people, and what is known about all of it. */
export interface Trial {
  readonly world: World
  readonly random: Random
  readonly scheduler: Scheduler
  readonly git: MemoryGit
  readonly store: SimulatedStore
  readonly violations: Violations
  faultsLeft: number
  /** Calls to the world outside, of all processes. */
  calls: number
  /** Processes that ended before their time, or that something went wrong in. */
  interruptions: number
  /** Calls that nothing ever comes back from. */
  hung: number
  /** Something that clears up was made to fail in this process. */
  uncleared: boolean
  /** The power went when the last process died. */
  darkness: boolean
  /** Sessions that each phase has had. */
  readonly sessions: Map<string, number>
  /** Phases whose sessions once did nothing and said that they had. */
  readonly idled: Set<string>
  /** Reviews that were begun. */
  reviews: number
  /** Tokens that model requests have used. */
  used: number
  /** Events that somebody was told of: of which process, and as text. */
  readonly told: Map<number, string>
  /** The gates that a person was told are answered. */
  readonly answered: Map<string, string>
  /** How often each phase was asked about. */
  readonly questions: Map<string, number>
  /** What a person has committed to the target branch meanwhile. */
  ownCommit: string | undefined
  /** Events of the run from its beginning, as the process that lives knows them. */
  events: RunEvent[]
}

export const createTrial = (world: World): Trial => {
  const random = createRandom(world.seed + 0.5 * 2 ** 33)
  const scheduler = createScheduler(random)
  return {
    world,
    random,
    scheduler,
    git: createMemoryGit({ files: { 'README.md': 'hello\n' } }),
    store: createSimulatedStore({ random, scheduler, disk: world.disk }),
    violations: createViolations(),
    faultsLeft: world.faults.most,
    calls: 0,
    interruptions: 0,
    hung: 0,
    uncleared: false,
    darkness: false,
    sessions: new Map(),
    idled: new Set(),
    reviews: 0,
    used: 0,
    told: new Map(),
    answered: new Map(),
    questions: new Map(),
    ownCommit: undefined,
    events: [],
  }
}
