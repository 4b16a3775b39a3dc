import type { ListedRun } from '@amelia/core'

/** The output of `amelia runs --json`, newest first. */
export type RunsOutput = readonly ListedRun[]
