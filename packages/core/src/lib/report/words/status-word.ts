import type { PartStatus } from '../../contract/step-report.ts'
import type { BatchReport } from '../../event/batch-report.ts'
import type { ReportedStatus } from '../../event/phase-status.ts'
import type { PhaseReport, SubtaskReport } from '../../event/report.ts'
import { runStatuses } from '../../event/run-status.ts'
import type { ConditionStatus, RunCondition } from './run-condition.ts'
import { phaseKinds, type StatusKind } from './status-kind.ts'

/** The statuses of runs that cannot be read, or that never started. */
const unread = ['not_started', 'damaged', 'unreadable'] as const

/** The statuses of runs in a list, in the order in which people choose them. */
export const listedStatuses = [...runStatuses, 'interrupted', 'reverted', ...unread] as const

/** A status of a phase, a subtask, a step, a batch or a run. */
export type ShownStatus =
  | ReportedStatus
  | PartStatus
  | BatchReport['status']
  | ConditionStatus
  | (typeof unread)[number]
  | 'claimed'

/** The kind of each status. All marks and colours follow from it. */
const statusKinds: Readonly<Record<ShownStatus, StatusKind>> = {
  ...phaseKinds,
  claimed: 'open',
  partial: 'skipped',
  draining: 'running',
  aborted: 'cancelled',
  reverted: 'cancelled',
  unknown: 'open',
  not_started: 'open',
  damaged: 'failed',
  unreadable: 'failed',
}

/** The statuses whose name is not their word. */
const words: Partial<Record<ShownStatus, string>> = {
  checkpoint: 'At checkpoint',
  external: 'Done before',
  partial: 'Partly done',
  not_started: 'Not started',
}

/** Returns a status as a word for people, with a capital letter. */
export const statusWord = (status: ShownStatus): string =>
  words[status] ?? status.charAt(0).toUpperCase() + status.slice(1)

/** Returns the meaning of a status. */
export const statusKind = (status: ShownStatus): StatusKind => statusKinds[status]

/** Returns the status that a phase shows: one that the run leaves out is skipped, not done before. */
export const shownStatus = (phase: Pick<PhaseReport, 'status' | 'excluded'> | undefined): ReportedStatus =>
  phase?.excluded ? 'skipped' : (phase?.status ?? 'pending')

/**
 * Returns the status that a subtask or a step shows: a claim of its agent counts once the phase is completed,
 * and a part of a phase that waits for a person does not run.
 */
export const shownPartStatus = (
  { status, claimed }: Pick<SubtaskReport, 'status' | 'claimed'>,
  phase: ReportedStatus,
): PartStatus | 'claimed' | 'waiting' => {
  if (status === 'running' && phaseKinds[phase] === 'waiting') return 'waiting'
  return status === 'completed' && claimed && phase !== 'completed' ? 'claimed' : status
}

/** Returns the status that a run shows in a list: that of its condition, if it could be read. */
export const listedStatus = <Status extends ShownStatus>(run: {
  condition?: RunCondition
  status: Status
}): RunCondition['status'] | Status => run.condition?.status ?? run.status
