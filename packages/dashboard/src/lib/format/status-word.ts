import type { PhaseReport, PhaseStatus } from '@amelia/core'

/** The meaning of a status: it decides shape and colour of its mark. */
export type StatusKind =
  | 'open'
  | 'ready'
  | 'running'
  | 'retrying'
  | 'waiting'
  | 'done'
  | 'external'
  | 'failed'
  | 'blocked'
  | 'skipped'
  | 'cancelled'

/** A status of a phase, a subtask, a step, a batch or a run. */
export type AnyStatus =
  | PhaseStatus
  | 'claimed'
  | 'partial'
  | 'draining'
  | 'aborted'
  | 'interrupted'
  | 'reverted'
  | 'unknown'
  | 'not_started'
  | 'damaged'
  | 'unreadable'

const kinds: Record<AnyStatus, StatusKind> = {
  pending: 'open',
  ready: 'ready',
  running: 'running',
  retrying: 'retrying',
  verifying: 'running',
  reviewing: 'running',
  checkpoint: 'waiting',
  integrating: 'running',
  waiting: 'waiting',
  completed: 'done',
  external: 'external',
  failed: 'failed',
  blocked: 'blocked',
  skipped: 'skipped',
  cancelled: 'cancelled',
  claimed: 'open',
  partial: 'skipped',
  draining: 'running',
  aborted: 'cancelled',
  interrupted: 'cancelled',
  reverted: 'cancelled',
  unknown: 'open',
  not_started: 'open',
  damaged: 'failed',
  unreadable: 'failed',
}

const words: Partial<Record<AnyStatus, string>> = {
  checkpoint: 'At checkpoint',
  external: 'Done before',
  partial: 'Partly done',
  draining: 'Draining',
  not_started: 'Not started',
}

/** Returns the status that a phase shows: one that the run leaves out is skipped, not done before. */
export const shownStatus = (phase: Pick<PhaseReport, 'status' | 'excluded'> | undefined): PhaseStatus =>
  phase?.excluded ? 'skipped' : (phase?.status ?? 'pending')

/** Returns the status that a subtask shows: a claim of its agent counts once the phase is completed. */
export const shownPartStatus = (
  { status, claimed }: Pick<NonNullable<PhaseReport['subtasks']>[number], 'status' | 'claimed'>,
  phase: PhaseStatus,
): AnyStatus => (status === 'completed' && claimed && phase !== 'completed' ? 'claimed' : status)

/** Returns the kind of a status. */
export const statusKind = (status: AnyStatus): StatusKind => kinds[status]

/** Returns a status as a word for people. */
export const statusWord = (status: AnyStatus): string =>
  words[status] ?? status.charAt(0).toUpperCase() + status.slice(1)
