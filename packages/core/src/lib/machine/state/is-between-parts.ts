import type { PhaseState } from './phase-state.ts'

/** Whether parts of the attempt are committed, and others are to be done. */
export const isBetweenParts = ({ attempt: { unitIndex, units } }: PhaseState): boolean =>
  unitIndex > 0 && unitIndex < units.length
