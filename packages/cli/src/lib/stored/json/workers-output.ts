import type { WorkerInfo } from '@amelia/engine-dbos'

/** The output of `amelia workers --json`, the oldest first. */
export type WorkersOutput = readonly WorkerInfo[]
