import { loadEngine } from './load-engine.ts'
import { createReplicaStates, type Replicas } from './loop/worker/replica-states.ts'

/**
 * Creates the states that a worker keeps between its dispatches, of runs in one store. Begins to load the
 * engine, so that the first dispatch does not wait for it.
 */
export const createReplicas = (): Replicas => {
  // The first dispatch repeats a failed load, and throws its error.
  loadEngine().catch(() => {})
  return createReplicaStates()
}
