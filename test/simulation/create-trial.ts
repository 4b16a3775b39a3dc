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

/** What outlives the processes of a simulated run: the repository, the store, time, people, and what is known about all of it. */
export interface Trial {
  readonly world: World
  readonly random: Random
  readonly scheduler: Scheduler
  readonly place: SimulatedPlace
  readonly git: SimulatedRepository
  readonly store: SimulatedPlace['store']
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
  /** Folders that agents of dead processes still write to. */
  readonly orphans: string[]
  /** What the check was run on, by the key of its files. */
  readonly verified: Set<string>
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

/** Makes the repository and the journals of a run. */
export type PlaceOf = (options: PlaceOptions) => SimulatedPlace

/** `placeOf` gives the repository and the journals. Default: both in memory, or as the world says. */
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
