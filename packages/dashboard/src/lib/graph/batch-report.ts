import type { Phase, Report } from '@amelia/core'

/** The state of a batch. */
export type BatchReport = Report['batches'][number]

/** The possible harm of a phase or a step. */
export type Risk = Phase['risk']
