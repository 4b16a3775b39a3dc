import type { Gate } from './gate.ts'

const benchmark = 'git'
const series = 'CPU time'
const subject = 'amelia, native'

/** The aims are 1.1 times the bare git commands of the protocol, and less than a linked worktree per task. */
export const gitGates: readonly Gate[] = [
  ...[1_000, 10_000, 100_000].map(
    (size): Gate => ({
      benchmark,
      series,
      subject,
      size,
      against: { subject: 'bare git commands' },
      most: 1.1,
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
