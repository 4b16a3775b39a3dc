import { expect, it } from 'vitest'
import type { PlanDraft } from '../plan/model/plan.ts'
import { planSchema } from '../plan/plan-schema.ts'
import { viewPhases } from './view-phases.ts'

it('shows what a plan says of its phases and subtasks', () => {
  const draft: PlanDraft = {
    phases: [
      { id: '0', title: 'Bootstrap', status: 'done', estimate: 3 },
      {
        id: '1',
        title: 'Setup',
        dependsOn: ['0'],
        status: 'in_progress',
        subtasks: [
          { id: '1.1', title: 'Tests', status: 'done' },
          { id: '1.2', title: 'Code', status: 'in_progress' },
          { id: '1.3', title: 'Docs', status: 'deferred' },
          { id: '1.4', title: 'More', status: 'cancelled' },
        ],
      },
      { id: '2', title: 'Extra', status: 'skipped' },
    ],
  }
  expect(viewPhases(planSchema.parse(draft))).toEqual([
    { id: '0', title: 'Bootstrap', dependsOn: [], estimate: 3, tasks: 0, status: 'external', subtasks: [] },
    {
      id: '1',
      title: 'Setup',
      dependsOn: ['0'],
      estimate: undefined,
      tasks: 4,
      status: 'pending',
      subtasks: [
        { title: 'Tests', status: 'completed' },
        { title: 'Code', status: 'pending' },
        { title: 'Docs', status: 'skipped' },
        { title: 'More', status: 'cancelled' },
      ],
    },
    {
      id: '2',
      title: 'Extra',
      dependsOn: [],
      estimate: undefined,
      tasks: 0,
      status: 'external',
      excluded: true,
      subtasks: [],
    },
  ])
})
