/**
 * Measures the time from phases to a graph and from a graph to batches, for plans of several shapes. Target:
 * linear in phases and dependencies.
 */
import { type GraphNode, planBatches, resolveGraph } from '@amelia/core'
import { median, printTable } from './table.ts'

const sizes = [1_000, 10_000, 100_000, 1_000_000]
const rounds = 5

/** Pseudo-random numbers, the same every time. */
const createNumbers = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

const shapes: Record<string, (index: number, below: (limit: number) => number) => number[]> = {
  independent: () => [],
  chain: (index) => (index === 0 ? [] : [index - 1]),
  'layers of 10, each on all before': (index) => {
    const layer = Math.floor(index / 10)
    return layer === 0 ? [] : Array.from({ length: 10 }, (_, place) => (layer - 1) * 10 + place)
  },
  '4 earlier ones at random': (index, below) =>
    index < 8 ? [] : Array.from({ length: 4 }, () => below(index)),
}

const nodesOf = (shape: string, size: number): GraphNode[] => {
  const below = createNumbers(size)
  return Array.from({ length: size }, (_, index) => ({
    id: `p${index}`,
    dependsOn: (shapes[shape]?.(index, below) ?? []).map((other) => `p${other}`),
    parallelWith: [],
    line: index + 1,
  }))
}

const timeOf = (work: () => void): number => {
  const times = Array.from({ length: rounds }, () => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return median(times)
}

const rows: string[][] = []
for (const shape of Object.keys(shapes))
  for (const size of sizes) {
    const nodes = nodesOf(shape, size)
    const { graph } = resolveGraph(nodes)
    if (!graph) throw new Error(`${shape} is not a graph.`)
    const resolve = timeOf(() => void resolveGraph(nodes))
    const batches = timeOf(() => void planBatches(graph))
    const each = ((resolve * 1_000) / size).toFixed(2)
    rows.push([shape, size.toLocaleString('en'), resolve.toFixed(1), each, batches.toFixed(1)])
  }
printTable(['shape', 'phases', 'resolve ms', 'us/phase', 'batches ms'], rows)
