import type { WorkerInfo } from '@amelia/engine-dbos'

/** The output of `amelia cluster --json`, the oldest first. */
export type WorkersOutput = readonly WorkerInfo[]
