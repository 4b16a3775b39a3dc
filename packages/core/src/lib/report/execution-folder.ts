import type { FrozenRun } from '../machine/state/frozen-run.ts'

/**
 * Returns the run's folder in the tree, for plan, summaries and report; undefined if they are not committed.
 */
export const executionFolder = ({ settings }: FrozenRun): string | undefined =>
  settings.artefacts === 'commit' ? `docs/amelia/${settings.execution}` : undefined
