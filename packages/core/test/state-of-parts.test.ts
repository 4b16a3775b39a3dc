import { describe, expect, it } from 'vitest'
import { renderReport, renderTree, viewPhases } from '../src/view.ts'
import { planSchema } from '../src/lib/plan/plan-schema.ts'
import { driverError } from '../src/plugin.ts'
import { createScriptedDriver } from '../src/testing.ts'
import { type PlanRun, runPlan, told } from './run-plan.ts'
import { batch, chains, code, command, forAgent } from './seeds/seed-plans.ts'

/** Returns the text of `execution-state.json`. */
const stateTextOf = async ({ host, run, report }: PlanRun): Promise<string> => {
  const files = report.status === 'completed' ? [...host.git.filesOf(report.head)] : []
  const committed = files.find(([path]) => path.endsWith('/execution-state.json'))?.[1]
  return committed ?? (await host.store.kept(run.id, 'execution-state.json')) ?? '{}'
}

/** Reads `execution-state.json`. */
const stateOf = async (result: PlanRun): Promise<Record<string, unknown>> =>
  JSON.parse(await stateTextOf(result)) as Record<string, unknown>

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string

/** Batches of steps: the second one fails, and the third one is blocked. */
const failing = () => ({
  title: 'Batches',
  goal: 'Batches',
  phases: [
    batch('1', [], code('s1'), code('s2')),
    batch('2', ['1'], code('s3'), command('s4', 'make')),
    batch('3', ['2'], code('s5')),
  ],
})
/** Each failure differs from the one before, so that the phase fails in the end and nobody is asked. */
const world = () => {
  let failures = 0
  return { commands: ({ argv }: { argv: readonly string[] }) => (argv[0] === 'make' ? ++failures : 0) }
}

describe('the state of a run', () => {
  // seed: phased-execution 71, phased-execution 72, phased-execution 73, phased-execution-draft 12
  it('has the attempt, the times and the error of each subtask (seed phased-execution, State Tracking)', async () => {
    const result = await runPlan({ plan: failing(), world: world(), preset: 'phased' })
    const subtasks = [
      { id: 'task-s3', status: 'completed', attempt: 2, startedAt: time, completedAt: time },
      {
        id: 'task-s4',
        status: 'failed',
        attempt: 2,
        startedAt: time,
        completedAt: time,
        error: expect.stringContaining('exited with 2') as string,
      },
    ]
    expect(result.report.phases[1]).toMatchObject({ status: 'failed', subtasks })
    const { phases } = (await stateOf(result)) as { phases: object[] }
    expect(phases[1]).toMatchObject({ status: 'failed', subtasksCompleted: 1, subtasks })
    expect(phases[2]).toMatchObject({
      subtasks: [{ status: 'blocked', attempt: 0, startedAt: null, completedAt: null, error: null }],
    })
  })

  it('has the command and the duration of each step, and why a part was skipped', async () => {
    const plan = {
      title: 'Skips',
      phases: [
        batch('1', [], command('s1', 'lint'), command('s2', 'make'), code('s3')),
        { id: '2', title: 'Words', body: 'Write them.' },
        { id: '3', title: 'More words', body: 'Write more.', dependsOn: ['2'] },
      ],
    }
    const result = await runPlan({
      ...{ plan, preset: 'intelligent', trust: 'autonomous', reviewers: [] },
      driver: createScriptedDriver(() => {
        throw driverError('permission')
      }),
      world: { commands: ({ argv }) => (argv[0] === 'make' ? 1 : 0) },
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.skip?.('Not now.') : undefined),
    })
    const [first, ...others] = ((await stateOf(result)) as { phases: Record<string, unknown>[] }).phases
    expect(first!['subtasks']).toMatchObject([
      { steps: [{ id: 's1', status: 'completed', command: 'lint', durationMs: 0 }] },
      { steps: [{ id: 's2', status: 'skipped', skipReason: 'A person said so.' }] },
      { steps: [{ id: 's3', status: 'completed', durationMs: 0 }] },
    ])
    expect(first!['subtasks']).not.toMatchObject([{}, { steps: [{ command: 'make' }] }, {}])
    expect(others).toMatchObject([
      { status: 'skipped', skipReason: 'Not now.' },
      { status: 'skipped', because: '2', skipReason: 'Phase 2 was skipped.' },
    ])
    expect(result.report.phases).toMatchObject([
      { subtasks: [{ steps: [{ command: 'lint', durationMs: 0 }] }, {}, {}] },
      { skipReason: 'Not now.' },
      { skipReason: 'Phase 2 was skipped.' },
    ])
  })

  it('has each phase and each batch on one line', async () => {
    const result = await runPlan({ plan: failing(), world: world(), preset: 'phased' })
    const text = await stateTextOf(result)
    const lines = text.split('\n').map((line) => line.trim().replace(/,$/, ''))
    const { phases, batches, sessions } = JSON.parse(text) as Record<string, object[]>
    expect([phases, batches, sessions].map((list) => list!.length)).toEqual([3, 3, 0])
    for (const entry of [...phases!, ...batches!]) expect(lines).toContain(JSON.stringify(entry))
    expect(text.endsWith('}\n')).toBe(true)
  })

  // seed: phased-execution 26, phased-execution 50
  it('has the subtasks that an agent says it did, as claims', async () => {
    const driver = createScriptedDriver((_request, { emit }) =>
      emit({ type: 'todo', items: [{ text: '1a', status: 'running' }] }),
    )
    const { report } = await runPlan({ plan: forAgent(chains()), preset: 'phased', driver })
    expect(report.phases[0]?.subtasks).toEqual([
      {
        id: '1a',
        title: 'Write User model tests',
        type: 'test',
        status: 'completed',
        attempt: 1,
        startedAt: time,
        completedAt: time,
        claimed: true,
      },
      // The agent did not say when it began this one.
      {
        id: '2a',
        title: 'Implement User model',
        type: 'impl',
        status: 'completed',
        attempt: 1,
        completedAt: time,
        claimed: true,
      },
    ])
  })

  // seed: phased-execution 74, phased-execution 75, phased-execution-draft 13
  it('has the commit below each phase and its review (seed phased-execution, State Tracking)', async () => {
    const result = await runPlan({
      plan: forAgent(chains()),
      driver: createScriptedDriver(),
      artifacts: 'commit',
      reviewers: [
        {
          contract: 'reviewer-v1',
          id: 'nice',
          scope: 'phase',
          review: async () => ({ approved: true, summary: 'Fine.', comments: [] }),
        },
      ],
    })
    const { report } = result
    const { phases } = (await stateOf(result)) as { phases: Record<string, unknown>[] }
    expect(phases).toHaveLength(5)
    for (const [index, { base, review }] of report.phases.entries()) {
      expect(base).toMatch(/^\w+/)
      expect(review).toMatchObject({ approved: true, summary: expect.stringContaining('Fine.') as string })
      expect(phases[index]).toMatchObject({ baseCommit: base, reviewResult: { approved: true } })
    }
  })

  // seed: phase-execution-reference 28
  it('says which phase blocks a phase, and why (seed phase-execution-reference, Blocked Phase State)', async () => {
    const result = await runPlan({ plan: failing(), world: world(), preset: 'phased' })
    const blocked = { type: 'blocked', message: 'Blocked by failed phase 2', blockingPhase: '2' }
    expect(result.report.phases[2]).toMatchObject({ status: 'blocked', blocked })
    expect(await stateOf(result)).toMatchObject({
      phases: { 2: { status: 'blocked', error: 'Blocked by failed phase 2', blocked } },
    })
  })
})

describe('the views of a run', () => {
  // seed: phased-execution 83, phased-execution-draft 15
  it('count the subtasks of a phase that has begun (seed phased-execution-draft, Stream Events)', async () => {
    const plan = planSchema.parse(failing())
    const result = await runPlan({ plan, world: world(), preset: 'intelligent' })
    expect(renderTree(viewPhases(plan, result.report))).toBe(`├─ ✓ 1 Batch 1
│  ├─ ✓ Step s1
│  └─ ✓ Step s2
├─ ? 2 Batch 2 (waiting, 1/2 subtasks)
│  ├─ ✓ Step s3
│  └─ ✗ Step s4
└─ ○ 3 Batch 3
   └─ ○ Step s5
`)
    expect(renderReport(result.report)).toContain('waiting (1/2 subtasks)')
    expect(await result.host.store.kept(result.run.id, 'report.md')).toContain('| waiting (1/2 subtasks) |')
    expect(await stateOf(result)).toMatchObject({ phases: { 1: { subtasksCompleted: 1 } } })
  })
})

describe('a batch', () => {
  // seed: intelligent-execution 66
  it('has a result: its status, the completed steps and its blocker', async () => {
    const result = await runPlan({ plan: failing(), world: world(), preset: 'intelligent' })
    const batches = [
      { batch: 1, phases: ['1'], status: 'completed', completedSteps: ['s1', 's2'] },
      {
        batch: 2,
        phases: ['2'],
        status: 'blocked',
        completedSteps: ['s3'],
        blocker: { gateId: result.report.gates[0]?.id, phaseId: '2', type: 'command_failed' },
      },
      { batch: 3, phases: ['3'], status: 'pending', completedSteps: [] },
    ]
    expect(result.report.batches).toMatchObject(batches)
    expect(await stateOf(result)).toMatchObject({ batches })
    expect(told(result.events, 'batch_started', 'batch_completed', 'batch_failed')).toEqual([
      'batch_started',
      'batch_completed',
      'batch_started',
    ])
    const failed = await runPlan({ plan: failing(), world: world(), preset: 'phased' })
    expect(failed.report.batches.map(({ status }) => status)).toEqual(['completed', 'failed', 'blocked'])
    expect(failed.events.find(({ type }) => type === 'batch_failed')).toMatchObject({
      batch: 2,
      counts: { failed: 1 },
    })
  })

  // seed: intelligent-execution 64
  it('keeps the answers of people at its checkpoint', async () => {
    const plan = { ...failing(), phases: failing().phases.slice(0, 2) }
    const result = await runPlan({
      plan,
      trust: 'standard',
      artifacts: 'commit',
      onGate: (gate) =>
        gate.kind === 'plan'
          ? undefined
          : gate.phaseIds[0] === '1'
            ? gate.choices.approve?.()
            : gate.choices.abort(),
    })
    const approvals = [
      { batch: 1, phases: ['1'], approved: true, at: time },
      { batch: 2, phases: ['2'], approved: false, at: time },
    ]
    expect(result.report.batchApprovals).toEqual(approvals)
    expect(await stateOf(result)).toMatchObject({ batchApprovals: approvals })
  })
})
