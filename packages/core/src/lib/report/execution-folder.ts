import type { FrozenRun } from '../machine/state/frozen-state.ts'

/** Where the run keeps what is for people and agents in the tree; undefined when it keeps nothing there. */
export const executionFolder = ({ settings }: FrozenRun): string | undefined =>
  settings.artefacts === 'commit' ? `docs/amelia/${settings.execution}` : undefined
