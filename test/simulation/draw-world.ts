import type { RunOptions } from '@amelia/core'
import type { PhaseDraft } from '@amelia/core/plugin'
import { createRandom, type Random } from './create-random.ts'

/**
 * Behaviour of a session. `lies`: leaves half of the work and reports success. `idles`: does nothing and
 * reports so.
 */
export type Behaviour =
  | 'works'
  | 'fails'
  | 'lies'
  | 'idles'
  | 'hangs'
  | 'dawdles'
  | 'refuses'
  | 'is cut off'
  | 'is turned away'
  | 'overflows'

/** Faults of a port's call. `lie`: it succeeds and reports a failure. */
export type Fault = 'fail' | 'lie' | 'slow' | 'hang' | 'partial' | 'stale'

/** The crash of a process: at this call to the environment, before, during or after it. */
export interface Death {
  call: number
  /** `git`: the call is a git process that native git starts. Default: a call of a port. */
  of?: 'git'
  when: 'before' | 'during' | 'after'
}

/**
 * The person that answers gates. `away`: between processes. `elsewhere`: another process, which sends the
 * answers to the run.
 */
export type People = 'at hand' | 'slow' | 'away' | 'elsewhere'

export interface SimulatedPhase extends PhaseDraft {
  /** Its sessions' behaviour, in order; later sessions work. */
  behaviours: Behaviour[]
  /** Adds a line to a file that other phases also change. */
  shares: boolean
}

/** Everything that happens in a simulated run, derived from one seed. */
export interface World {
  seed: number
  phases: SimulatedPhase[]
  options: Pick<
    RunOptions,
    | 'concurrency'
    | 'onFailure'
    | 'trust'
    | 'order'
    | 'publish'
    | 'target'
    | 'artifacts'
    | 'retry'
    | 'units'
    | 'parallelSubtasks'
    | 'budget'
    | 'phaseBudget'
    | 'verify'
  > & { concurrency: number }
  people: People
  /** Whether people always let work continue: then every phase is completed in the end, whatever happens. */
  patient: boolean
  /** Rejections by the reviewer, one per review; undefined without a reviewer. */
  refusals: boolean[] | undefined
  /** The crashes of the first processes; the last one survives. */
  deaths: Death[]
  /** Probability of a fault per call, and the maximum number of faults. */
  faults: { chance: number; most: number }
  /** Whether a person commits to the target branch during the run. */
  moved: boolean
  /**
   * Whether a person commits to the target branch between the run's last check and its own move. Default:
   * false.
   */
  raced?: boolean
  /** The store: in memory, or on a disk. */
  disk: boolean
}

/** Tokens per model request of a session. */
export const requestTokens = 100

const behavioursOf = (random: Random, checked: boolean): Behaviour[] => {
  if (random.chance(0.55)) return []
  const usual = [
    'fails',
    'fails',
    'dawdles',
    'refuses',
    'is cut off',
    'is turned away',
    'overflows',
    'hangs',
  ] as const
  return Array.from({ length: 1 + random.below(3) }, () =>
    checked && random.chance(0.2) ? 'lies' : random.chance(0.1) ? 'idles' : random.pick(usual),
  )
}

/** The executor of a phase: one session, a session per subtask, or the engine. */
const bodyOf = (random: Random, id: string): Pick<PhaseDraft, 'body' | 'subtasks'> => {
  const kind = random.below(8)
  const parts = Array.from({ length: 1 + random.below(3) }, (_, part) => `${id}.${part + 1}`)
  if (kind === 0)
    return {
      subtasks: parts.map((part) => ({
        id: part,
        title: part,
        steps: [
          {
            id: `${part}.1`,
            action: 'code',
            filePath: `${part}.txt`,
            codeChange: `${part}\n`,
            risk: 'low',
            requiresHumanJudgment: random.chance(0.1),
          },
        ],
      })),
    }
  if (kind === 1)
    return {
      body: `Do ${id}.`,
      subtasks: parts.map((part) => ({
        id: part,
        title: part,
        body: `Do ${part}.`,
        files: [`${part}.txt`],
      })),
    }
  return { body: `Do ${id}.` }
}

const drawPhase = (random: Random, index: number, checked: boolean): SimulatedPhase => {
  const id = `p${index}`
  const shares = random.chance(0.3)
  const dependsOn: string[] = []
  for (let other = 0; other < index; other++)
    if (random.chance(index < 4 ? 0.35 : 0.2)) dependsOn.push(`p${other}`)
  const body = bodyOf(random, id)
  const byAgent = body.body !== undefined
  return {
    id,
    title: id,
    dependsOn,
    ...body,
    risk: random.pick(['low', 'medium', 'medium', 'high']),
    files: shares && random.chance(0.6) ? ['shared.txt'] : [],
    behaviours: byAgent ? behavioursOf(random, checked) : [],
    shares: shares && byAgent && body.subtasks === undefined,
  }
}

const drawOptions = (random: Random, checked: boolean): World['options'] => {
  const drawn: World['options'] = {
    concurrency: 1 + random.below(4),
    onFailure: random.pick(['halt', 'continue']),
    order: random.pick(['dataflow', 'dataflow', 'batches']),
    publish: random.pick(['phase', 'phase', 'single', 'message-only']),
    artifacts: random.pick(['none', 'none', 'commit']),
    trust: random.pick(['autonomous', 'autonomous', 'standard', 'paranoid']),
    units: random.pick(['phase', 'phase', 'subtask']),
    parallelSubtasks: random.chance(0.3),
    retry: {
      maxAttempts: 1 + random.below(3),
      session: random.pick(['fresh', 'continue']),
      workspace: random.pick(['reset', 'keep']),
      when: random.pick(['now', 'now', 'siblings']),
      onExhausted: random.pick(['fail', 'ask']),
    },
    ...(random.chance(0.2) && { budget: { tokens: requestTokens * (6 + random.below(10)) } }),
    ...(random.chance(0.08) && { phaseBudget: { tokens: requestTokens * (4 + random.below(4)) } }),
    ...(checked && { verify: { test: ['check'] } }),
  }
  // The engine refuses subtasks side by side that are not units.
  return { ...drawn, parallelSubtasks: drawn.parallelSubtasks === true && drawn.units === 'subtask' }
}

/** Draws a world. Worlds are small enough to run thousands of them, and together cover everything. */
export const drawWorld = (seed: number): World => {
  const random = createRandom(seed)
  const checked = random.chance(0.35)
  const size = 1 + Math.floor(random.next() ** 3 * 8)
  const phases = Array.from({ length: size }, (_, index) => drawPhase(random, index, checked))
  const options = drawOptions(random, checked)
  const patient = random.chance(0.7)
  if (patient && options.retry) options.retry.onExhausted = 'ask'
  const world: World = {
    seed,
    phases,
    options,
    patient,
    people: random.pick(['at hand', 'at hand', 'slow', 'away', 'elsewhere']),
    refusals: random.chance(0.15) ? Array.from({ length: 6 }, () => random.chance(0.3)) : undefined,
    deaths: Array.from({ length: random.pick([0, 1, 1, 2, 4]) }, () => ({
      call: 1 + Math.floor(random.next() ** 2 * 150),
      when: random.pick(['before', 'during', 'after']),
    })),
    faults: random.chance(0.4)
      ? { chance: 0.01 + random.next() * 0.05, most: 1 + random.below(4) }
      : { chance: 0, most: 0 },
    moved: random.chance(0.12),
    disk: random.chance(0.25),
  }
  // Such a run publishes nothing before its end that a person could build on.
  if (world.moved && options.publish === 'single') options.target = 'shared'
  return world
}
