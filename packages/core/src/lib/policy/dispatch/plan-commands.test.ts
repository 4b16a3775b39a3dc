import { expect, it } from 'vitest'
import type { PhaseDraft } from '../../plan/model/phase.ts'
import { planSchema } from '../../plan/plan-schema.ts'
import { type PlanStatus } from '../../plan/field/plan-status.ts'
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

it('takes the command that decides of a validation, and none of a step that runs none', () => {
  const steps = [
    { id: '1', action: 'validation' as const, command: 'make', validationCommand: 'make check' },
    { id: '2', action: 'validation' as const, command: 'make test' },
    { id: '3', action: 'command' as const, command: 'make it', validationCommand: 'make check' },
    { id: '4', action: 'command' as const, fallbackCommands: ['ninja'] },
    { id: '5', action: 'code' as const, command: 'make', fallbackCommands: ['ninja'] },
    { id: '6', action: 'manual' as const, command: 'make' },
  ]
  const plan = planSchema.parse({
    phases: [{ id: 'a', title: 'A', subtasks: [{ id: 'a.1', title: 'T', steps }] }],
  })
  expect(planCommands(plan)).toEqual(['1: make check', '2: make test', '3: make it', '4: ninja'])
})

it('has a script unchanged below its step, and the folder of a command', () => {
  const command = '# set up\nrm -rf ~/precious\n'
  const steps = [
    { id: '1', action: 'command' as const, command, shell: true },
    { id: '2', action: 'command' as const, command: 'make', cwd: 'api', fallbackCommands: ['ninja'] },
  ]
  const plan = planSchema.parse({
    phases: [
      {
        ...{ id: 'a', title: 'A', subtasks: [{ id: 'a.1', title: 'T', steps }] },
        acceptance: [{ command: 'make test', cwd: 'api' }],
      },
    ],
  })
  expect(planCommands(plan)).toEqual([
    `1:\n${command}`,
    ...['2, in api: make', '2, in api: ninja', 'check of phase a, in api: make test'],
  ])
})

it('leaves out what is not run', () => {
  for (const status of ['done', 'skipped', 'deferred', 'cancelled'] as const) {
    expect(planCommands(planSchema.parse({ phases: [phase('a', status)] }))).toEqual([])
    expect(planCommands(planSchema.parse({ phases: [phase('a', 'pending', status)] }))).toEqual([])
  }
})
