import { createRun, openRun, type PlanParserV1, readPlan, type Report } from '@amelia/core'
import { memoryHost, createScriptedDriver, recordEvents } from '@amelia/core/testing'
import { checklist } from '@amelia/parser-checklist'
import { executionPlan } from '@amelia/parser-execution-plan'
import { phaseTable } from '@amelia/parser-phase-table'
import { subtaskList } from '@amelia/parser-subtask-list'
import { taskHeading } from '@amelia/parser-task-heading'
import { taskMaster } from '@amelia/parser-task-master'
import { describe, expect, it } from 'vitest'

const parsers: PlanParserV1[] = [
  phaseTable(),
  taskHeading(),
  executionPlan(),
  subtaskList(),
  checklist(),
  taskMaster(),
]

const batches = [
  {
    batch_number: 1,
    steps: [{ id: 's1', description: 'Write', action_type: 'command', command: 'fail', risk_level: 'low' }],
  },
  {
    batch_number: 2,
    depends_on_batches: [1],
    steps: [
      {
        id: 's2',
        description: 'Build on it',
        action_type: 'command',
        command: 'true',
        risk_level: 'low',
        depends_on: ['s1'],
      },
    ],
  },
  {
    batch_number: 3,
    steps: [{ id: 's3', description: 'Other', action_type: 'command', command: 'true', risk_level: 'low' }],
  },
]

/** One plan in each format: its first part fails, and its second depends on the first. */
const texts: Record<string, string> = {
  'execution-plan': JSON.stringify({ goal: 'Do three things', batches }),
  'execution-plan in YAML': [
    'goal: Do three things',
    'batches:',
    ...batches.flatMap(({ batch_number, steps }) => [
      `  - batch_number: ${batch_number}`,
      '    steps:',
      ...steps.map((step) => `      - ${JSON.stringify(step)}`),
    ]),
    '',
  ].join('\n'),
  'phase-table': `# Three things

**Goal:** Do three things.

| Phase | Name | Depends On | Parallel With | Estimate | Status |
|-------|------|------------|---------------|----------|--------|
| 1 | Write | - | - | 2 | ⬜ |
| 2 | Build on it | 1 | - | 2 | ⬜ |

## Phase 1: Write

### Write it (impl)

\`\`\`sh
fail
\`\`\`

## Phase 2: Build on it

### Build it (impl)

\`\`\`sh
true
\`\`\`
`,
  'task-heading': `# Three things

**Goal:** Do three things.

### Task 1: Write

Write it.

### Task 2: Build on it

Build it.
`,
  'subtask-list': `# Three things

**Goal:** Do three things.

1a. "Write" -> type: impl -> depends: []
2a. "Build on it" -> type: impl -> depends: [1a]
`,
  checklist: `# Three things

## Phase 1: Write

- [ ] Write it

## Phase 2: Build on it

- [ ] Build it
`,
  'task-master': JSON.stringify({
    master: {
      tasks: [
        { id: 1, title: 'Write', description: 'Write it', status: 'pending', dependencies: [] },
        { id: 2, title: 'Build', description: 'Build it', status: 'pending', dependencies: [1] },
      ],
    },
  }),
}

const statuses = ({ phases }: Report): string[] => phases.map(({ status }) => status)

describe.each(Object.entries(texts))('a skip in a plan of the format %s', (name, text) => {
  const start = async () => {
    const plan = readPlan(text, { parsers })
    expect(plan.format).toBe(name.split(' ')[0])
    const host = memoryHost({ commands: ({ argv }) => (argv.includes('fail') ? 1 : 0) })
    const driver = createScriptedDriver(({ prompt }) => {
      if (/Write it|"Write"|Write\n/.test(prompt)) throw new Error('cannot be done')
    })
    const rules = { trust: 'autonomous', planApproved: true, maxAttempts: 1, artifacts: 'none' } as const
    const run = await createRun({
      plan,
      host,
      driver,
      ...rules,
      tdd: 'off',
      adapt: false,
      preValidate: false,
      retry: { onExhausted: 'ask' },
    })
    return { host, driver, run, report: await run.start() }
  }

  it('ends, asks about phases that it empties, and can be read and undone', async () => {
    const { host, driver, run, report } = await start()
    expect(report.status).toBe('waiting')
    const [gate] = report.gates
    const again = await openRun({ host, driver, runId: run.id })
    const events = recordEvents(again)
    await again.answer(gate!.id, 'skip')
    const after = await again.start()
    if (!name.startsWith('execution-plan')) {
      expect(after).toMatchObject({ status: 'partial', gates: [] })
      expect(statuses(after)).not.toContain('pending')
      return
    }
    // Each subtask has the id of its step, and each phase that of its batch.
    expect(events.filter(({ type }) => type.endsWith('_skipped'))).toMatchObject([
      { type: 'step_skipped', stepId: 's1', reason: 'A person said so.' },
      { type: 'subtask_skipped', subtaskId: 's1', reason: 'Its step s1 was skipped.' },
      { type: 'step_skipped', stepId: 's2', reason: 's1 was skipped.' },
      { type: 'subtask_skipped', subtaskId: 's2', reason: 'Its step s2 was skipped.' },
    ])
    expect(after.gates).toMatchObject([
      { blocker: 'dependency_skipped', phaseIds: ['2'], details: ['s2 builds on s1, which was skipped'] },
    ])
    const last = await openRun({ host, driver, runId: run.id })
    await last.answer(after.gates[0]!.id, 'approve')
    expect((await last.start()).status).toBe('partial')
  })
})

const withSteps = ['phase-table', 'execution-plan', 'execution-plan in YAML']

/** Runs a plan whose command `fail` fails until it is repaired. */
const startSteps = async (text: string) => {
  const broken = { now: true }
  const host = memoryHost({
    commands: ({ argv }) => (broken.now && argv.includes('fail') ? 1 : 0),
  })
  const rules = { trust: 'autonomous', planApproved: true, maxAttempts: 1, artifacts: 'none' } as const
  const steps = { tdd: 'off', adapt: false, preValidate: false, retry: { onExhausted: 'ask' } } as const
  const run = await createRun({ plan: readPlan(text, { parsers }), host, ...rules, ...steps })
  return { host, run, broken, report: await run.start() }
}

describe.each(withSteps)('the gate of a failed step, in a plan of the format %s', (name) => {
  it.each(['done-by-hand', 'retry'] as const)('allows the run to complete with %s', async (choice) => {
    const { host, run, broken, report } = await startSteps(texts[name]!)
    const [gate] = report.gates
    expect(gate?.choices).toEqual(expect.arrayContaining(['retry', 'done-by-hand', 'skip', 'abort']))
    broken.now = choice === 'done-by-hand'
    const again = await openRun({ host, runId: run.id })
    await again.answer(gate!.id, choice)
    expect(await again.start()).toMatchObject({ status: 'completed', gates: [] })
  })
})

describe.each(['execution-plan', 'execution-plan in YAML'])('a plan of the format %s', (name) => {
  it('asks before each step of high risk', async () => {
    const { host, run, report } = await startSteps(
      texts[name]!.replaceAll('"low"', '"high"').replaceAll('"fail"', '"true"'),
    )
    const asked: unknown[] = []
    let last = report
    for (let left = 6; left > 0 && last.gates.length > 0; left--) {
      for (const { blocker, kind, choices } of last.gates) {
        if (kind === 'blocker') asked.push(blocker)
        expect(choices).toContain('approve')
      }
      const again = await openRun({ host, runId: run.id })
      for (const { id } of last.gates) await again.answer(id, 'approve')
      last = await again.start()
    }
    expect(asked).toEqual(['needs_judgment', 'needs_judgment', 'needs_judgment'])
    expect(last).toMatchObject({ status: 'completed', gates: [] })
  })

  it('ends after a skip even if phases, subtasks and steps share ids', async () => {
    const { host, run, report } = await startSteps(texts[name]!.replaceAll(/"s(\d)"/g, '"$1"'))
    const again = await openRun({ host, runId: run.id })
    await again.answer(report.gates[0]!.id, 'skip')
    const after = await again.start()
    expect(after.gates).toMatchObject([{ blocker: 'dependency_skipped', phaseIds: ['2'] }])
    const last = await openRun({ host, runId: run.id })
    await last.answer(after.gates[0]!.id, 'skip')
    expect(await last.start()).toMatchObject({ status: 'partial', gates: [] })
  })
})
