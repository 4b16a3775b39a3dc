import type { FileDiff, PhaseDetails, PhaseReport } from '@amelia/core'

/** Lines of a file that changed, with the lines around them. */
export type DiffHunk = NonNullable<FileDiff['hunks']>[number]

/** A phase as a change of a run has it. */
export type TimedPhase = PhaseReport

export type { FileDiff, PhaseDetails }
