import type { Gate } from './gate.ts'

const peers = ['toposort', 'dependency-graph', '@dagrejs/graphlib', 'graphology-dag', 'p-graph']

/**
 * The aims are 400 ns per task at 10,000 and 2,000 ns at 1,000,000 tasks where Kahn's algorithm takes 85 and
 * 352 ns, and to be faster than every library.
 */
export const graphGates: readonly Gate[] = [
  {
    benchmark: 'graph',
    series: 'random',
    subject: 'amelia',
    size: 10_000,
    against: { subject: 'Kahn, numbers' },
    most: 4.7,
  },
  {
    benchmark: 'graph',
    series: 'random',
    subject: 'amelia',
    size: 1_000_000,
    against: { subject: 'Kahn, numbers' },
    most: 5.7,
  },
  ...['random', 'chain'].flatMap((series) =>
    [10_000, 1_000_000].flatMap((size) =>
      peers.map(
        (subject): Gate => ({
          benchmark: 'graph',
          series,
          subject: 'amelia',
          size,
          against: { subject },
          most: 1,
        }),
      ),
    ),
  ),
]
