import type { RunView } from '@amelia/core'

/** The state of the checkpoint behind a batch. */
export type CheckpointState = 'none' | 'waiting' | 'approved' | 'sent-back'

/** Returns the state of the checkpoint of some phases: an open question comes before the last answer. */
export const checkpointState = (
  report: Pick<RunView['report'], 'gates' | 'batchApprovals'> | undefined,
  phases: readonly string[],
): CheckpointState => {
  const isOf = (ids: readonly string[]): boolean => ids.some((id) => phases.includes(id))
  if (report?.gates.some(({ kind, phaseIds }) => kind === 'checkpoint' && isOf(phaseIds))) return 'waiting'
  const last = report?.batchApprovals?.findLast((approval) => isOf(approval.phases))
  if (!last) return 'none'
  return last.approved ? 'approved' : 'sent-back'
}
