import { AmeliaError } from '@amelia/core'
import type { Trial } from './create-trial.ts'
import type { Death, Fault } from './draw-world.ts'
import type { Owner } from './create-scheduler.ts'

/** A process as the world outside sees it: everything that it does there goes through here. */
export interface Gateway extends Owner {
  /** Calls so far. */
  readonly calls: number
  /** Hears that the process is gone. */
  onDeath(hear: () => void): void
  /** The process is gone: nothing that it was waiting for comes, nothing that it asks for is done. */
  die(): void
  /** Does something in the world outside, unless the process dies or something goes wrong. */
  pass<Result>(call: Call<Result>): Promise<Result>
  /** Puts a call of a port behind all that. */
  guard<Given extends unknown[], Result>(
    name: string,
    call: (...given: Given) => Promise<Result>,
    rules?: GuardRules<Given, Result>,
  ): (...given: Given) => Promise<Result>
}

export interface Call<Result> {
  name: string
  perform(): Promise<Result>
  /** What may go wrong with it. */
  faults: readonly Fault[]
  /** Does half of it. */
  half?: (() => Promise<unknown>) | undefined
  /** What it gives that looks at what was there before. */
  stale?: (() => Result) | undefined
  /** Whether it is done at once, without a turn of its own. */
  quick?: boolean | undefined
  /** Whether it waits for simulated time or for other calls. */
  waits?: boolean | undefined
}

export interface GuardRules<Given extends unknown[], Result> {
  faults?: readonly Fault[]
  half?: (...given: Given) => Promise<unknown>
  stale?: () => Result
  quick?: boolean
}

const never = <Result>(): Promise<Result> => new Promise<Result>(() => {})

/** Longer than anything that takes its time for good reason, shorter than what a person waits for. */
const slowMs = 90

const broken = (name: string): AmeliaError =>
  new AmeliaError('GIT_FAILED', `${name} failed, as it was told to.`, {
    command: name,
    exitCode: 128,
    output: '',
  })

/** Calls that clear up: where one fails, something is left. */
const clearing = /removeWorkspaces|release|closeWorkspace|disk/

export const createGateway = (trial: Trial, death: Death | undefined): Gateway => {
  const { scheduler, random, world } = trial
  let calls = 0
  let dead = false
  const mourners: (() => void)[] = []

  const draw = (faults: readonly Fault[]): Fault | undefined => {
    const [first, ...rest] = faults
    if (first === undefined || trial.faultsLeft === 0 || !random.chance(world.faults.chance)) return undefined
    trial.faultsLeft--
    trial.interruptions++
    return random.pick([first, ...rest])
  }

  const died = new Promise<void>((resolve) => mourners.push(resolve))
  /** Acts on the world. The scheduler waits for real work until it ends or the process dies. */
  const act = <Result>(task: () => Promise<Result>, isReal = trial.place.isReal): Promise<Result> =>
    isReal ? scheduler.real(task, died) : task()

  const gateway: Gateway = {
    get dead() {
      return dead
    },
    get calls() {
      return calls
    },
    die() {
      if (dead) return
      dead = true
      for (const hear of mourners) hear()
    },
    onDeath: (hear) => void mourners.push(hear),
    async pass({ name, perform, faults, half, stale, quick = false, waits = false }) {
      if (dead) return never()
      trial.calls++
      const dies = ++calls === death?.call && death.of === undefined ? death.when : undefined
      if (dies === 'before') return end()
      if (!quick) await scheduler.turn(gateway, name === 'store.offers')
      if (dies === 'amid') {
        if (half) await act(half)
        return end()
      }
      const fault = draw(faults)
      if (fault !== undefined && clearing.test(name)) trial.uncleared = true
      if (fault === 'hang') trial.hung++
      if (fault === 'hang') return never()
      if (fault === 'slow') await scheduler.clockOf(gateway).wait(slowMs)
      if (fault === 'partial' && half) await act(half)
      if (fault === 'fail' || fault === 'partial') throw broken(name)
      const result = fault === 'stale' && stale ? stale() : await act(perform, waits ? false : undefined)
      if (dies === 'after') return end()
      if (dead) return never()
      if (fault === 'lie') throw broken(name)
      return result
    },
    guard:
      (name, call, { faults = [], half, stale, quick } = {}) =>
      (...given) =>
        gateway.pass({
          name,
          perform: () => call(...given),
          faults,
          half: half && (() => half(...given)),
          stale,
          quick,
        }),
  }

  const end = <Result>(): Promise<Result> => {
    gateway.die()
    trial.darkness = random.chance(0.5)
    return never()
  }

  return gateway
}
