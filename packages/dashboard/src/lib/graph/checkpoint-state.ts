import type { RunView } from '@amelia/core'

/** The state of the checkpoint behind a batch. `planned`: the run will ask there. */
export type CheckpointState = 'none' | 'planned' | 'waiting' | 'approved' | 'sent-back'

/**
 * Returns the state of the checkpoint of a batch: an open question comes before the last answer, and that
 * before the settings of the run.
 */
export const checkpointState = (
  report: Pick<RunView['report'], 'gates' | 'batchApprovals' | 'batches'> | undefined,
  { batch, phases }: { batch: number; phases: readonly string[] },
): CheckpointState => {
  const isOf = (ids: readonly string[]): boolean => ids.some((id) => phases.includes(id))
  if (report?.gates.some(({ kind, phaseIds }) => kind === 'checkpoint' && isOf(phaseIds))) return 'waiting'
  const last = report?.batchApprovals?.findLast((approval) => isOf(approval.phases))
  if (last) return last.approved ? 'approved' : 'sent-back'
  const own = report?.batches[batch - 1]
  return own?.checkpoint !== undefined && open.includes(own.status) ? 'planned' : 'none'
}

const open: readonly string[] = ['pending', 'running', 'interrupted', 'blocked']
