import type { Gate } from './gate.ts'

/** The aims are the makespan of a dataflow, and the crossed chains within 1.05 of the ideal 220 ms. */
export const makespanGates: readonly Gate[] = [
  ...[4, 8, 16].map(
    (size): Gate => ({
      benchmark: 'makespan',
      series: 'random graphs',
      subject: 'amelia',
      size,
      against: { subject: 'dataflow' },
      most: 1.01,
      aim: 1,
      reason:
        'the mean of thirty graphs; amelia starts the longest remaining path first, which is not always best',
    }),
  ),
  { benchmark: 'makespan', series: 'crossed chains', subject: 'amelia', size: 2, most: 231 },
]
