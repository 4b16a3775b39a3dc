import { confined } from '../confined/confined.ts'
import { context } from '../context/context.ts'
import { endToEnd } from '../end-to-end/end-to-end.ts'
import { gitWork } from '../git/git.ts'
import { submodules } from '../git/submodules.ts'
import { graph } from '../graph/graph.ts'
import { interrupted } from '../interrupted/interrupted.ts'
import { journal } from '../journal/journal.ts'
import { makespan } from '../makespan/makespan.ts'
import { overhead } from '../overhead/overhead.ts'
import { planCost } from '../plan/plan-cost.ts'
import { plans } from '../plan/plans.ts'
import { weight } from '../weight/weight.ts'
import type { Benchmark } from './benchmark.ts'

/** All benchmarks, in the order of the page. */
export const benchmarks: readonly Benchmark[] = [
  graph,
  overhead,
  makespan,
  plans,
  planCost,
  journal,
  gitWork,
  submodules,
  confined,
  context,
  interrupted,
  weight,
  endToEnd,
]
