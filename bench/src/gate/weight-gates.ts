import type { Gate } from './gate.ts'

/** The aims are less than 300 MB for a run of 10,000 phases, and a quick start. */
export const weightGates: readonly Gate[] = [
  { benchmark: 'weight', series: 'peak memory', subject: 'amelia', size: 1, most: 300 },
  {
    benchmark: 'weight',
    series: 'start',
    subject: 'amelia --help',
    size: 1,
    against: { subject: 'node -e 0' },
    most: 2,
  },
]
