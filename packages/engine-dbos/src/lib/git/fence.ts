import { randomUUID } from 'node:crypto'
import { AmeliaError } from '@amelia/core/plugin'
import type { PushedRef, RemoteRepository } from './remote-repository.ts'

/** The ref that each push of a coordinator moves, so that no other coordinator can push after it. */
const fenceOf = (runId: string): string => `refs/amelia/${runId}/fence`

/** Whether a ref is the fence of a run. */
export const isFence = (ref: string): boolean => /^refs\/amelia\/[^/]+\/fence$/.test(ref)

/** A coordinator's lock on the refs of one run. */
export interface Fence {
  /** The move to the next value, as part of a push. Every call returns another value. */
  next(): Promise<PushedRef & { new: string }>
  /** Records that a value returned by `next` is on the remote. */
  moved(to: string): void
  /**
   * Compares the remote's value with those of this lock, after a push without an answer. Throws `LEASE_LOST`
   * if another coordinator has moved the fence.
   */
  acknowledge(found: string | null): void
}

/**
 * Takes the refs of a run: moves the fence by compare-and-swap to a blob with the token of the lease.
 *
 * Throws `LEASE_LOST` if the fence names a later lease, or another coordinator moves it at the same time.
 */
export const takeFence = async (remote: RemoteRepository, runId: string, token: string): Promise<Fence> => {
  const ref = fenceOf(runId)
  const read = async (): Promise<string | null> => (await remote.list([ref])).get(ref) ?? null
  const write = (): Promise<string> => remote.writeBlob(`${token} ${randomUUID()}\n`)
  let value = await read()
  if (value !== null) {
    await remote.fetch([value])
    if (isLater((await remote.readBlob(value)).split(' ')[0]!, token)) throw fenceLost(runId)
  }
  const tried = new Set<string>()
  const first = await write()
  try {
    await remote.push([{ ref, new: first, old: value }])
  } catch (error) {
    const found = await read()
    if (found === value) throw error
    if (found !== first) throw fenceLost(runId)
  }
  value = first
  return {
    async next() {
      const to = await write()
      tried.add(to)
      return { ref, new: to, old: value }
    },
    moved(to) {
      value = to
      tried.clear()
    },
    acknowledge(found) {
      if (found === value) return
      if (found === null || !tried.has(found)) throw fenceLost(runId)
      value = found
      tried.clear()
    },
  }
}

/** Tokens of a database are numbers that grow; others cannot be compared. */
const isLater = (one: string, other: string): boolean =>
  /^\d+$/.test(one) && /^\d+$/.test(other) && BigInt(one) > BigInt(other)

const fenceLost = (runId: string): AmeliaError => {
  const message = `Another process coordinates run ${runId}: it has moved ${fenceOf(runId)} on the remote. No shared ref was changed here.`
  return new AmeliaError('LEASE_LOST', message, { runId })
}
