import type { ClusterDatabase } from '../database/cluster-database.ts'

/** How often the workers are counted at most, in milliseconds. */
const countMs = 5_000

/**
 * Creates the function that returns the interval in which a worker polls, in milliseconds. Workers are told
 * of work, and poll because a message can be lost.
 *
 * The interval grows with the number of workers, from 1 to 20 s: those that serve the same queues poll five
 * times a second together, and more often from 100 workers on.
 */
export const createPollInterval = (
  { tables, once }: Pick<ClusterDatabase, 'tables' | 'once'>,
  queues: readonly string[],
): (() => number) => {
  let count = 1
  let counted = -Infinity
  const countWorkers = async (): Promise<void> => {
    const [row] = await once(
      `SELECT count(*)::integer AS workers FROM ${tables}.worker WHERE NOT dead AND queues && $1`,
      [queues],
    )
    count = Number(row!['workers'])
  }
  return () => {
    if (performance.now() - counted > countMs) {
      counted = performance.now()
      void countWorkers().catch(() => {})
    }
    return Math.min(20_000, Math.max(1_000, 200 * count))
  }
}
