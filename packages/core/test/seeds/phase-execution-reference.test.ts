import { describe, expect, it } from 'vitest'
import { createRun, planBatches, type PlanDraft, resolveGraph } from '../../src/index.ts'
import { renderDryRun, viewPhases } from '../../src/view.ts'
import { memoryHost, type MemoryHost, recordEvents } from '../../src/testing.ts'
import { planSchema } from '../../src/lib/plan/plan-schema.ts'
import { runPlan, statuses, told } from '../run-plan.ts'
import { forkPlan, phase } from '../sample-plan.ts'
import { createMeeting } from './meeting.ts'
import { batch, command } from './seed-plans.ts'

/** The plan of the seed with one command per phase, such as `run 2a`. */
const fork = (): PlanDraft => ({
  title: 'A feature',
  phases: forkPlan().phases.map(({ id, dependsOn }) =>
    batch(id, dependsOn ?? [], command(`${id}.1`, `run ${id}`)),
  ),
})

const createSignal = () => {
  let give!: () => void
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

describe('a plan', () => {
  // seed: phase-execution-reference 16, phase-execution-reference 34
  it('runs batch by batch, and a parallel group concurrently (seed phase-execution-reference, Launching Parallel Sub-Agents)', async () => {
    const meeting = createMeeting(3)
    const { report, events } = await runPlan({
      plan: fork(),
      preset: 'autobuild',
      // No caller leaves the barrier alone: sequential phases would never end.
      world: { commands: async ({ argv }) => (await (argv[1]!.startsWith('2') && meeting()), 0) },
    })
    expect(report.status).toBe('completed')
    const { graph } = resolveGraph(planSchema.parse(fork()).phases)
    expect(planBatches(graph!)).toEqual([
      { kind: 'sequential', phases: ['0'] },
      { kind: 'sequential', phases: ['1'] },
      { kind: 'parallel', phases: ['2a', '2b', '2c'] },
      { kind: 'sequential', phases: ['3'] },
    ])
    const lines = told(events, 'phase_started', 'phase_completed')
    expect(lines.slice(0, 5)).toEqual([
      'phase_started 0',
      'phase_completed 0',
      'phase_started 1',
      'phase_completed 1',
      'phase_started 2a',
    ])
    expect(lines.at(-2)).toBe('phase_started 3')
  })

  // seed: phase-execution-reference 17
  it('waits for the complete previous batch only if configured (seed phase-execution-reference, Creating Execution Batches)', async () => {
    const plan = {
      phases: [phase('a'), phase('b', ['a']), batch('slow', [], command('s', 'wait')), phase('c', ['slow'])],
    }
    const lines = async (order: 'dataflow' | 'batches'): Promise<string[]> => {
      const host = memoryHost()
      const b = createSignal()
      const run = await createRun({
        plan,
        host,
        order,
        trust: 'autonomous',
        planApproved: true,
        artifacts: 'none',
      })
      run.on('phase_started', ({ phaseId }) => phaseId === 'b' && b.give())
      host.commands.run = async () => {
        if (order === 'dataflow') await b.given
        return { exitCode: 0, output: '', truncated: false, durationMs: 0 }
      }
      const events = recordEvents(run)
      expect((await run.start()).status).toBe('completed')
      return told(events, 'phase_started', 'phase_completed')
    }
    const free = await lines('dataflow')
    expect(free.indexOf('phase_started b')).toBeLessThan(free.indexOf('phase_completed slow'))
    const barred = await lines('batches')
    expect(barred.indexOf('phase_started b')).toBeGreaterThan(barred.indexOf('phase_completed slow'))
  })

  // seed: phase-execution-reference 14, phase-execution-reference 15, phase-execution-reference 18
  it('with circular dependencies is refused before it starts (seed phase-execution-reference, Detecting Circular Dependencies)', async () => {
    const plan = { phases: [phase('1'), phase('2a', ['1', '3']), phase('3', ['2a'])] }
    const host = memoryHost()
    await expect(createRun({ plan, host })).rejects.toMatchObject({
      code: 'PLAN_INVALID',
      details: {
        issues: [
          {
            code: 'PHASE_CYCLE',
            message: expect.stringContaining('2a -> 3 -> 2a') as string,
          },
        ],
      },
    })
    expect([...host.git.refs.keys()]).toEqual(['refs/heads/main'])
  })

  // seed: phase-execution-reference 4
  it('names an unknown dependency, with the closest known one (seed phase-execution-reference, Building Dependency Graph)', async () => {
    const plan = { phases: [phase('2a'), phase('3', ['2aa'])] }
    await expect(createRun({ plan, host: memoryHost() })).rejects.toMatchObject({
      code: 'PLAN_INVALID',
      message: expect.stringContaining('2a') as string,
    })
  })

  // seed: phase-execution-reference 39
  it('is shown by a dry run, without effects (seed phase-execution-reference, Dry Run Mode)', async () => {
    const host = memoryHost()
    const plan = planSchema.parse(fork())
    const run = await createRun({ plan, host, preset: 'autobuild' })
    const { graph, issues } = resolveGraph(plan.phases)
    const text = renderDryRun({
      plan: 'docs/feature-plan.md',
      goal: plan.title,
      stack: {},
      phases: viewPhases(plan),
      batches: planBatches(graph!),
      issues,
    })
    expect(text).toContain(
      'Batch 3 (parallel):\n  [2a] Batch 2a\n       Dependencies: [1]\n       Tasks: 1\n  [2b]',
    )
    expect(text).toContain('Validation: PASSED')
    expect(run.report().phases.every(({ status }) => status === 'pending')).toBe(true)
    expect([...host.git.refs.keys()]).toEqual(['refs/heads/main'])
    expect(host.commands.requests).toEqual([])
    expect(await host.store.load(run.id).catch(() => [])).toEqual([])
  })
})

describe('the status of a phase', () => {
  const seen = async (...exits: number[]): Promise<string[]> => {
    let calls = 0
    const run = await createRun({
      plan: { phases: [batch('1', [], command('1.1', 'run 1')), batch('2', ['1'], command('2.1', 'run 2'))] },
      preset: 'autobuild',
      host: memoryHost({
        commands: ({ argv }) => (argv[1] === '2' ? { exitCode: exits[calls]!, output: 'abc'[calls++]! } : 0),
      }),
      trust: 'autonomous',
      planApproved: true,
      verify: { lint: ['lint'] },
    })
    const way = [run.report().phases[1]!.status]
    run.subscribe({}, ({ type }) => {
      const { status } = run.report().phases[1]!
      if (type !== 'run_ended' && status !== way.at(-1)) way.push(status)
    })
    await run.start()
    return way
  }

  // seed: phase-execution-reference 22
  it('goes from pending through running to completed (seed phase-execution-reference, Status Transition Rules)', async () => {
    expect(await seen(0)).toEqual(['pending', 'running', 'verifying', 'integrating', 'completed'])
  })

  // seed: phase-execution-reference 24
  it('goes to failed when no attempt is left (seed phase-execution-reference, Status Transition Rules)', async () => {
    expect(await seen(1, 2)).toEqual(['pending', 'running', 'failed'])
  })

  // seed: phase-execution-reference 23, phase-execution-reference 36
  it('is retrying until concurrent phases have ended (seed phase-execution-reference, Phase Status Transitions)', async () => {
    const retried = createSignal()
    const host: MemoryHost = memoryHost({
      commands: async ({ argv }) => {
        if (argv[1] === '2a')
          return host.commands.requests.filter((request) => request.argv[1] === '2a').length === 1 ? 1 : 0
        if (argv[1]!.startsWith('2')) await retried.given
        return 0
      },
    })
    const run = await createRun({
      plan: fork(),
      host,
      preset: 'autobuild',
      trust: 'autonomous',
      planApproved: true,
    })
    const before: Record<string, string>[] = []
    run.on('phase_retry', () => {
      before.push(statuses(run.report()))
      retried.give()
    })
    const events = recordEvents(run)
    expect((await run.start()).status).toBe('completed')
    expect(before).toMatchObject([{ '2a': 'retrying', '2b': 'running', '2c': 'running', 3: 'pending' }])
    const lines = told(events, 'phase_started', 'phase_completed')
    const second = lines.lastIndexOf('phase_started 2a')
    expect(second).toBeGreaterThan(lines.indexOf('phase_completed 2b'))
    expect(second).toBeGreaterThan(lines.indexOf('phase_completed 2c'))
  })
})

describe('a parallel group that fails in part', () => {
  // seed: phase-execution-reference 37
  it('keeps completed phases, and blocks dependants of the others with the cause (seed phase-execution-reference, Partial Parallel Failure)', async () => {
    let tries = 0
    const { report, events, host } = await runPlan({
      plan: { phases: [...fork().phases, batch('4', ['3'], command('4.1', 'run 4'))] },
      preset: 'autobuild',
      world: { commands: ({ argv }) => (argv[1] === '2a' ? { exitCode: 1, output: 'ab'[tries++]! } : 0) },
    })
    expect(report.status).toBe('failed')
    expect(statuses(report)).toEqual({
      0: 'completed',
      1: 'completed',
      '2a': 'failed',
      '2b': 'completed',
      '2c': 'completed',
      3: 'blocked',
      4: 'blocked',
    })
    const lines = told(events, 'phase_started', 'phase_completed', 'phase_failed')
    expect(lines.slice(-2)).toEqual(['phase_started 2a', 'phase_failed 2a'])
    const onTarget = host.git.log(report.target)
    for (const id of ['2b', '2c'])
      expect(onTarget).toContain(report.phases.find((each) => each.id === id)?.commit)
  })

  // seed: phase-execution-reference 27
  it('names the failed phase in all its direct and indirect dependants (seed phase-execution-reference, Blocked Phase State)', async () => {
    const plan = { phases: [batch('2a', [], command('s', 'run')), phase('3', ['2a']), phase('4', ['3'])] }
    const { report, events } = await runPlan({
      plan,
      preset: 'autobuild',
      maxAttempts: 1,
      world: { commands: () => 1 },
    })
    expect(report.phases.slice(1)).toMatchObject([
      { id: '3', status: 'blocked', because: '2a' },
      { id: '4', status: 'blocked', because: '2a' },
    ])
    expect(events.filter(({ type }) => type === 'phase_blocked')).toMatchObject([
      { phaseId: '3', blockedBy: '2a' },
      { phaseId: '4', blockedBy: '2a' },
    ])
  })
})
