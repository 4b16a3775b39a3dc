import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunEvent } from '../../src/index.ts'
import { memoryHost } from '../../src/testing.ts'
import { runPlan, type RunPlanOptions, statuses } from '../run-plan.ts'
import { batch, code, command } from './seed-plans.ts'

const skips = (events: readonly RunEvent[]): Record<string, string | undefined> =>
  Object.fromEntries(
    events.flatMap((event) => (event.type === 'step_skipped' ? [[event.stepId, event.skippedBy]] : [])),
  )

describe('a skipped step', () => {
  const plan = () => ({
    phases: [
      batch('1', [], command('1.1', 'migrate'), code('1.2')),
      batch(
        '2',
        ['1'],
        code('2.1', { dependsOn: ['1.2', '1.1'] }),
        code('2.2', { dependsOn: ['2.1'] }),
        code('2.3'),
      ),
      batch('3', ['2'], code('3.1', { dependsOn: ['1.2'] })),
    ],
  })
  const options: Omit<RunPlanOptions, 'plan'> = { preset: 'intelligent', world: { commands: () => 1 } }

  // seed: intelligent-execution 12, intelligent-execution 55
  it('skips its dependants in any batch, each with the skipped dependency (seed intelligent-execution, Cascading Skip Handling)', async () => {
    const { report, events, host } = await runPlan({
      plan: plan(),
      ...options,
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.skip?.() : undefined),
    })
    expect(skips(events)).toEqual({ '1.1': undefined, '2.1': '1.1', '2.2': '2.1' })
    expect([...host.git.filesOf(report.head).keys()]).toEqual(['README.md', '1.2.txt', '2.3.txt', '3.1.txt'])
    expect(report.status).toBe('partial')
    expect(report.phases[1]?.skippedParts).toEqual(['2.1', '2.2'])
  })

  // seed: intelligent-execution 63
  it('is restored with everything skipped because of it (seed intelligent-execution, Cascading Skip Handling)', async () => {
    const host = memoryHost({ commands: () => 1 })
    const steps = [
      command('1.1', 'migrate'),
      code('1.2', { dependsOn: ['1.1'] }),
      code('1.3', { requiresHumanJudgment: true }),
    ]
    const started = await createRun({
      plan: { phases: [batch('1', [], ...steps)] },
      preset: 'intelligent',
      splitBatches: false,
      trust: 'autonomous',
      planApproved: true,
      host,
      onGate: (gate) =>
        gate.kind === 'blocker' && gate.blocker === 'command_failed' ? gate.choices.skip?.() : undefined,
    })
    expect(await started.start()).toMatchObject({ status: 'waiting', gates: [{ blocker: 'needs_judgment' }] })

    const run = await openRun({ host: { ...host, commands: memoryHost().commands }, runId: started.id })
    const back: string[] = []
    run.on('step_unskipped', ({ stepId }) => back.push(stepId))
    run.unskip('1.1')
    await run.answer(run.gates()[0]!.id, 'approve')
    const report = await run.start()
    expect(back).toEqual(['1.1', '1.2'])
    expect(report.status).toBe('completed')
    expect(host.git.filesOf(report.head).get('1.2.txt')).toBe('1.2\n')
  })
})

describe('a batch', () => {
  const low = (id: string) => code(id, { risk: 'low' })

  // seed: intelligent-execution 37, intelligent-execution 38
  it('that is too large is split in order, with a warning (seed intelligent-execution, Batch Ownership)', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    const plan = {
      phases: [
        batch('1', [], ...ids.map(low)),
        batch('2', ['1'], ...['h', 'i', 'j', 'k'].map((id) => code(id))),
      ],
    }
    const { run, report } = await runPlan({ plan, preset: 'intelligent' })
    expect(statuses(report)).toEqual({
      '1-part-1': 'completed',
      '1-part-2': 'completed',
      '2-part-1': 'completed',
      '2-part-2': 'completed',
    })
    expect(run.warnings).toMatchObject([{ code: 'BATCH_SPLIT' }, { code: 'BATCH_SPLIT' }])
    expect(run.warnings[0]?.message).toContain('1-part-1 (5 steps, low risk), 1-part-2 (2 steps, low risk)')
    expect(run.warnings[1]?.message).toContain(
      '2-part-1 (3 steps, medium risk), 2-part-2 (step k, medium risk)',
    )
    expect(report.phases.map(({ title }) => title)).toContain('Batch 1 (part 2 of 2)')
  })

  // seed: intelligent-execution 37, intelligent-execution 39, intelligent-execution 40
  it('isolates a high-risk step, even with a lower summary, and a manual one (seed intelligent-execution, Batch Ownership)', async () => {
    const steps = [
      low('a'),
      code('b', { risk: 'high' }),
      low('c'),
      code('d', { risk: 'low', requiresHumanJudgment: true }),
    ]
    const { events, run } = await runPlan({
      plan: { phases: [batch('1', [], ...steps)] },
      preset: 'intelligent',
      onGate: (gate) =>
        gate.kind === 'checkpoint'
          ? gate.choices.approve()
          : gate.kind === 'blocker'
            ? gate.choices.approve?.()
            : undefined,
    })
    const commits = events.flatMap((event) =>
      event.type === 'commit_created' && event.files.length > 0 ? [event.files] : [],
    )
    expect(commits).toEqual([['a.txt'], ['b.txt'], ['c.txt'], ['d.txt']])
    expect(run.warnings).toHaveLength(1)
  })

  // seed: intelligent-execution 41
  it('isolates a manual step, which delays only the steps that depend on it (seed intelligent-execution, Batch Ownership)', async () => {
    const manual = {
      id: 'key',
      description: 'Create the key',
      action: 'manual' as const,
      risk: 'low' as const,
    }
    const after = (id: string, ...dependsOn: string[]) => code(id, { risk: 'low', dependsOn })
    const steps = [low('a'), { ...manual, dependsOn: ['a'] }, after('b', 'a'), after('c', 'key')]
    for (const trust of ['standard', 'autonomous'] as const) {
      const { run, report, host } = await runPlan({
        plan: { phases: [batch('1', [], ...steps), batch('2', ['1'], low('d'))] },
        preset: 'intelligent',
        trust,
        onGate: (gate) => (gate.kind === 'checkpoint' ? gate.choices.approve() : undefined),
      })
      expect(statuses(report)).toEqual({
        '1-part-1': 'completed',
        '1-part-2': 'waiting',
        '1-part-3': 'completed',
        '1-part-4': 'pending',
        2: 'pending',
      })
      expect(report).toMatchObject({
        status: 'waiting',
        gates: [{ kind: 'blocker', phaseIds: ['1-part-2'] }],
      })
      expect([...host.git.filesOf(report.head).keys()]).toEqual(['README.md', 'a.txt', 'b.txt'])

      const resumed = await openRun({
        host,
        runId: run.id,
        onGate: (gate) => (gate.kind === 'checkpoint' ? gate.choices.approve() : undefined),
      })
      await resumed.answer(resumed.gates()[0]!.id, 'done-by-hand')
      const end = await resumed.start()
      expect(end.status).toBe('completed')
      expect([...host.git.filesOf(end.head).keys()].sort()).toEqual(
        ['README.md', 'a.txt', 'b.txt', 'c.txt', 'd.txt'].sort(),
      )
    }
  })

  // seed: intelligent-execution 37
  it('within the limits is unchanged, without a warning (seed intelligent-execution, Batch Ownership)', async () => {
    const { run, report } = await runPlan({
      plan: { phases: [batch('1', [], ...['a', 'b', 'c', 'd', 'e'].map(low))] },
      preset: 'intelligent',
    })
    expect(statuses(report)).toEqual({ 1: 'completed' })
    expect(run.warnings).toEqual([])
  })
})

describe('a checkpoint', () => {
  const plan = () => ({
    phases: [
      batch('1', [], code('a', { risk: 'low' })),
      batch('2', ['1'], code('b', { risk: 'medium' })),
      batch('3', ['2'], code('c', { risk: 'high' })),
    ],
  })
  const asked = async (trust: 'paranoid' | 'standard' | 'autonomous'): Promise<string[][]> => {
    const gates: string[][] = []
    const { report } = await runPlan({
      plan: plan(),
      preset: 'intelligent',
      trust,
      preValidate: false,
      onGate: (gate) => {
        if (gate.kind === 'checkpoint') gates.push(gate.phaseIds)
        return gate.kind === 'plan' ? undefined : gate.choices.approve?.()
      },
    })
    expect(report.status).toBe('completed')
    return gates
  }

  // seed: intelligent-execution 87, intelligent-execution 88
  it('follows each batch by default, and only high-risk batches with more trust (seed intelligent-execution, Trust Level Behavior)', async () => {
    expect(await asked('standard')).toEqual([['1'], ['2'], ['3']])
    expect(await asked('autonomous')).toEqual([['3']])
  })

  // seed: intelligent-execution 65
  it('blocks the next batch until a person approves (seed intelligent-execution, Blocker Resolution Flow)', async () => {
    const { report, host } = await runPlan({ plan: plan(), preset: 'intelligent', trust: 'standard' })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ kind: 'checkpoint', phaseIds: ['1'] }] })
    expect(statuses(report)).toEqual({ 1: 'checkpoint', 2: 'pending', 3: 'pending' })
    expect(host.git.refs.has(report.target)).toBe(false)
  })
})
