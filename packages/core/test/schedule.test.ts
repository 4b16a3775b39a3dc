import { describe, expect, it } from 'vitest'
import { createScriptedDriver } from '../src/testing.ts'
import { runPlan, statuses, told } from './run-plan.ts'
import { forkPlan, phase } from './sample-plan.ts'

const agentPhase = (id: string, dependsOn: string[] = [], more = {}) => ({
  id,
  title: id,
  dependsOn,
  body: `Do ${id}.`,
  ...more,
})

describe('scheduling', () => {
  // seed: phased-execution 11
  it('runs 0 -> 1 -> {2a, 2b, 2c} -> 3 with the middle concurrently (seed phase-execution-reference, Execution Batching)', async () => {
    const { events, report, host } = await runPlan({ plan: forkPlan() })
    expect(report.status).toBe('completed')
    const lines = told(events, 'phase_started', 'phase_completed')
    expect(lines.slice(0, 4)).toEqual([
      'phase_started 0',
      'phase_completed 0',
      'phase_started 1',
      'phase_completed 1',
    ])
    expect(lines.slice(4, 7)).toEqual(['phase_started 2a', 'phase_started 2b', 'phase_started 2c'])
    expect(lines.slice(10)).toEqual(['phase_started 3', 'phase_completed 3'])
    expect([...host.git.filesOf(report.head).keys()].sort()).toEqual(
      ['README.md', ...['0', '1', '2a', '2b', '2c', '3'].map((id) => `src/${id}.txt`)].sort(),
    )
    expect(host.git.refs.get(report.target)).toBe(report.head)
    expect(host.git.refs.get('refs/heads/main')).toBe(report.base)
  })

  it('never exceeds the limit of active phases', async () => {
    const plan = { phases: Array.from({ length: 12 }, (_, index) => phase(`p${index}`)) }
    const { events } = await runPlan({ plan, concurrency: 3 })
    const started = told(events, 'phase_started', 'phase_completed')
    expect(started.slice(0, 3)).toEqual(['phase_started p0', 'phase_started p1', 'phase_started p2'])
    expect(started[3]).toBe('phase_completed p0')
  })

  it('starts the phase with the longest estimated path first', async () => {
    const plan = {
      phases: [
        phase('short', [], { estimate: 1 }),
        phase('long', [], { estimate: 2 }),
        phase('end', ['long'], { estimate: 9 }),
      ],
    }
    const { events } = await runPlan({ plan, concurrency: 1 })
    expect(told(events, 'phase_started')).toEqual([
      'phase_started long',
      'phase_started end',
      'phase_started short',
    ])
  })

  it('starts the phase with the highest priority first, then the longest path', async () => {
    const plan = {
      phases: [
        phase('low', [], { priority: -1, estimate: 9 }),
        phase('short'),
        phase('long'),
        phase('end', ['long']),
        phase('high', [], { priority: 2 }),
        phase('higher', [], { priority: 3 }),
      ],
    }
    const { events } = await runPlan({ plan, concurrency: 1 })
    expect(told(events, 'phase_started')).toEqual([
      'phase_started higher',
      'phase_started high',
      'phase_started long',
      'phase_started short',
      'phase_started end',
      'phase_started low',
    ])
  })

  it('starts a phase when its dependencies are integrated, while other phases still run', async () => {
    let release!: () => void
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    const driver = createScriptedDriver(async ({ prompt }) => {
      if (prompt.includes('Do slow.')) await slow
      if (prompt.includes('Do after.')) release()
    })
    const plan = { phases: [agentPhase('slow'), agentPhase('fast'), agentPhase('after', ['fast'])] }
    const { events } = await runPlan({ plan, driver })
    const lines = told(events, 'phase_started', 'phase_completed')
    expect(lines.indexOf('phase_completed after')).toBeLessThan(lines.indexOf('phase_completed slow'))
  })

  it('delays a phase while another writes a file that both declare, and reports the file', async () => {
    const plan = {
      phases: [
        phase('a', [], { files: ['x.txt', 'a.txt'] }),
        phase('b', [], { files: ['x.txt'] }),
        phase('c', [], { files: ['c.txt'] }),
      ],
    }
    const { events } = await runPlan({ plan })
    const lines = told(events, 'phase_started', 'phase_completed', 'phase_locked')
    expect(lines.indexOf('phase_completed a')).toBeLessThan(lines.indexOf('phase_started b'))
    expect(lines.indexOf('phase_started c')).toBeLessThan(lines.indexOf('phase_completed a'))
    expect(events.filter(({ type }) => type === 'phase_locked')).toMatchObject([
      { phaseId: 'b', waitsFor: 'a', files: ['x.txt'] },
    ])
  })

  // seed: phase-execution-reference 6
  it('does not run phases that the plan marks done or skipped, and builds on them', async () => {
    const plan = {
      phases: [
        phase('a', [], { status: 'done' as const }),
        phase('b', ['a'], { status: 'skipped' as const }),
        phase('c', ['b']),
      ],
    }
    const { events, report } = await runPlan({ plan })
    expect(statuses(report)).toEqual({ a: 'external', b: 'external', c: 'completed' })
    expect(report.status).toBe('completed')
    expect(told(events, 'phase_started')).toEqual(['phase_started c'])
  })

  // seed: phase-execution-reference 7
  it('never starts deferred phases, or phases that build on them', async () => {
    const plan = {
      phases: [
        phase('a', [], { status: 'deferred' as const }),
        phase('b', ['a']),
        phase('c', ['b']),
        phase('d'),
      ],
    }
    const { events, report } = await runPlan({ plan })
    expect(statuses(report)).toEqual({ a: 'skipped', b: 'skipped', c: 'skipped', d: 'completed' })
    expect(report.status).toBe('partial')
    expect(events.filter(({ type }) => type === 'phase_skipped')).toMatchObject([
      { phaseId: 'a', reason: 'The plan says that it is deferred.' },
      { phaseId: 'b', skippedBy: 'a' },
      { phaseId: 'c', skippedBy: 'b' },
    ])
  })

  it('ends at once if everything is already done', async () => {
    const { report, events } = await runPlan({
      plan: { phases: [phase('a', [], { status: 'done' as const })] },
    })
    expect(report).toMatchObject({ status: 'completed', head: report.base, targetPublished: false })
    expect(told(events)).toEqual(['run_started', 'run_ended'])
  })

  it('dispatches subtasks and steps as units, and commits the attempt after each', async () => {
    const [first] = forkPlan().phases
    const subtasks = ['x', 'y'].map((name) => ({
      id: name,
      title: name,
      steps: [1, 2].map((number) => ({
        id: `${name}.${number}`,
        action: 'code' as const,
        filePath: `${name}${number}.txt`,
        codeChange: name,
      })),
    }))
    const plan = { phases: [{ ...first!, subtasks }] }
    const bySubtask = await runPlan({ plan, units: 'subtask' })
    expect(told(bySubtask.events, 'commit_created')).toHaveLength(2)
    const byStep = await runPlan({ plan, units: 'step' })
    const commits = byStep.events.filter((event) => event.type === 'commit_created')
    expect(commits.map(({ files }) => files.length)).toEqual([1, 2, 3, 4])
    expect(told(byStep.events, 'subtask_started', 'subtask_completed')).toEqual([
      'subtask_started 0',
      'subtask_completed 0',
      'subtask_started 0',
      'subtask_completed 0',
    ])
  })
})
