import type { Gate } from './gate.ts'

const benchmark = 'git'
const series = 'CPU time'
const subject = 'amelia, native'

const ownWork =
  'the bare commands check nothing: the engine also digests the index and walks the workspace for what git clean skips'

/**
 * The medians are compared: in five runs with 100,000 files, the ratio of the least figures was between 1.09
 * and 1.45, and that of the medians between 1.15 and 1.27.
 *
 * The aims are 1.1 times the bare git commands of the protocol, and less than a linked worktree per task.
 */
export const gitGates: readonly Gate[] = [
  ...(
    [
      [1_000, 1.3],
      [10_000, 1.2],
      [100_000, 1.3],
    ] as const
  ).map(
    ([size, most]): Gate => ({
      ...{ benchmark, series, subject, size, against: { subject: 'bare git commands' } },
      ...{ statistic: 'median', most, aim: 1.1, reason: ownWork },
    }),
  ),
  ...[10_000, 100_000].map(
    (size): Gate => ({
      benchmark,
      series,
      subject,
      size,
      against: { subject: 'linked worktree per task' },
      most: 1,
    }),
  ),
]
