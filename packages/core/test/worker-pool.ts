import { performDispatch, type PerformedDispatch, type Replicas } from '../src/machine.ts'
import { AmeliaError, type DispatchedWork, type DispatcherV1, type DriverV1 } from '../src/plugin.ts'
import type { MemoryHost } from '../src/testing.ts'

/** A dispatch that a worker of the pool performs. */
export interface PooledWork {
  work: DispatchedWork
  claim: string
  priority: number
  /** Interrupts the work, as a worker that is being stopped does. */
  drain(): void
  /** Makes the worker lose its right to change anything, as one that was declared dead. */
  disown(): void
  ended: Promise<PerformedDispatch | { error: unknown }>
}

export interface WorkerPool {
  dispatcher: DispatcherV1
  /** The work that workers have begun, in order. */
  begun: PooledWork[]
  cancelled: DispatchedWork[]
  /** Starts work that waits for a worker; by default all of it. */
  begin(count?: number): void
  /** Begins work a second time, under another claim. */
  double(work: PooledWork): PooledWork
  /** Reports a worker as lost, as a sweeper does. */
  report(work: PooledWork): Promise<void>
}

/**
 * Performs dispatches in this process, each with its own replica unless they share some. `kept`: work waits
 * for `begin`.
 */
export const workerPool = (
  host: MemoryHost,
  driver: DriverV1,
  kept = false,
  replicas?: Replicas,
): WorkerPool => {
  const waiting = new Map<string, { work: DispatchedWork; priority: number }>()
  const seen = new Set<string>()
  const begun: PooledWork[] = []
  const cancelled: DispatchedWork[] = []
  const keyOf = ({ phaseId, attempt, dispatch }: DispatchedWork): string =>
    `${phaseId}/${attempt}/${dispatch}`

  const start = (work: DispatchedWork, priority: number): PooledWork => {
    const claim = `claim-${begun.length + 1}`
    const stop = new AbortController()
    let isOwned = true
    const check = async (): Promise<void> => {
      if (isOwned) return
      throw new AmeliaError('LEASE_LOST', 'The worker was declared dead.', { runId: work.runId })
    }
    const one: PooledWork = {
      ...{ work, claim, priority, drain: () => stop.abort(), disown: () => void (isOwned = false) },
      ended: performDispatch({
        ...{ work, claim, host, driver, check, signal: stop.signal },
        ...(replicas && { replicas }),
      }).catch((error: unknown) => ({ error })),
    }
    begun.push(one)
    return one
  }

  const pool: WorkerPool = {
    begun,
    cancelled,
    dispatcher: {
      contract: 'dispatcher-v1',
      async dispatch(work, { priority }) {
        const key = keyOf(work)
        if (seen.has(key)) return
        seen.add(key)
        waiting.set(key, { work, priority })
        if (!kept) pool.begin()
      },
      async cancel(work) {
        waiting.delete(keyOf(work))
        cancelled.push(work)
      },
    },
    begin(count = Infinity) {
      for (const [key, { work, priority }] of [...waiting].slice(0, count)) {
        waiting.delete(key)
        start(work, priority)
      }
    },
    double: ({ work, priority }) => start(work, priority),
    async report({ work, claim }) {
      await host.store.send(work.runId, { type: 'work_lost', work, claim, reason: 'The worker is lost.' })
    },
  }
  return pool
}
