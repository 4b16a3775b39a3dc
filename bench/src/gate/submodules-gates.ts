import type { Gate } from './gate.ts'

/**
 * The aim is the ratio of the commands alone: 28 ms for a git dir with alternates, 88 ms for a local clone.
 *
 * In three repeats on a machine with a load of 20, the ratio of the medians was 1.08.
 */
export const submodulesGates: readonly Gate[] = [
  {
    ...{ benchmark: 'submodules', series: 'one submodule', subject: 'amelia, native', size: 300 },
    ...{ against: { subject: 'local clone' }, statistic: 'median', most: 1.5, aim: 0.35 },
    reason:
      'opening also reads the filters, remotes and identity of the submodule: nine more short processes of git',
  },
]
