import type { RunState } from '../machine/state/run-state.ts'

/** Where the run keeps what is for people and agents in the tree; undefined when it keeps nothing there. */
export const executionFolder = ({ settings }: RunState): string | undefined =>
  settings.artefacts === 'commit' ? `docs/amelia/${settings.execution}` : undefined
