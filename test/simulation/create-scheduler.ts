import type { Clock } from '@amelia/core'
import type { Random } from './create-random.ts'

/** Whose turn it is: what belongs to a process that is dead does not happen any more. */
export interface Owner {
  readonly dead: boolean
}

/** How a run of the scheduler ended. `stuck`: nothing is left that could happen. `endless`: the limit of turns is reached. */
export type Standstill = 'done' | 'stuck' | 'endless'

/** Decides what happens next in a world in which nothing takes real time: one thing after the other, in an order that only the seed decides. */
export interface Scheduler {
  now(): number
  /** Resolves when its turn has come. `idle`: it only looks whether something has happened. */
  turn(owner: Owner, idle?: boolean): Promise<void>
  clockOf(owner: Owner): Clock
  /** Starts work that takes real time. Nothing else happens until it ends, or until `gone` resolves. */
  real<Result>(work: () => Promise<Result>, gone?: Promise<void>): Promise<Result>
  /** Lets things happen until `isDone`. At most `limit` turns. */
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

/** A loop that looks again and again waits so long: it makes nothing happen, so time does not stand still for it. */
const pollMs = 250
/** Looks that are made when nothing else is left. */
const idleLooks = 3

/** Resolves when every promise that could be settled by what has happened so far has been heard. */
const quiet = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve))
/** The same for whatever asks the event loop for its turn. */
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

  /** Goes on to the next time that something waits for, late looks included. */
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
