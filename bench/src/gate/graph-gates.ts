import type { Gate } from './gate.ts'

const peers = ['toposort', 'dependency-graph', '@dagrejs/graphlib', 'graphology-dag', 'p-graph']

const stringIds =
  "ids are strings, and a map from strings takes most of the time: Kahn's algorithm itself with these ids takes 6 to 19 times as long as with numbers, depending on the machine"
const cached =
  'as with 10,000 tasks; in addition, the arrays of the limit fit into the cache of some machines (119 to 600 ns), and a map of a million strings into that of none'
const more =
  'repeated dependencies are removed, and dependents, layers and longest paths are computed: with a million tasks, each of these leaves the cache'

type Limit = Pick<Gate, 'most' | 'aim' | 'reason'>

/** The gates of a random graph against Kahn's algorithm, with numbers and with string ids. */
const againstKahn = (size: number, { numbers, strings }: { numbers: Limit; strings: Limit }): Gate[] => {
  const own = { benchmark: 'graph', series: 'random', subject: 'amelia', size }
  return [
    { ...own, against: { subject: 'Kahn, numbers' }, ...numbers },
    { ...own, against: { subject: 'Kahn, string ids' }, ...strings },
  ]
}

/**
 * The aims are 400 ns per task at 10,000 and 2,000 ns at 1,000,000 tasks where Kahn's algorithm takes 85 and
 * 352 ns, to be hardly slower than that algorithm with string ids, and faster than every library.
 */
export const graphGates: readonly Gate[] = [
  ...againstKahn(10_000, {
    numbers: { most: 14, aim: 4.7, reason: stringIds },
    strings: { most: 1.15 },
  }),
  ...againstKahn(1_000_000, {
    numbers: { most: 19, aim: 5.7, reason: cached },
    strings: { most: 1.6, aim: 1.25, reason: more },
  }),
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
