import { describe, expect, it } from 'vitest'
import { createRun, type GateQuestion, type Report } from '../src/index.ts'
import { renderReport } from '../src/view.ts'
import type { GateChoice } from '../src/lib/event/gate-view.ts'
import type { StepDraft } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver } from '../src/testing.ts'
import { told, type PlanRun, runPlan } from './run-plan.ts'
import { phase } from './sample-plan.ts'

const code = (id: string): StepDraft => ({
  id,
  action: 'code',
  filePath: `${id}.txt`,
  codeChange: `${id}\n`,
  risk: 'low',
})
const command = (id: string, text: string, more: Partial<StepDraft> = {}): StepDraft => ({
  id,
  action: 'command',
  risk: 'low',
  command: text,
  description: `Run ${text}`,
  ...more,
})
/** A step and its subtask share an id, as in an execution plan that is read from text. */
const batch = (id: string, steps: StepDraft[]) => ({
  id,
  title: `Batch ${id}`,
  subtasks: steps.map((step) => ({
    id: step.id,
    title: `Do ${step.id}`,
    steps: [step],
  })),
})
/** Answers blockers in turn. */
const answer = (...choices: GateChoice[]) => ({
  onGate: (gate: GateQuestion) => {
    const choice = gate.kind === 'blocker' ? choices.shift() : undefined
    return choice && { gateId: gate.id, choice }
  },
})
const summaryOf = ({ host, report }: PlanRun, id: string): string =>
  [...host.git.filesOf(report.head)].find(([path]) => path.endsWith(`phase-${id}/summary.md`))![1]
const count = (text: string, part: string): number => text.split(part).length - 1

describe('a step that is skipped', () => {
  const steps = [code('s1'), command('s2', 'make'), code('s3')]
  const make = async ({
    workspace,
    argv,
  }: {
    workspace: { fs: { writeFile: (path: string, text: string) => Promise<void> } }
    argv: string[]
  }) => {
    if (argv[0] !== 'make') return 0
    await workspace.fs.writeFile('/half.txt', 'half')
    return 1
  }

  it.each([
    ['a phase', {}, [batch('1', steps)]],
    ['each step', { trust: 'paranoid' as const }, [batch('1', steps)]],
    ['subtasks at once', { parallelSubtasks: true, units: 'subtask' as const }, [batch('1', steps)]],
    ['its first step', {}, [batch('1', steps.slice(1))]],
  ])('leaves no changes if the unit is %s', async (_what, options, phases) => {
    const { onGate } = answer('skip')
    const result = await runPlan({
      plan: { phases },
      preset: 'intelligent',
      world: { commands: make },
      ...options,
      onGate: (gate) => (gate.kind === 'checkpoint' ? gate.choices.approve() : onGate(gate)),
    })
    expect(result.report.status).toBe('partial')
    const files = [...result.host.git.filesOf(result.report.head).keys()]
    expect(files).not.toContain('half.txt')
    expect(files).toContain('s3.txt')
    expect(files.includes('s1.txt')).toBe(phases[0]!.subtasks.length === 3)
  })

  it('does not rerun earlier steps', async () => {
    const { host } = await runPlan({
      plan: { phases: [batch('1', [command('s1', 'deploy'), ...steps.slice(1)])] },
      preset: 'intelligent',
      world: { commands: make },
      ...(answer('skip') as object),
    })
    expect(host.commands.requests.map(({ argv }) => argv[0])).toEqual(['deploy', 'make'])
  })
})

it("truncates an agent's error before it reaches a prompt", async () => {
  let turn = 0
  const driver = createScriptedDriver(async ({ workspace }) => {
    if (++turn === 4) return void (await workspace.fs.writeFile('/done.txt', 'x'))
    throw new Error(`Failure ${'abc'[turn]!.repeat(3)}\n${`noise of the ${turn}. agent\n`.repeat(2_000)}`)
  })
  const plan = { phases: [{ id: 'a', title: 'A' }] }
  const { report } = await runPlan({ plan, driver, maxAttempts: 4 })
  expect(report.status).toBe('completed')
  const last = driver.requests[3]!.prompt
  expect(last).toContain('Failure bbb')
  expect(last).toContain('lines left out')
  // Three failures of at most 4,000 characters each.
  expect(last.length).toBeLessThan(16_000)
})

describe('a phase that conflicts', () => {
  const plan = { phases: ['a', 'b'].map((id) => ({ id, title: id.toUpperCase() })) }
  const world = { files: { 'f.txt': 'zero\n' } }
  const runConflict = (choices: GateChoice[]) => {
    let turn = 0
    const driver = createScriptedDriver(async ({ workspace }) => {
      // Resolves the conflict as the other phase did.
      await workspace.fs.writeFile('/f.txt', `zero ${++turn < 3 ? turn : 1}\n`)
    })
    return runPlan({ plan, driver, world, artifacts: 'commit', ...(answer(...choices) as object) })
  }

  it('and then changes nothing opens a gate, with the other phase and its commit', async () => {
    const { report, events, host } = await runConflict([])
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          blocker: 'already_done',
          phaseIds: ['b'],
          choices: expect.arrayContaining(['approve', 'retry']) as never,
        },
      ],
    })
    const commit = report.phases[0]!.commit!.slice(0, 12)
    const other = `Phase b conflicts with phase a (${commit}): both change f.txt.`
    expect(report.gates[0]?.details).toContain(other)
    expect(events.find(({ type }) => type === 'phase_returned')).toMatchObject({
      ...{ round: 2, rounds: 2, reason: 'conflict' },
      details: expect.arrayContaining([other]) as string[],
    })
    expect(host.git.refs.has('refs/heads/none')).toBe(false)
  })

  it("and is accepted without a change names a person's approval", async () => {
    const result = await runConflict(['approve'])
    expect(result.report).toMatchObject({
      status: 'completed',
      phases: [{}, { approvals: ['that it changes nothing'] }],
    })
    expect(renderReport(result.report)).toContain('Approved by a person: that it changes nothing')
    expect(summaryOf(result, 'b')).toContain('A person approved that this phase changes nothing.')
  })

  it('has not used an attempt', async () => {
    const { events, report } = await runConflict([])
    expect(told(events, 'phase_retry')).toEqual([])
    expect(report.phases[1]).toMatchObject({ attempt: 1 })
  })
})

it('names the other phase of a merge that failed verification, and its commit', async () => {
  let together = 0
  const { report, events } = await runPlan({
    plan: { phases: [phase('a'), phase('b')] },
    verify: { test: ['test'] },
    world: {
      commands: async ({ workspace }) =>
        (await workspace.fs.readdir('/src')).length === 2 && ++together === 1 ? 1 : 0,
    },
  })
  const commit = report.phases[0]!.commit!.slice(0, 12)
  const message = `The check "test" failed after the merge with phase a (${commit}).`
  expect(events.find(({ type }) => type === 'phase_returned')).toMatchObject({
    ...{ count: 1, rounds: 2, reason: 'conflict', details: [message] },
  })
  expect(told(events, 'phase_retry')).toEqual([])
})

describe('work by a person or a fallback', () => {
  const run = () =>
    runPlan({
      plan: {
        phases: [
          batch('1', [
            code('s1'),
            command('s2', 'by-hand'),
            command('s3', 'left-out'),
            command('s4', 'first', { fallbackCommands: ['second --now'] }),
          ]),
        ],
      },
      preset: 'intelligent',
      artifacts: 'commit',
      world: { commands: ({ argv }) => (argv[0] === 'second' ? 0 : 1) },
      trust: 'standard',
      ...(answer('done-by-hand', 'skip') as object),
    })

  it('is listed in the gate of its phase, once each', async () => {
    const { report } = await run()
    expect(report.gates).toHaveLength(1)
    const details = report.gates[0]!.details.join('\n')
    for (const line of [
      'skipped: s3',
      'reported as done by hand: s2',
      'step s4 ran its fallback: second --now',
    ])
      expect(count(details, line)).toBe(1)
  })

  it('is listed in the report, once each, and never as done', async () => {
    const host = memoryHost({ commands: ({ argv }) => (argv[0] === 'second' ? 0 : 1) })
    const answers: GateChoice[] = ['done-by-hand', 'skip', 'approve']
    const made = await createRun({
      plan: {
        title: 'Work',
        phases: [
          batch('1', [
            code('s1'),
            command('s2', 'by-hand'),
            command('s3', 'left-out'),
            command('s4', 'first', { fallbackCommands: ['second --now'] }),
          ]),
        ],
      },
      preset: 'intelligent',
      trust: 'standard',
      planApproved: true,
      host,
      onGate: (gate) => {
        const choice = answers.shift()
        return choice && { gateId: gate.id, choice }
      },
    })
    const report = await made.start()
    expect(report).toMatchObject({ status: 'partial', phases: [{ skippedParts: ['s3'], byHand: ['s2'] }] })
    const text = renderReport(report)
    expect(count(text, 's2')).toBe(1)
    expect(count(text, 's3')).toBe(1)
    expect(text).toContain('Reported as done by hand: s2')
    expect(text).toContain('Skipped: s3')
    expect(text).toContain('Fallback used: step s4 ran its fallback: second --now')
    const [, summary = ''] =
      [...host.git.filesOf(report.head)].find(([path]) => path.endsWith('summary.md')) ?? []
    expect(summary).toContain(
      'Done:\n\n- [other] Do s1\n- [other] Do s4\n\nReported as done by hand, not verified:\n\n- s2: Run by-hand\n\nSkipped:\n\n- s3: Run left-out\n',
    )
    expect(summary).toContain('- step s4 ran its fallback: second --now')
  })
})

describe('the records of a run', () => {
  const world = {
    commands: ({ argv }: { argv: string[] }) =>
      argv[0] === 'bad' ? { exitCode: 1, output: 'Error: no' } : 0,
  }
  const plan = {
    title: 'Work',
    phases: [
      { ...batch('a', [code('a1')]), dependsOn: [] },
      { ...batch('b', [code('b1'), command('b2', 'bad'), code('b3')]), dependsOn: ['a'] },
      { ...batch('c', [code('c1')]), dependsOn: ['b'] },
      { ...batch('d', [code('d1')]), dependsOn: ['c'] },
    ],
  }
  const endings = () => ({
    failed: { preset: 'phased' as const, maxAttempts: 1 },
    waiting: { preset: 'intelligent' as const },
    aborted: { preset: 'intelligent' as const, ...(answer('abort') as object) },
  })
  const read = async ({ host, run }: PlanRun, name: string): Promise<string> =>
    (await host.store.kept(run.id, name)) ?? ''

  it.each(Object.entries(endings()))(
    'that %s are stored with it: state, report and feedback',
    async (status, how) => {
      const result = await runPlan({ plan, world, ...how })
      expect(result.report.status).toBe(status)
      expect(await read(result, 'report.md')).toContain(`Status: ${status}.`)
      expect(await read(result, 'phase-b/review-feedback.md')).toContain('Error: no')
      const state = JSON.parse(await read(result, 'execution-state.json')) as {
        status: string
        phases: Record<string, unknown>[]
      }
      expect(state.status).toBe(status)
      const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string
      expect(state.phases[1]).toMatchObject({
        id: 'b',
        baseCommit: result.report.phases[0]!.commit,
        reviewResult: null,
        error: expect.stringContaining('bad') as string,
        subtasks: [
          { id: 'b1', status: 'completed', attempt: 1, startedAt: time, completedAt: time, error: null },
          { id: 'b2', attempt: 1, error: expect.stringContaining('exited with 1') as string },
          { id: 'b3', startedAt: null, completedAt: null, error: null },
        ],
      })
    },
  )

  it.each(['failed', 'aborted'] as const)('that %s show no part as waiting or pending', async (how) => {
    const result = await runPlan({ plan, world, ...endings()[how] })
    const report: Report = result.report
    const texts = [
      JSON.stringify(report.phases.map(({ status }) => status)),
      renderReport(report),
      await read(result, 'report.md'),
      await read(result, 'execution-state.json'),
    ]
    for (const text of texts) expect(text).not.toMatch(/waiting|pending|\bready\b/i)
  })

  it('that completed include the comments of a review', async () => {
    const result = await runPlan({
      plan: { phases: [phase('a')] },
      reviewers: [
        {
          contract: 'reviewer-v1',
          id: 'nice',
          scope: 'phase',
          review: async () => ({ approved: true, summary: 'Fine.', comments: [] }),
        },
      ],
    })
    const state = JSON.parse(await read(result, 'execution-state.json')) as { phases: object[] }
    expect(state.phases[0]).toMatchObject({
      reviewResult: { approved: true },
      subtasks: [{ status: 'completed' }],
    })
  })
})
