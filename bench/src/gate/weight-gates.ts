import type { Gate } from './gate.ts'

const sources = 'the sources alone are 1.9 MB, and editors and stack traces lead to them'

/**
 * The aims are less than 300 MB for a run of 10,000 phases, a core of at most 6 packages and 2 MB whose entry
 * is at most 40 kB, and a quick start.
 */
export const weightGates: readonly Gate[] = [
  { benchmark: 'weight', series: 'peak memory', subject: 'amelia', size: 1, most: 300 },
  { benchmark: 'weight', series: 'installed packages', subject: '@amelia/core', size: 1, most: 6 },
  {
    benchmark: 'weight',
    series: 'own size',
    subject: '@amelia/core',
    size: 1,
    most: 4,
    aim: 2,
    reason: sources,
  },
  { benchmark: 'weight', series: 'entry', subject: '@amelia/core', size: 1, most: 40 },
  {
    benchmark: 'weight',
    series: 'start',
    subject: 'amelia --help',
    size: 1,
    against: { subject: 'node -e 0' },
    most: 2,
  },
]
