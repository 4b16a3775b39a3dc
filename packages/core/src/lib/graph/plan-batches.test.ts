import { expect, it } from 'vitest'
import { planBatches } from './plan-batches.ts'
import { resolveGraph } from './resolve-graph.ts'

const batches = (phases: Record<string, string[]>) => {
  const nodes = Object.entries(phases).map(([id, dependsOn]) => ({
    id,
    dependsOn,
    parallelWith: [],
    line: 1,
  }))
  const { graph } = resolveGraph(nodes)
  return graph && planBatches(graph)
}

// seed: phase-execution-reference 16
it('are those of the seed phase-execution-reference, Example Batch Output', () => {
  expect(
    batches({ p0: [], p1: ['p0'], p2a: ['p1'], p2b: ['p1'], p2c: ['p1'], p3: ['p2a', 'p2b', 'p2c'] }),
  ).toEqual([
    { kind: 'sequential', phases: ['p0'] },
    { kind: 'sequential', phases: ['p1'] },
    { kind: 'parallel', phases: ['p2a', 'p2b', 'p2c'] },
    { kind: 'sequential', phases: ['p3'] },
  ])
})

it('hold every phase that could start, in plan order, without a word from Parallel With', () => {
  expect(batches({ z: ['a'], b: [], a: [], y: ['b', 'z'] })).toEqual([
    { kind: 'parallel', phases: ['b', 'a'] },
    { kind: 'sequential', phases: ['z'] },
    { kind: 'sequential', phases: ['y'] },
  ])
  expect(batches({})).toEqual([])
})
