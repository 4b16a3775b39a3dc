import type { FileDiff, PhaseDetails } from '@amelia/core'

/** Lines of a file that changed, with the lines around them. */
export type DiffHunk = NonNullable<FileDiff['hunks']>[number]

export type { FileDiff, PhaseDetails }
