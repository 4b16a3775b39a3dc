import type { ChargedSession, Plan, RunAdapters } from '@amelia/core'
import { openGraph } from '../fact/open-path.ts'

type Role = ChargedSession['role']

/** The lowest and the highest amount to expect. */
export interface RangeOf {
  least: number
  most: number
}

/** The completed phases that an estimate is made from. */
export interface Basis {
  /** The number of runs. */
  runs: number
  /** The number of their completed phases. */
  phases: number
}

/** The cost and the time of a run to expect. Null: no earlier run is known that is alike. */
export interface RunEstimate {
  cost:
    | (Basis & {
        tokens: RangeOf
        /** Null if the dollars of a run are unknown. */
        usd: RangeOf | null
        /** Which part of the tokens each role used, the largest first: from 0 to 1. */
        roles: { role: Role; share: number }[]
      })
    | null
  /** Milliseconds, without waits for people. */
  time: (Basis & { leastMs: number; mostMs: number }) | null
}

/** The facts about a run that its cost and time depend on. */
export interface PlannedWork {
  /** The number of phases that an agent works on. */
  agentPhases: number
  /** The time that the run takes at least, as a multiple of that of an average phase. */
  rounds: number
  /** The roles of agents that the run does not have. */
  without: readonly Role[]
}

/** Collects the facts about a run that an estimate needs. */
export const planWork = (
  plan: Plan,
  { agentPhases, concurrency }: { agentPhases: number; concurrency: number },
  { reviewers, evaluator }: Pick<RunAdapters, 'reviewers' | 'evaluator'>,
): PlannedWork => ({
  agentPhases,
  rounds: countRounds(plan, concurrency),
  without: [
    ...(reviewers?.length === 0 ? (['reviewer', 'evaluator'] as const) : []),
    ...(evaluator === false ? (['evaluator'] as const) : []),
  ],
})

/** The longer one of the critical path, and of all phases shared among `concurrency`, in average phases. */
const countRounds = (plan: Plan, concurrency: number): number => {
  const { graph, path } = openGraph(plan)
  if (!graph) return 0
  const weightOf = (id: string): number => graph.weight[graph.index.get(id)!]!
  const sum = (ids: readonly string[]): number => ids.reduce((total, id) => total + weightOf(id), 0)
  const all = sum(graph.ids)
  if (all === 0) return 0
  return Math.max((sum(path) / all) * graph.ids.length, graph.ids.length / concurrency)
}
