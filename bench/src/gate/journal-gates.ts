import type { Gate } from './gate.ts'

const benchmark = 'journal'
const subject = 'amelia, file store'
const checked =
  'an append reads the folder before and after its write, so that two processes never own a run; it leaves the thread of the agents free'

/**
 * The aims are 1 ms per synced transition, at most twice the time at 10,000 phases as at 100, and a resume of
 * 10,000 phases within seconds.
 */
export const journalGates: readonly Gate[] = [
  { benchmark, series: 'with fsync', subject, size: 10_000, most: 1_000 },
  { benchmark, series: 'with fsync', subject, size: 10_000, against: { size: 100 }, most: 2 },
  {
    benchmark,
    series: 'with fsync',
    subject,
    size: 10_000,
    against: { subject: 'JSON file, rewritten' },
    most: 0.1,
  },
  {
    benchmark,
    series: 'with fsync',
    subject,
    size: 10_000,
    against: { subject: 'JSON Lines, hand-written' },
    ...{ most: 3.3, aim: 2, reason: checked },
  },
  {
    benchmark,
    series: 'resume',
    subject,
    size: 10_000,
    against: { size: 1_000 },
    most: 12.5,
  },
]
