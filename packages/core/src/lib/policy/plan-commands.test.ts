import { expect, it } from 'vitest'
import { type PhaseDraft, type PlanStatus, planSchema } from '../plan/plan-schema.ts'
import { planCommands } from './plan-commands.ts'

const phase = (id: string, status: PlanStatus, inner: PlanStatus = 'pending'): PhaseDraft => ({
  id,
  title: id,
  status,
  subtasks: [
    {
      id: `${id}.1`,
      title: 'T',
      status: inner,
      steps: [
        { id: `${id}.1.1`, action: 'command', command: 'make', fallbackCommands: ['ninja', 'cmake'] },
        { id: `${id}.1.2`, action: 'code', filePath: 'x', codeChange: '' },
        { id: `${id}.1.3`, action: 'validation', validationCommand: 'make check' },
      ],
    },
  ],
})

it('fault 20: lists every command that may run, fallbacks too, in plan order', () => {
  const plan = planSchema.parse({ phases: [phase('b', 'pending'), phase('a', 'in_progress')] })
  expect(planCommands(plan)).toEqual(
    ['b', 'a'].flatMap((id) => [
      `${id}.1.1: make`,
      `${id}.1.1: ninja`,
      `${id}.1.1: cmake`,
      `${id}.1.3: make check`,
    ]),
  )
})

it('leaves out what is not run', () => {
  for (const status of ['done', 'skipped', 'deferred', 'cancelled'] as const) {
    expect(planCommands(planSchema.parse({ phases: [phase('a', status)] }))).toEqual([])
    expect(planCommands(planSchema.parse({ phases: [phase('a', 'pending', status)] }))).toEqual([])
  }
})
