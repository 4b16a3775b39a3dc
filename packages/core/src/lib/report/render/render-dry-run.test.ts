import { expect, it } from 'vitest'
import { displayWidth } from '../../text/display-width.ts'
import { type DryRun, renderDryRun } from './render-dry-run.ts'

const dryRun: DryRun = {
  plan: 'docs/feature-plan.md',
  goal: 'A feature',
  stack: { language: 'TypeScript', framework: 'Express', tests: 'Jest' },
  phases: [
    { id: '0', title: 'Bootstrap', dependsOn: [], estimate: 5, tasks: 4 },
    { id: '2a', title: 'Backend', dependsOn: ['0'], estimate: 8.5, tasks: 5 },
    { id: '2b', title: 'Frontend', dependsOn: ['0'], estimate: 1, tasks: 1, status: 'external' },
    { id: '3', title: 'Integration', dependsOn: ['2a', '2b'], tasks: 0 },
  ],
  batches: [
    { kind: 'sequential', phases: ['0'] },
    { kind: 'parallel', phases: ['2a', '2b'] },
    { kind: 'sequential', phases: ['3'] },
  ],
  issues: [],
  settings: [['Target', 'amelia/feature']],
  command: 'amelia run docs/feature-plan.md',
}

it('shows what each agent may do, sees and is confined to', () => {
  const access = {
    allowed: 'edit files',
    sees: 'CLAUDE.md\nof the base commit',
    confined: 'nothing',
    login: 'the key in A_KEY',
    paidBy: 'the account of the key',
    emptyAs: ['permission' as const],
  }
  const text = renderDryRun({ ...dryRun, agents: [{ name: 'claude', access }, { name: 'mine' }] })
  expect(text).toContain(`Agents:
- claude
    May: edit files
    Sees: CLAUDE.md of the base commit
    Confined to: nothing
    Login: the key in A_KEY
    Paid by: the account of the key
    If that is empty: permission: asks you at once, and continues after your answer
- mine
    May: unknown: this driver does not describe its access
    Sees: unknown
    Confined to: unknown

Execution Order:
`)
})

// seed: phase-execution-reference 42, phase-execution-reference 43, phase-execution-reference 46
it('shows what the seed phase-execution-reference, Dry Run Mode, shows', () => {
  expect(renderDryRun(dryRun)).toBe(`DRY RUN - EXECUTION PREVIEW
===========================

Plan: docs/feature-plan.md
Goal: A feature
Target: amelia/feature

Stack Detection:
- Language: TypeScript
- Framework: Express
- Tests: Jest

Execution Order:

Batch 1 (sequential):
  [0] Bootstrap (5 pts)
      Dependencies: none
      Tasks: 4

Batch 2 (parallel):
  [2a] Backend (8.5 pts)
       Dependencies: [0]
       Tasks: 5
  [2b] Frontend (1 pt) - not run: done before
       Dependencies: [0]
       Tasks: 1

Batch 3 (sequential):
  [3] Integration
      Dependencies: [2a, 2b]
      Tasks: 0

Total: 4 phases, 14.5 points, 10 tasks

Validation: PASSED
Ready to execute with: amelia run docs/feature-plan.md
`)
})

it('says what is wrong, and then not what to type', () => {
  const issue = {
    code: 'ID_DUPLICATE',
    message: 'Two phases\nare \u001b[1mcalled 1.',
    line: 7,
    column: 1,
  } as const
  const warned = renderDryRun({ ...dryRun, issues: [{ ...issue, severity: 'warning' }] })
  expect(warned).toContain(
    'Validation: PASSED, 1 warning\n- line 7: warning: Two phases are called 1.\nReady',
  )
  const failed = renderDryRun({ ...dryRun, issues: [{ ...issue, severity: 'error' }] })
  expect(failed.endsWith('Validation: FAILED\n- line 7: error: Two phases are called 1.\n')).toBe(true)
})

// seed: phase-execution-reference 42, phase-execution-reference 43
it('shows estimated minutes, and their sum', () => {
  const phases = [
    { id: '1', title: 'One', dependsOn: [], estimate: 2, minutes: 3.5, tasks: 1 },
    { id: '2', title: 'Two', dependsOn: [], minutes: 0.25, tasks: 1 },
  ]
  const text = renderDryRun({ ...dryRun, phases, batches: [{ kind: 'parallel', phases: ['1', '2'] }] })
  expect(text).toContain('  [1] One (2 pts, 3.5 min)\n')
  expect(text).toContain('  [2] Two (0.25 min)\n')
  expect(text).toContain('Total: 2 phases, 2 points, 2 tasks, about 3.75 minutes\n')
})

it('sums up the phases that the run does not leave out', () => {
  const phases = [
    { id: '1', title: 'One', dependsOn: [], estimate: 2, tasks: 1 },
    { id: '2', title: 'Two', dependsOn: [], estimate: 3, tasks: 1, status: 'external', excluded: true },
  ] as const
  const text = renderDryRun({ ...dryRun, phases, batches: [{ kind: 'parallel', phases: ['1', '2'] }] })
  expect(text).toContain('  [2] Two (3 pts) - not part of this run\n')
  expect(text).toContain('Total: 1 phase, 2 points, 1 task\n')
})

it('leaves out what is not known, and keeps to the width', () => {
  const bare = renderDryRun({ ...dryRun, goal: '', stack: {}, phases: [], batches: [] })
  expect(bare).toContain('Goal: not given\n')
  expect(bare).toContain('- Framework: not detected\n')
  expect(bare).toContain('Total: 0 phases, 0 tasks\n')
  const narrow = renderDryRun(
    {
      ...dryRun,
      goal: 'A feature whose goal takes more than one line of a narrow terminal',
      phases: dryRun.phases.map((phase) => ({ ...phase, title: `${phase.title} and a long title with it` })),
      command: 'amelia run x',
    },
    { width: 40 },
  )
  expect(narrow).toContain(
    'Goal: A feature whose goal takes more\n      than one line of a narrow terminal\n',
  )
  for (const line of narrow.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(40)
})
