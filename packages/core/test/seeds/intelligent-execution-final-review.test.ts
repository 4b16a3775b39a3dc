import { describe, expect, it } from 'vitest'
import {
  createRun,
  driverReviewer,
  openRun,
  type PlanDraft,
  presetNames,
  presets,
  type RunEvent,
  type RunOptions,
} from '../../src/index.ts'
import { defineReviewer, driverError } from '../../src/plugin.ts'
import {
  createScriptedDriver,
  type MemoryHost,
  memoryHost,
  recordEvents,
  type ScriptedDriver,
  type SessionScript,
} from '../../src/testing.ts'
import { crashAfter } from '../crash-after.ts'
import { told } from '../run-plan.ts'
import { batch, code, command, row } from './seed-plans.ts'

const world = { commands: () => ({ output: 'passed' }) }

/** Batches that the engine executes: a test, its implementation, and commands. */
const logout = (): PlanDraft => ({
  goal: 'Users can log out',
  phases: [
    batch('1', [], code('1.1', { risk: 'low' })),
    batch(
      '2',
      ['1'],
      code('2.1', { risk: 'low', successCriteria: 'Old sessions are still readable' }),
      command('2.2', 'make', { risk: 'low', successCriteria: 'The build is\nfast' }),
      command('2.3', 'make', { risk: 'low', successCriteria: '/passed/' }),
    ),
  ],
})

const met = (...names: string[]) => names.map((name) => ({ name, met: true, reason: 'Seen.' }))
const approval = { approved: true, summary: 'Good.', comments: [], criteria: met('1.1', '2.1', '2.2') }
const comment = { severity: 'major', message: 'It logs out everyone.', file: '2.1.txt' }
const rejection = { ...approval, approved: false, summary: 'Not yet.', comments: [comment] }

/** An agent that writes a file in each session, and gives these answers to reviews before it approves. */
const agentOf = (answers: unknown[] = [], judgements: object[] = []): ScriptedDriver => {
  const left = [...answers]
  const work: SessionScript = async ({ workspace }, _, number) => {
    await workspace.fs.writeFile('/work.txt', `session ${number}\n`)
  }
  return createScriptedDriver(work, {
    reviews: ({ role }) => ({
      output: role === 'evaluator' ? { judgements } : left.length > 0 ? left.shift() : approval,
    }),
  })
}

const rules = { preset: 'intelligent', trust: 'autonomous', planApproved: true, artifacts: 'none' } as const

/** A run of the preset with the defaults of everything that is about reviews. */
const run = async (options: Partial<RunOptions> = {}) => {
  const host = (options.host as MemoryHost | undefined) ?? memoryHost(world)
  const created = await createRun({ ...rules, plan: logout(), ...options, host })
  const events = recordEvents(created)
  return { run: created, stored: { host, runId: created.id }, events, report: await created.start() }
}

const roles = ({ requests }: ScriptedDriver): string[] => requests.map(({ role }) => role)
const reviews = (events: readonly RunEvent[]): string[] =>
  told(events, 'review_completed', 'run_reviewing', 'run_reviewed', 'run_published')

describe('the review at the end of a run', () => {
  // seed: intelligent-execution 115
  it('is one session that reads the full change of steps that the engine executed (seed intelligent-execution, Example Workflow)', async () => {
    const driver = agentOf()
    const { report, events, stored } = await run({ driver })
    expect(report.status).toBe('completed')
    expect(reviews(events)).toEqual(['run_reviewing', 'run_reviewed', 'run_published'])
    expect(driver.requests).toMatchObject([
      { role: 'reviewer', access: 'read', run: { id: report.runId }, workspace: { base: report.head } },
    ])
    const { prompt, ...request } = driver.requests[0]!
    for (const key of ['resume', 'phase', 'unit']) expect(request).not.toHaveProperty(key)
    expect(prompt).toContain('You review the final result of a development plan: Users can log out')
    expect(prompt).toContain('  1.1.txt added +1 -0\n  2.1.txt added +1 -0\n')
    expect(report.review).toEqual({
      approved: true,
      summary: 'final-reviewer: approves. Good.',
      comments: [],
    })
    expect(stored.host.git.openWorkspaces).toBe(0)
  })

  // seed: intelligent-execution 115
  it('comes after those of the phases that the agent worked on (seed intelligent-execution, Example Workflow)', async () => {
    const driver = agentOf()
    const { report, events } = await run({ driver, plan: { title: 'Work', phases: row(2) } })
    expect(report.status).toBe('completed')
    expect(roles(driver)).toEqual(['developer', 'reviewer', 'developer', 'reviewer', 'reviewer'])
    expect(reviews(events)).toEqual([
      'review_completed 1',
      'review_completed 2',
      'run_reviewing',
      'run_reviewed',
      'run_published',
    ])
    expect(driver.requests.at(-1)!.prompt).toContain('You review the final result')
    expect(driver.requests.at(-1)!.resume).toBeUndefined()
  })

  // seed: intelligent-execution 115
  it('does not list the records of the run among the changes (seed intelligent-execution, Example Workflow)', async () => {
    const driver = agentOf()
    await run({ driver, artifacts: 'commit' })
    const { prompt } = driver.requests[0]!
    expect(prompt).toContain('  1.1.txt added +1 -0\n  2.1.txt added +1 -0\n')
    expect(prompt).not.toContain('summary.md')
    expect(prompt).toMatch(/- The plan: `docs\/amelia\/[\w-]+\/plan\.md`\./)
    expect(prompt).toMatch(/- Amelia wrote the files in `docs\/amelia\/[\w-]+`, such as a summary/)
  })

  // seed: intelligent-execution 19, intelligent-execution 115
  it('answers criteria in prose by name, and no patterns (seed intelligent-execution, Plan Schema)', async () => {
    const driver = agentOf()
    await run({ driver })
    const { prompt, outputSchema } = driver.requests[0]!
    expect(prompt).toContain('- `2.1`, to be answered by name: Old sessions are still readable\n')
    expect(prompt).toContain('- `2.2`, to be answered by name: The build is fast\n')
    expect(prompt).not.toContain('`2.3`')
    expect(outputSchema?.['required']).toContain('criteria')
  })

  // seed: intelligent-execution 19, intelligent-execution 115
  it.each([
    ['is not met', [...met('2.1'), { name: '2.2', met: false, reason: 'Slow.' }], 'is not met: Slow.'],
    ['has no answer', met('2.1'), 'has no answer'],
  ])(
    'asks a person if a criterion %s (seed intelligent-execution, Plan Schema)',
    async (_, criteria, why) => {
      const answer = { ...approval, criteria }
      const { report } = await run({ driver: agentOf([answer, answer]), evaluator: false })
      expect(report).toMatchObject({ status: 'waiting', gates: [{ id: 'run:review:1' }] })
      expect(report.gates[0]!.details.join('\n')).toContain(`The criterion 2.2 (The build is\nfast) ${why}`)
    },
  )

  // seed: intelligent-execution 19, intelligent-execution 115
  it('answers no criterion again that the review of a phase has answered (seed intelligent-execution, Plan Schema)', async () => {
    const plan = logout()
    const fixed = batch('1', [], command('1.1', 'broken', { successCriteria: 'It is documented' }))
    let isFixed = false
    const driver = createScriptedDriver(
      () => {
        isFixed = true
      },
      { reviews: () => ({ output: approval }) },
    )
    const { report, events } = await run({
      driver,
      plan: { ...plan, phases: [fixed, plan.phases[1]!] },
      preValidate: false,
      host: memoryHost({
        commands: ({ argv }) => (argv[0] === 'broken' && !isFixed ? 1 : { output: 'passed' }),
      }),
    })
    expect(report.status).toBe('completed')
    expect(reviews(events).slice(0, 2)).toEqual(['review_completed 1', 'run_reviewing'])
    const asked = driver.requests
      .filter(({ role }) => role === 'reviewer')
      .map(({ prompt }) => [...prompt.matchAll(/^- `(.+)`, to be answered/gm)].map(([, name]) => name))
    expect(asked).toEqual([['1.1'], ['2.1', '2.2']])
  })

  // seed: intelligent-execution 19, intelligent-execution 115
  it('answers every criterion if other reviewers judged the phases (seed intelligent-execution, Plan Schema)', async () => {
    const driver = agentOf()
    const size = defineReviewer({ id: 'size', scope: 'phase', review: async () => approval })
    const final = driverReviewer({ id: 'final', scope: 'run' })
    const { report } = await run({ driver, reviewers: [size, final] })
    expect(report.status).toBe('completed')
    expect(driver.requests).toHaveLength(1)
    expect(driver.requests[0]!.prompt).toContain('- `2.1`, to be answered by name')
  })

  // seed: intelligent-execution 115
  it('that rejects asks a person, who may have it repeated or accept the result (seed intelligent-execution, Example Workflow)', async () => {
    const driver = agentOf([rejection, rejection])
    const first = await run({ driver, evaluator: false })
    expect(first.report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          id: 'run:review:1',
          blocker: 'review_rejected',
          details: [
            'final-reviewer: rejects. Not yet.',
            'final-reviewer (major, implement) 2.1.txt: It logs out everyone.',
          ],
          choices: ['retry', 'approve', 'abort', 'abort-revert'],
        },
      ],
    })
    const again = await openRun({ ...first.stored, driver })
    await again.answer('run:review:1', 'retry')
    expect(await again.start()).toMatchObject({ status: 'waiting', gates: [{ id: 'run:review:2' }] })
    expect(driver.requests.at(-1)!.prompt).toContain('- major, to be done: 2.1.txt It logs out everyone.')
    const last = await openRun({ ...first.stored, driver })
    await last.answer('run:review:2', 'approve')
    expect(await last.start()).toMatchObject({ status: 'completed' })
    expect(roles(driver)).toEqual(['reviewer', 'reviewer'])
  })

  // seed: intelligent-execution 115
  it('has its comments sorted by an evaluator (seed intelligent-execution, Example Workflow)', async () => {
    const id = 'final-reviewer-1'
    const driver = agentOf([rejection], [{ id, disposition: 'reject', reason: 'It must.' }])
    const { report } = await run({ driver })
    expect(report).toMatchObject({
      status: 'completed',
      review: { approved: true, comments: [{ id, disposition: 'reject', reason: 'It must.' }] },
    })
    expect(roles(driver)).toEqual(['reviewer', 'evaluator'])
    const unclear = agentOf([rejection], [{ id, disposition: 'clarify' }])
    expect((await run({ driver: unclear })).report.gates).toMatchObject([{ blocker: 'review_unclear' }])
  })

  // seed: intelligent-execution 115
  it.each([
    ['words', 'Looks good to me.'],
    ['nothing', undefined],
    ['an approval without the criteria', { approved: true, summary: 'Good.' }],
  ])(
    'that returns %s does not approve, and says how to do without it (seed intelligent-execution, Example Workflow)',
    async (_, answer) => {
      const { report } = await run({ driver: agentOf([answer, answer]) })
      expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'review_unclear' }] })
      expect(report.gates[0]!.details.join('\n')).toContain('--no-review')
    },
  )

  // seed: intelligent-execution 115
  it('waits for a person if the agent cannot work (seed intelligent-execution, Example Workflow)', async () => {
    const driver = createScriptedDriver(undefined, {
      reviews: () => {
        throw driverError('auth', { message: 'Log in.' })
      },
    })
    const { report } = await run({ driver })
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'environment' }] })
    expect(report.gates[0]!.question).toContain(
      'could not be reviewed: The reviewer "final-reviewer" failed: Log in.',
    )
    expect(report.gates[0]!.details.join('\n')).toContain('--no-review')
  })

  // seed: intelligent-execution 115
  it('is repeated after a temporary failure (seed intelligent-execution, Example Workflow)', async () => {
    const driver = createScriptedDriver(undefined, {
      reviews: (_request, _context, number) => {
        if (number === 0) throw driverError('transient')
        return { output: approval }
      },
    })
    const host = memoryHost({ ...world, clock: 'manual' })
    const created = await createRun({ ...rules, plan: logout(), host, driver })
    const delayed = created.once('review_delayed')
    const ended = created.start()
    host.clock.advance((await delayed).waitMs)
    expect(await ended).toMatchObject({ status: 'completed' })
    expect(roles(driver)).toEqual(['reviewer', 'reviewer'])
  })

  // seed: intelligent-execution 115
  it('asks for more when the budget of the run is used up (seed intelligent-execution, Example Workflow)', async () => {
    const driver = agentOf()
    const plan = { title: 'Work', phases: row(1) }
    const first = await run({ driver, plan, budget: { sessions: 2 } })
    expect(first.report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'budget_exceeded' }] })
    expect(roles(driver)).toEqual(['developer', 'reviewer'])
    const again = await openRun({ ...first.stored, driver })
    await again.answer(again.gates()[0]!.id, 'approve')
    expect(await again.start()).toMatchObject({ status: 'completed' })
    expect(roles(driver)).toEqual(['developer', 'reviewer', 'reviewer'])
  })

  // seed: intelligent-execution 115
  it('is repeated once if the process dies during it, by a process without reviewers (seed intelligent-execution, Example Workflow)', async () => {
    const probe = await run({ driver: agentOf() })
    const { host, runId } = probe.stored
    const records = await host.store.load(runId)
    const started = records.findIndex(({ value }) => JSON.stringify(value).includes('"reviewer_answered"'))
    expect(started).toBeGreaterThan(0)
    const dying = crashAfter(started, 'before', world)
    const driver = agentOf()
    const first = await createRun({ ...rules, plan: logout(), host: dying, driver })
    await first.start().catch(() => undefined)
    expect(roles(driver)).toEqual(['reviewer'])
    dying.revive()
    const next = agentOf()
    const again = await openRun({ host: dying, runId: first.id, driver: next })
    const events = recordEvents(again)
    expect(await again.start()).toMatchObject({ status: 'completed' })
    expect(roles(next)).toEqual(['reviewer'])
    expect(next.requests[0]!.prompt).toContain('- `2.1`, to be answered by name')
    expect(reviews(events)).toEqual(['run_reviewing', 'run_reviewing', 'run_reviewed', 'run_published'])
  })
})

describe('a run does not end with a review', () => {
  // seed: intelligent-execution 115
  it('without an agent for reviews (seed intelligent-execution, Example Workflow)', async () => {
    expect(reviews((await run()).events)).toEqual([])
    const driver = agentOf()
    const { events } = await run({ driver: { roles: { developer: driver } } })
    expect(reviews(events)).toEqual([])
    expect(driver.requests).toEqual([])
  })

  // seed: intelligent-execution 115
  it('if an empty list turns reviews off, or `finalReview` does (seed intelligent-execution, Example Workflow)', async () => {
    const plan = { title: 'Work', phases: row(1) }
    const off = agentOf()
    await run({ driver: off, plan, reviewers: [] })
    expect(roles(off)).toEqual(['developer'])
    const phases = agentOf()
    await run({ driver: phases, plan, finalReview: false })
    expect(roles(phases)).toEqual(['developer', 'reviewer'])
  })

  // seed: intelligent-execution 115
  it('by the agent if another reviewer has that scope (seed intelligent-execution, Example Workflow)', async () => {
    const driver = agentOf()
    const asked: string[] = []
    const final = defineReviewer({
      id: 'final',
      scope: 'run',
      review: async ({ files }) => (asked.push(...files.map(({ path }) => path)), approval),
    })
    const { report } = await run({ driver, reviewers: [final] })
    expect(report.status).toBe('completed')
    expect(asked).toEqual(['1.1.txt', '2.1.txt'])
    expect(driver.requests).toEqual([])
  })

  // seed: intelligent-execution 115
  it('with another preset, unless it is told to (seed intelligent-execution, Example Workflow)', async () => {
    const ended: string[] = []
    for (const preset of presetNames)
      if (reviews((await run({ driver: agentOf(), preset })).events).includes('run_reviewed'))
        ended.push(preset)
    expect(ended).toEqual(['intelligent'])
    for (const more of [
      { preset: { ...presets.phased, finalReview: true } },
      { preset: 'phased', finalReview: true },
    ] as const)
      expect(reviews((await run({ driver: agentOf(), ...more })).events)).toContain('run_reviewed')
  })
})
