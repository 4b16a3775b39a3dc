import type { Clock } from '../../../contract/clock.ts'
import type { RunLease, RunStoreV1 } from '../../../contract/run-store.ts'
import { AmeliaError } from '../../../error/amelia-error.ts'
import { hashText } from '../../../text/hash-text.ts'
import type { LimitedRun, Limits, WaitingShare } from '../../settings/option/limits.ts'
import { sharePrefix } from '../../settings/option/share-prefix.ts'

/** Milliseconds between two tries to take a share that other processes have. */
const pollMs = 250

export interface ShareRequest {
  run: LimitedRun
  phaseId: string | undefined
  provider: string
  clock: Clock
  signal: AbortSignal
}

/**
 * Waits for a share of each limit that applies to a session. Returns a function that gives the shares back.
 * Rejects with the reason of the signal.
 *
 * A session is admitted within this process first: runs with fewer sessions come first, then earlier
 * sessions. Then it takes a lease for each share from the store. A session that gets only some of its shares
 * gives them back before it waits, so no two sessions wait for each other.
 */
export const takeShare = async (limits: Limits, request: ShareRequest): Promise<() => Promise<void>> => {
  const { run, phaseId, clock, signal } = request
  const pools = poolsOf(limits, request)
  if (pools.length === 0) return async () => {}
  const share: WaitingShare = { runId: run.id, phaseId, pools, admit: () => {} }
  await enter(limits, share, signal)
  const { store } = limits.options
  if (!store) return async () => leave(limits, share)
  limits.asking.add(share)
  try {
    const leases = await takeLeases(store, share, limits, { clock, signal })
    return async () => {
      await Promise.all(leases.map(giveBack))
      // Other processes ask from time to time, so they get their turn before this one asks again.
      limits.politeUntil = clock.now() + 2 * pollMs
      leave(limits, share)
    }
  } catch (error) {
    leave(limits, share)
    throw error
  } finally {
    limits.asking.delete(share)
  }
}

const poolsOf = (
  { options }: Limits,
  { run, provider }: Pick<ShareRequest, 'run' | 'provider'>,
): WaitingShare['pools'] => {
  const { sessions, perProvider, perKey, sessionsPerKey = 1 } = options
  const key = perKey?.(run)
  return [
    ...(key === undefined ? [] : [{ name: `key ${key}`, size: sessionsPerKey }]),
    ...(perProvider === undefined ? [] : [{ name: `provider ${provider}`, size: perProvider }]),
    ...(sessions === undefined ? [] : [{ name: 'all', size: sessions }]),
  ]
}

const runName = (runId: string): string => `run ${runId}`

const change = ({ taken }: Limits, { pools, runId }: WaitingShare, by: number): void => {
  for (const name of [...pools.map((pool) => pool.name), runName(runId)])
    taken.set(name, (taken.get(name) ?? 0) + by)
}

const leave = (limits: Limits, share: WaitingShare): void => {
  change(limits, share, -1)
  admitNext(limits)
}

/** Returns the session of a phase that waits for its share, if there is one. */
export const findShare = (
  limits: Limits | undefined,
  runId: string,
  phaseId: string,
): WaitingShare | undefined =>
  [...(limits?.queue ?? []), ...(limits?.asking ?? [])].find(
    (each) => each.runId === runId && each.phaseId === phaseId,
  )

/** Waits until this process has room for a session. */
const enter = (limits: Limits, share: WaitingShare, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      limits.queue.splice(limits.queue.indexOf(share), 1)
      reject(signal.reason as Error)
    }
    if (signal.aborted) return reject(signal.reason as Error)
    signal.addEventListener('abort', stop, { once: true })
    share.admit = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    limits.queue.push(share)
    admitNext(limits)
  })

/** Admits every session that has room, each time the next of the run with the fewest sessions. */
const admitNext = (limits: Limits): void => {
  const { queue, taken } = limits
  const used = (name: string): number => taken.get(name) ?? 0
  const next = queue
    .filter(({ pools }) => pools.every(({ name, size }) => used(name) < size))
    .toSorted((one, other) => used(runName(one.runId)) - used(runName(other.runId)))[0]
  if (!next) return
  queue.splice(queue.indexOf(next), 1)
  change(limits, next, 1)
  next.admit()
  admitNext(limits)
}

/** Takes one lease per limit, and tries again until all of them are free. */
const takeLeases = async (
  store: RunStoreV1,
  { pools }: WaitingShare,
  limits: Limits,
  { clock, signal }: Pick<ShareRequest, 'clock' | 'signal'>,
): Promise<RunLease[]> => {
  for (;;) {
    signal.throwIfAborted()
    const early = limits.politeUntil - clock.now()
    if (early > 0) await clock.wait(early, signal, 'limit')
    const leases: RunLease[] = []
    try {
      for (const pool of pools) {
        const lease = await takeLease(store, pool)
        if (!lease) break
        leases.push(lease)
      }
    } catch (error) {
      await Promise.all(leases.map(giveBack))
      throw error
    }
    if (leases.length === pools.length) return leases
    await Promise.all(leases.map(giveBack))
    await clock.wait(pollMs, signal, 'limit')
  }
}

/** Takes the first free share of a limit; undefined if there is none. */
const takeLease = async (
  store: RunStoreV1,
  { name, size }: WaitingShare['pools'][number],
): Promise<RunLease | undefined> => {
  const id = hashText(name).slice(0, 16)
  for (let number = 1; number <= size; number++)
    try {
      return await store.acquire(`${sharePrefix}${id}-${number}`)
    } catch (error) {
      if (!AmeliaError.is(error, 'RUN_LOCKED')) throw error
    }
  return undefined
}

/** A lease that is lost has expired, so its share is free already. */
const giveBack = async (lease: RunLease): Promise<void> => {
  await (lease.remove?.() ?? lease.release()).catch(() => lease.release().catch(() => {}))
}
