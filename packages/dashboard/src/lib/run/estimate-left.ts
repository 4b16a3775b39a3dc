import type { PhaseReport, Plan } from '@amelia/core'

/** The parts of a run that the estimate depends on. */
export interface EstimatedRun {
  plan: { phases: readonly Pick<Plan['phases'][number], 'id' | 'dependsOn'>[] }
  phases: ReadonlyMap<string, Pick<PhaseReport, 'status' | 'durationMs'>>
}

const over: readonly string[] = ['completed', 'external', 'failed', 'blocked', 'skipped', 'cancelled']

/**
 * Estimates the milliseconds until the last phase of a run ends, from the mean time of its completed phases,
 * the number of phases that ran at once, and the longest chain that is left. `workedMs`: the time in which
 * the run worked so far. Undefined before two phases are completed, and if nothing is left.
 */
export const estimateLeft = ({ plan, phases }: EstimatedRun, workedMs: number): number | undefined => {
  const all = [...phases.values()]
  const known = all.flatMap(({ status, durationMs }) =>
    status === 'completed' && durationMs !== undefined && durationMs > 0 ? [durationMs] : [],
  )
  const left = plan.phases.filter(({ id }) => !over.includes(phases.get(id)?.status ?? 'pending'))
  if (known.length < 2 || left.length === 0 || workedMs <= 0) return undefined
  const mean = known.reduce((sum, ms) => sum + ms, 0) / known.length
  const spent = all.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)
  const width = Math.max(1, spent / workedMs)
  const rest = new Map(
    left.map(({ id }) => [id, Math.max(mean / 4, mean - (phases.get(id)?.durationMs ?? 0))]),
  )
  const work = [...rest.values()].reduce((sum, ms) => sum + ms, 0)
  return Math.max(work / width, longestChain(left, rest))
}

/** Returns the time of the longest chain of phases that wait for each other. */
const longestChain = (phases: EstimatedRun['plan']['phases'], rest: ReadonlyMap<string, number>): number => {
  const ends = new Map<string, number>()
  // A phase may be listed before its dependencies: rounds until nothing changes, at most one for each phase.
  for (let round = 0, changed = true; changed && round <= phases.length; round++) {
    changed = false
    for (const { id, dependsOn } of phases) {
      const end = Math.max(0, ...dependsOn.map((needed) => ends.get(needed) ?? 0)) + (rest.get(id) ?? 0)
      if (end === ends.get(id)) continue
      ends.set(id, end)
      changed = true
    }
  }
  return Math.max(0, ...ends.values())
}
