import type { Gate } from './gate.ts'

const benchmark = 'end-to-end'
const subject = 'amelia'

/**
 * The aims are less than 2 % of the time outside agents, and 24 phases of 10 s in little more than 30 s and
 * the time in which git writes the trees of the workspaces.
 */
export const endToEndGates: readonly Gate[] = [
  ...[1, 4, 8].map((size): Gate => ({ benchmark, series: 'share not in agents', subject, size, most: 2 })),
  { benchmark, series: 'independent phases', subject, size: 8, against: { subject: 'bare git' }, most: 1.1 },
]
