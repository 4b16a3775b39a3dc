/** The states of a phase, from its start to its end. */
export const phaseStatuses = [
  'pending',
  'ready',
  'running',
  /** An attempt has failed, and the next one has not begun. */
  'retrying',
  'verifying',
  'reviewing',
  'checkpoint',
  'integrating',
  'waiting',
  'completed',
  'external',
  'failed',
  'blocked',
  'skipped',
  'cancelled',
] as const

/** The state of a phase. */
export type PhaseStatus = (typeof phaseStatuses)[number]

/** The state of a phase in a report. `interrupted`: it was running when the process of its run ended. */
export type ReportedStatus = PhaseStatus | 'interrupted'
