import { expect, it } from 'vitest'
import { planSchema } from '../plan/plan-schema.ts'
import { findShared, planWidth } from './find-shared.ts'
import { resolveGraph } from './resolve-graph.ts'

const find = (phases: { id: string; dependsOn?: string[]; files?: string[]; conflictsWith?: string[] }[]) => {
  const plan = planSchema.parse({ phases: phases.map((phase) => ({ title: phase.id, ...phase })) })
  const graph = resolveGraph(plan.phases).graph!
  return { shared: findShared(graph, plan.phases), width: planWidth(graph, plan.phases) }
}

it('names the independent phases that declare a common file', () => {
  const found = find([
    { id: '1', files: ['a', 'b'] },
    { id: '2', files: ['a', 'b'] },
    { id: '3', files: ['c'] },
    { id: '4', files: ['c'], dependsOn: ['3'] },
  ])
  expect(found).toEqual({ shared: [{ phases: ['1', '2'], files: ['a', 'b'] }], width: 2 })
})

it('names a conflict once, whichever phase declares it', () => {
  const found = find([{ id: '1', conflictsWith: ['2'] }, { id: '2', conflictsWith: ['1'] }, { id: '3' }])
  expect(found).toEqual({ shared: [{ phases: ['1', '2'], files: [] }], width: 2 })
})
