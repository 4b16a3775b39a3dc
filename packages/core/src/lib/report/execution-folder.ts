import type { FrozenRun } from '../machine/state/frozen-run.ts'

/**
 * Returns the run's folder in the tree, for plan, summaries and report; undefined if they are not committed.
 */
export const executionFolder = ({ settings }: Pick<FrozenRun, 'settings'>): string | undefined =>
  settings.artifacts === 'commit' ? runFolder(settings.execution) : undefined

/** Returns the folder in the tree of the run with this name. */
export const runFolder = (execution: string): string => `docs/amelia/${execution}`
