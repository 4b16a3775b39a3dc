import { invalidOption } from '../../../error/check/check-options.ts'
import type { Clock } from '../../../contract/clock.ts'
import type { RunStoreV1 } from '../../../contract/run-store.ts'
import { createReplica, type Replica } from './create-replica.ts'

/**
 * The states of runs that a worker has folded from their journals, for `performDispatch`. Its contents are
 * private.
 */
export interface Replicas {
  /** Forgets the states of runs without a dispatch. */
  clear(): void
}

/** How many states of runs without a dispatch are kept. */
const mostIdle = 4

const contents = new WeakMap<Replicas, Map<string, Replica>>()

/** Creates the states that a worker keeps between its dispatches. */
export const createReplicaStates = (): Replicas => {
  const states = new Map<string, Replica>()
  const replicas = { clear: () => forget(states, 0) }
  contents.set(replicas, states)
  return replicas
}

/** Returns the replica of a run in a store. */
export const replicaOf = (
  replicas: Replicas,
  { runId, store, clock }: { runId: string; store: RunStoreV1; clock: Clock },
): Replica => {
  const states = contents.get(replicas)
  if (!states) {
    const message = '`replicas` must come from createReplicas().'
    throw invalidOption('replicas', message)
  }
  const onBroken = (): void => void states.delete(runId)
  const replica = states.get(runId) ?? createReplica({ store, clock, runId, onBroken })
  // The last one is the most recent one.
  states.delete(runId)
  forget(states, mostIdle - 1)
  states.set(runId, replica)
  return replica
}

/** Forgets all idle states but the most recent ones. */
const forget = (states: Map<string, Replica>, most: number): void => {
  let count = 0
  for (const [id, one] of [...states].reverse()) if (one.isIdle() && ++count > most) states.delete(id)
}
