import { graph } from '../graph/graph.ts'
import { overhead } from '../overhead/overhead.ts'
import type { Benchmark } from './benchmark.ts'

/** All benchmarks, in the order of the page. */
export const benchmarks: readonly Benchmark[] = [graph, overhead]
