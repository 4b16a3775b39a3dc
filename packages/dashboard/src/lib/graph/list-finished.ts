import type { BatchReport } from '@amelia/core'

/** Lists the numbers of finished batches. Empty if all are: then nothing else needs the room. */
export const listFinished = (batches: readonly Pick<BatchReport, 'batch' | 'status'>[] = []): number[] => {
  const finished = batches.filter(isFinished)
  return finished.length === batches.length ? [] : finished.map(({ batch }) => batch)
}

/** Whether all phases of a batch have ended, and none of them badly. */
export const isFinished = ({ status }: Pick<BatchReport, 'status'>): boolean =>
  status === 'completed' || status === 'partial'
