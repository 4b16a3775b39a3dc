import type { Gate } from './gate.ts'

const peers = ['toposort', 'dependency-graph', '@dagrejs/graphlib', 'graphology-dag', 'p-graph']

const stringIds =
  "ids are strings, and a map from strings takes most of the time: Kahn's algorithm itself with these ids takes 6 to 6.5 times as long as with numbers"

/**
 * The aims are 400 ns per task at 10,000 and 2,000 ns at 1,000,000 tasks where Kahn's algorithm takes 85 and
 * 352 ns, to be at most a quarter slower than that algorithm with string ids, and faster than every library.
 */
export const graphGates: readonly Gate[] = [
  ...(
    [
      [10_000, 4.7],
      [1_000_000, 5.7],
    ] as const
  ).flatMap(([size, aim]): Gate[] => [
    {
      ...{ benchmark: 'graph', series: 'random', subject: 'amelia', size },
      against: { subject: 'Kahn, numbers' },
      ...{ most: 7.5, aim, reason: stringIds },
    },
    {
      ...{ benchmark: 'graph', series: 'random', subject: 'amelia', size },
      ...{ against: { subject: 'Kahn, string ids' }, most: 1.25 },
    },
  ]),
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
