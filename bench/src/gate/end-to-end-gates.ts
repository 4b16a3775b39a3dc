import type { Gate } from './gate.ts'

const benchmark = 'end-to-end'
const subject = 'amelia'
const shared = 'the first sessions commit while the trees of the others are being written to the same disk'

/**
 * The aims are less than 2 % of the time outside agents, and 24 phases of 10 s in little more than 30 s and
 * the time in which git writes the trees of the workspaces.
 */
export const endToEndGates: readonly Gate[] = [
  ...[1, 4, 8].map((size): Gate => ({ benchmark, series: 'share not in agents', subject, size, most: 2 })),
  {
    benchmark,
    series: 'independent phases',
    subject,
    size: 8,
    against: { subject: 'bare git' },
    most: 1.3,
    aim: 1.1,
    reason: shared,
  },
]
