import { describe, expect, it } from 'vitest'
import { createRun, openRun } from '../src/index.ts'
import { memoryHost, type MemoryHostOptions, recordEvents } from '../src/testing.ts'
import { runPlan, type RunPlanOptions, told } from './run-plan.ts'
import { phase } from './sample-plan.ts'

const plan = { title: 'Two', phases: [phase('a'), phase('b', ['a'])] }

/** Final checks that fail a given number of times. */
const redAtTheEnd = (times: number, options: Partial<RunPlanOptions> = {}) => {
  let left = times
  const world: MemoryHostOptions = { commands: ({ argv }) => (argv[0] === 'audit' && left-- > 0 ? 1 : 0) }
  return runPlan({
    plan,
    verify: { test: ['test'], audit: { command: ['audit'], when: 'end' } },
    world,
    ...options,
  })
}

describe('the start of a run', () => {
  it('reports a file in the way of its folder, and changes nothing', async () => {
    const host = memoryHost({ files: { docs: 'a file' } })
    const run = await createRun({ plan, host, trust: 'autonomous' })
    await expect(run.start()).rejects.toMatchObject({
      code: 'OPTION_INVALID',
      message: expect.stringContaining('--no-artifacts') as string,
    })
    expect([...host.git.refs.keys()]).toEqual(['refs/heads/main'])
  })
})

describe('the end of a run', () => {
  it('verifies the final result once if some checks were left out before', async () => {
    const { report, events, host } = await redAtTheEnd(0)
    expect(report).toMatchObject({
      status: 'completed',
      checks: [
        { name: 'test', passed: true },
        { name: 'audit', passed: true },
      ],
    })
    expect(told(events, 'run_verifying', 'run_verified', 'run_published')).toEqual([
      'run_verifying',
      'run_verified',
      'run_published',
    ])
    expect(host.commands.requests.filter(({ argv }) => argv[0] === 'audit')).toHaveLength(1)
  })

  it('asks if the final verification fails; without an answer it waits, and the work is kept', async () => {
    const { report } = await redAtTheEnd(1)
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          blocker: 'validation_failed',
          phaseIds: [],
          choices: ['retry', 'approve', 'abort', 'abort-revert'],
        },
      ],
      phases: [{ status: 'completed' }, { status: 'completed' }],
      targetPublished: true,
    })
  })

  it.each([
    ['retry', 'completed', 2],
    ['approve', 'completed', 1],
    ['abort', 'aborted', 1],
  ] as const)('applies the answer: %s', async (choice, status, audits) => {
    const { report, host } = await redAtTheEnd(1, {
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices[choice]?.() : undefined),
    })
    expect(report.status).toBe(status)
    expect(host.commands.requests.filter(({ argv }) => argv[0] === 'audit')).toHaveLength(audits)
  })

  it('is asked again after a resume, with the same id', async () => {
    const { report, host, run } = await redAtTheEnd(1)
    const again = await openRun({ host, runId: run.id })
    expect(again.gates()).toEqual(report.gates)
    await again.answer(report.gates[0]!.id, 'approve')
    expect((await again.start()).status).toBe('completed')
  })

  it('is skipped after a failure, and done when the run is resumed', async () => {
    let broken = true
    const host = memoryHost({ commands: () => (broken ? 1 : 0) })
    const options = { artifacts: 'commit', publish: 'single', maxAttempts: 1 } as const
    const failed = await runPlan({ plan, host, verify: { test: ['test'] }, ...options })
    expect(failed.report).toMatchObject({ status: 'failed', targetPublished: false })
    expect(host.git.refs.has(failed.report.target)).toBe(false)
    broken = false
    const report = await (await openRun({ host, runId: failed.run.id })).start()
    expect(report).toMatchObject({ status: 'completed', targetPublished: true })
    expect(host.git.log(report.target)).toHaveLength(2)
  })

  it("asks if the target was rewritten, or conflicts with the run's one commit", async () => {
    for (const files of [{ 'other.txt': 'x' }, { 'README.md': 'hello\n', 'src/a.txt': 'theirs' }]) {
      const host = memoryHost()
      const main = host.git.refs.get('refs/heads/main')!
      host.git.setRef('refs/heads/work', main)
      const run = await createRun({ plan, host, trust: 'autonomous', target: 'work', publish: 'single' })
      const parent = 'other.txt' in files ? null : main
      run.on('phase_completed', () => host.git.setRef('refs/heads/work', host.git.addCommit(parent, files)))
      const report = await run.start()
      expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'target_moved', phaseIds: [] }] })
    }
  })

  it('reports a checkout that is not clean, and a missing one', async () => {
    const world = { checkoutLocked: 'the checkout has uncommitted changes' }
    const dirty = await runPlan({ plan, publish: 'message-only', world })
    expect(dirty.report).toMatchObject({ status: 'completed', targetPublished: false })
    expect(dirty.report.targetNote).toContain(
      'The files were not written to the checkout: the checkout has uncommitted changes',
    )
    const host = memoryHost()
    delete host.git.applyToCheckout
    const none = await runPlan({ plan, publish: 'message-only', host })
    expect(none.report.targetNote).toContain('The host has no checkout.')
  })

  it('publishes a report once, even if some phases were skipped and the run was resumed', async () => {
    const host = memoryHost({ commands: () => 1 })
    const first = await runPlan({
      plan: {
        phases: [
          phase('a'),
          phase('b', ['a'], {
            subtasks: [
              { id: 'b1', title: 'B', steps: [{ id: 'b1.1', action: 'manual', description: 'Look.' }] },
            ],
          }),
        ],
      },
      host,
      artifacts: 'commit',
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.skip?.() : undefined),
    })
    expect(first.report).toMatchObject({ status: 'partial', phases: [{}, { skippedParts: ['b1.1'] }] })
    const again = await openRun({ host, runId: first.run.id })
    expect(() => again.unskip('b1.1')).toThrow('Phase b is completed already.')
    expect(await again.start()).toMatchObject({ status: 'partial' })
  })
})

describe('reverting a skip', () => {
  it('of a phase in a finished run runs it, and the phases skipped because of it', async () => {
    const phases = [phase('a'), phase('b', ['a'], { status: 'deferred' }), phase('c', ['b'])]
    const { run, host, report } = await runPlan({ plan: { phases }, artifacts: 'commit' })
    expect(report.status).toBe('partial')
    const again = await openRun({ host, runId: run.id })
    expect(() => again.unskip('c')).toThrow('because b is')
    again.unskip('b')
    const events = recordEvents(again)
    const ended = await again.start()
    expect(ended).toMatchObject({ status: 'completed', targetPublished: true })
    expect(told(events, 'phase_unskipped')).toEqual(['phase_unskipped b', 'phase_unskipped c'])
  })

  it('of a phase that is not skipped is an error without effect', async () => {
    const { run } = await runPlan({ plan })
    for (const id of ['a', 'a.1.1', 'nothing'])
      expect(() => run.unskip(id)).toThrow(expect.objectContaining({ code: 'NOT_REOPENED' }))
    expect(() => run.retry('a')).toThrow('has not failed')
    expect(() => run.retry('zz')).toThrow('no phase "zz"')
  })
})

describe('retrying a failed phase in an active run', () => {
  it('unblocks the phases that it blocked', async () => {
    let works = false
    let freed: ReturnType<typeof run.report>['phases'][number] | undefined
    let release = (): void => {}
    const locked = new Promise<void>((resolve) => {
      release = resolve
    })
    const command = (id: string, dependsOn: string[] = []) =>
      phase(id, dependsOn, {
        subtasks: [{ id: `${id}1`, title: id, steps: [{ id: `${id}1.1`, action: 'command', command: id }] }],
      })
    const host = memoryHost({
      commands: async ({ argv }) => {
        if (argv[0] === 'slow') await locked
        return argv[0] === 'a' && !works ? 1 : 0
      },
    })
    const run = await createRun({
      plan: { phases: [command('a'), command('b', ['a']), command('slow')] },
      host,
      trust: 'autonomous',
      planApproved: true,
      onFailure: 'continue',
      maxAttempts: 1,
    })
    const events = recordEvents(run)
    const shown = () => run.report().phases[1]
    run.on('phase_blocked', () => {
      expect(shown()).toMatchObject({ status: 'blocked', blocked: { message: 'Blocked by failed phase a' } })
      works = true
      run.retry('a')
      release()
    })
    // The run has no event for the phases that a retry frees.
    run.on('phase_started', ({ phaseId, attempt }) => {
      if (phaseId === 'a' && attempt > 1) freed = shown()
    })
    expect((await run.start()).status).toBe('completed')
    expect(freed).toMatchObject({ status: 'pending' })
    expect(freed).not.toHaveProperty('blocked')
    expect(freed).not.toHaveProperty('because')
    const seen = told(events, 'phase_failed', 'phase_blocked', 'phase_completed')
    expect(seen.slice(0, 2)).toEqual(['phase_failed a', 'phase_blocked b'])
    expect(seen.slice(2).toSorted()).toEqual(['a', 'b', 'slow'].map((id) => `phase_completed ${id}`))
  })
})
