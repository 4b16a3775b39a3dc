import type { RunEvent } from '@amelia/core'
import { createRandom, type Random } from './create-random.ts'
import { createScheduler, type Scheduler } from './create-scheduler.ts'
import type { World } from './draw-world.ts'
import {
  type PlaceOptions,
  type SimulatedPlace,
  type SimulatedRepository,
  simulatedPlace,
} from './simulated-place.ts'
import { createViolations, type Violations } from './violations.ts'

/**
 * The state that outlives the processes of a simulated run: the repository, the store, time, people, and all
 * observations.
 */
export interface Trial {
  readonly world: World
  readonly random: Random
  readonly scheduler: Scheduler
  readonly place: SimulatedPlace
  readonly git: SimulatedRepository
  readonly store: SimulatedPlace['store']
  readonly violations: Violations
  faultsLeft: number
  /** Number of calls to the environment, of all processes. */
  calls: number
  /** Processes that crashed or had a fault. */
  interruptions: number
  /** Calls that never return. */
  hung: number
  /** Whether a fault was injected into cleanup of this process. */
  uncleared: boolean
  /** Whether the power failed when the last process died. */
  darkness: boolean
  /** Number of sessions per phase. */
  readonly sessions: Map<string, number>
  /** Phases with a session that did nothing and reported so. */
  readonly idled: Set<string>
  /** Folders that agents of dead processes still write to. */
  readonly orphans: string[]
  /** The files that the check ran on, by key. */
  readonly verified: Set<string>
  /** Number of started reviews. */
  reviews: number
  /** Number of tokens used by model requests. */
  used: number
  /** Events that were delivered: the process, and the text. */
  readonly told: Map<number, string>
  /** The gates that were reported to a person as answered. */
  readonly answered: Map<string, string>
  /** Number of questions per phase. */
  readonly questions: Map<string, number>
  /** The commits of a person on the target branch. */
  ownCommit: string | undefined
  /** Events of the run from its start, as the living process knows them. */
  events: RunEvent[]
}

/** Creates the repository and the journals of a run. */
export type PlaceOf = (options: PlaceOptions) => SimulatedPlace

/** `placeOf` returns the repository and the journals. Default: both in memory, or as the world defines. */
export const createTrial = (world: World, placeOf: PlaceOf = placeIn(world)): Trial => {
  const random = createRandom(world.seed + 0.5 * 2 ** 33)
  const scheduler = createScheduler(random)
  const place = placeOf({ random, scheduler })
  const { target } = world.options
  if (target !== undefined)
    place.git.setRef(`refs/heads/${target}`, place.git.refs.get('refs/heads/main') ?? null)
  return {
    world,
    random,
    scheduler,
    place,
    git: place.git,
    store: place.store,
    violations: createViolations(),
    faultsLeft: world.faults.most,
    calls: 0,
    interruptions: 0,
    hung: 0,
    uncleared: false,
    darkness: false,
    sessions: new Map(),
    idled: new Set(),
    orphans: [],
    verified: new Set(),
    reviews: 0,
    used: 0,
    told: new Map(),
    answered: new Map(),
    questions: new Map(),
    ownCommit: undefined,
    events: [],
  }
}

const placeIn =
  ({ disk }: World): PlaceOf =>
  (options) =>
    simulatedPlace({ ...options, disk })
