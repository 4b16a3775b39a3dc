import type { Clock } from '@amelia/core'
import type { Random } from './create-random.ts'

/** The owner of a turn: turns of a dead process are dropped. */
export interface Owner {
  readonly dead: boolean
}

/**
 * The end of a scheduler's run. `stuck`: nothing more can happen. `endless`: the limit of turns is reached.
 */
export type Standstill = 'done' | 'stuck' | 'endless'

/**
 * Schedules a world in which nothing takes real time: one task after the other, in an order determined by the
 * seed.
 */
export interface Scheduler {
  now(): number
  /** Resolves when its turn has come. `idle`: the task only checks whether something has happened. */
  turn(owner: Owner, idle?: boolean): Promise<void>
  clockOf(owner: Owner): Clock
  /** Starts work that takes real time. Nothing else happens until it ends, or until `gone` resolves. */
  real<Result>(work: () => Promise<Result>, gone?: Promise<void>): Promise<Result>
  /** Runs tasks until `isDone`, at most `limit` turns. */
  run(isDone: () => boolean, limit: number): Promise<Standstill>
}

interface Task {
  owner: Owner
  idle: boolean
  go(): void
}

interface Timer {
  owner: Owner
  at: number
  ms: number
  wake(): void
}

/** Delay of a polling loop. Polling does not count as progress, so simulated time advances. */
const pollMs = 250
/** Polling tasks, which run when nothing else is left. */
const idleLooks = 3

/** Resolves when all pending promise callbacks have run. */
const quiet = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
/** Resolves when all pending turns of the event loop have run. */
const quietLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export const createScheduler = (random: Random): Scheduler => {
  let now = Date.UTC(2026, 0, 1)
  const ready: Task[] = []
  const timers = new Set<Timer>()
  let looks = 0
  let busy = 0
  let idle = (): void => {}

  const takeReady = (): Task | undefined => {
    while (ready.length > 0) {
      const [task] = ready.splice(random.below(ready.length), 1)
      if (task && !task.owner.dead) return task
    }
    return undefined
  }

  /** Advances to the next time that a task waits for, including late polls. */
  const passTime = (): boolean => {
    let next: number | undefined
    let polls = false
    for (const timer of timers) {
      if (timer.owner.dead) timers.delete(timer)
      else if (timer.ms === pollMs) polls = true
      else if (next === undefined || timer.at < next) next = timer.at
    }
    if (next !== undefined) looks = 0
    else if (polls && looks < idleLooks) {
      looks++
      next = now + pollMs
    } else return false
    now = Math.max(now, next)
    for (const timer of [...timers].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) {
      timers.delete(timer)
      timer.wake()
    }
    return true
  }

  const wait = (owner: Owner, ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const stop = (): void => {
        timers.delete(timer)
        if (!owner.dead) reject(signal?.reason as Error)
      }
      const timer: Timer = {
        owner,
        ms,
        at: now + Math.max(0, ms),
        wake: () => {
          signal?.removeEventListener('abort', stop)
          resolve()
        },
      }
      timers.add(timer)
      signal?.addEventListener('abort', stop, { once: true })
    })

  return {
    now: () => now,
    turn: (owner, idle = false) => new Promise((go) => void ready.push({ owner, idle, go })),
    real(work, gone) {
      busy++
      const end = (): void => {
        if (--busy === 0) idle()
      }
      const result = work()
      Promise.race([result, ...(gone ? [gone] : [])]).then(end, end)
      return result
    },
    clockOf: (owner) => ({ now: () => now, wait: (ms, signal) => wait(owner, ms, signal) }),
    async run(isDone, limit) {
      looks = 0
      for (let turns = 0; turns < limit; turns++) {
        await quiet()
        while (busy > 0) {
          await new Promise<void>((resolve) => (idle = resolve))
          await quiet()
        }
        if (isDone()) return 'done'
        const task = takeReady()
        if (task) {
          if (!task.idle) looks = 0
          task.go()
        } else if (!passTime()) {
          await quietLoop()
          if (isDone()) return 'done'
          if (ready.length === 0 && busy === 0) return 'stuck'
        }
      }
      return 'endless'
    },
  }
}
