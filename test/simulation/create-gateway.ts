import { AmeliaError } from '@amelia/core'
import type { Trial } from './create-trial.ts'
import type { Death, Fault } from './draw-world.ts'
import type { Owner } from './create-scheduler.ts'

/** A process as its environment sees it: all its calls pass through here. */
export interface Gateway extends Owner {
  /** Number of calls so far. */
  readonly calls: number
  /** Calls a listener when the process is dead. */
  onDeath(hear: () => void): void
  /** Ends the process: it receives no more results, and its requests are not executed. */
  die(): void
  /** Executes a call to the environment, unless the process dies or a fault occurs. */
  pass<Result>(call: Call<Result>): Promise<Result>
  /** Wraps a call of a port in a gateway. */
  guard<Given extends unknown[], Result>(
    name: string,
    call: (...given: Given) => Promise<Result>,
    rules?: GuardRules<Given, Result>,
  ): (...given: Given) => Promise<Result>
}

export interface Call<Result> {
  name: string
  perform(): Promise<Result>
  /** The faults that a call can have. */
  faults: readonly Fault[]
  /** Executes half of the call. */
  half?: (() => Promise<unknown>) | undefined
  /** The result of a call that reads the earlier state. */
  stale?: (() => Result) | undefined
  /** Whether the call is executed at once, without a separate turn. */
  quick?: boolean | undefined
  /** Whether the call waits for simulated time or for other calls. */
  waits?: boolean | undefined
}

export interface GuardRules<Given extends unknown[], Result> {
  faults?: readonly Fault[]
  half?: (...given: Given) => Promise<unknown>
  stale?: () => Result
  quick?: boolean
}

const never = <Result>(): Promise<Result> => new Promise<Result>(() => {})

/** Longer than any legitimate call, shorter than the patience of a person. */
const slowMs = 90

const broken = (name: string): AmeliaError =>
  new AmeliaError('GIT_FAILED', `${name} failed, as it was told to.`, {
    command: name,
    exitCode: 128,
    output: '',
  })

/** Calls that clean up: if one fails, something remains. */
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
  /** Acts on the environment. The scheduler waits for real work until it ends or the process dies. */
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
      if (!quick) await scheduler.turn(gateway, name === 'store.sent')
      if (dies === 'during') {
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
