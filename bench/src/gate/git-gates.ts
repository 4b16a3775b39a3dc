import type { Gate } from './gate.ts'

const benchmark = 'git'
const series = 'CPU time'
const subject = 'amelia, native'

const ownWork =
  'the bare commands check nothing: the engine also digests the index and walks the workspace for what git clean skips'

/** The aims are 1.1 times the bare git commands of the protocol, and less than a linked worktree per task. */
export const gitGates: readonly Gate[] = [
  ...(
    [
      [1_000, 1.2],
      [10_000, 1.2],
      [100_000, 1.3],
    ] as const
  ).map(
    ([size, most]): Gate => ({
      ...{ benchmark, series, subject, size, against: { subject: 'bare git commands' } },
      ...{ most, aim: 1.1, reason: ownWork },
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
