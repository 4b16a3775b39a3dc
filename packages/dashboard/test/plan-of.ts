import type { Plan } from '@amelia/core'

/** Creates a plan from the dependencies of its phases. */
export const planOf = (edges: Record<string, string[]>): Plan => ({
  ...{ goal: '', title: '', source: '', format: 'code', tddApproach: true },
  phases: Object.entries(edges).map(([id, dependsOn]) => ({
    ...{ id, dependsOn, title: `Phase ${id}`, body: '', parallelWith: [], files: [], status: 'pending' },
    ...{ risk: 'medium', subtasks: [], line: 1 },
  })),
})
