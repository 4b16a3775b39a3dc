import { describe, expect, it } from 'vitest'
import { createRun, openRun, type RunEvent, type RunOptions } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost, recordEvents, type SessionScript } from '../src/testing.ts'

const approval = { approved: true, summary: 'Good.', comments: [] }
const comment = (severity: string, message: string) => ({ severity, message })
const rejection = (...comments: object[]) => ({ approved: false, summary: 'Not yet.', comments })
const judge = (...dispositions: string[]) => ({
  judgements: dispositions.map((disposition, index) => ({ id: `reviewer-${index + 1}`, disposition })),
})

const prose = { title: 'Work', phases: [{ id: '1', title: 'One', body: 'Do it.' }] }
const step = (id: string, command: string) => ({
  id: `${id}.1`,
  title: id,
  steps: [{ id: `${id}.s`, action: 'command' as const, command }],
})
const byEngine = (id: string, command = 'make') => ({ id, title: id, subtasks: [step(id, command)] })

const work: SessionScript = async ({ workspace }, _, number) => {
  await workspace.fs.writeFile('/work.txt', `session ${number}\n`)
}

/** An agent that gives these verdicts in order and then approves, and judges comments in this way. */
const agentOf = (verdicts: unknown[] = [], judgements: unknown = { judgements: [] }, more: object = {}) => {
  const left = [...verdicts]
  const reviews: SessionScript = ({ role }) => ({
    output: role === 'evaluator' ? judgements : left.length > 0 ? left.shift() : approval,
  })
  return createScriptedDriver(work, { reviews, ...more })
}

/** A run with the defaults of everything that is about reviews. */
const run = async (options: Partial<RunOptions>) => {
  const host = options.host ?? memoryHost()
  const created = await createRun({
    plan: prose,
    host,
    trust: 'autonomous',
    planApproved: true,
    artifacts: 'none',
    ...options,
  })
  const events = recordEvents(created)
  return { id: created.id, host, events, report: await created.start() }
}

const reviewed = (events: readonly RunEvent[]): string[] =>
  events.flatMap(({ type, phaseId = '' }) => (type === 'review_completed' ? [phaseId] : []))

describe('without reviewers', () => {
  // seed: phased-execution 7
  it('the agent reviews each phase that it worked on, in a read-only session', async () => {
    const driver = agentOf()
    const plan = { title: 'Work', phases: [...prose.phases, { id: '2', title: 'Two', dependsOn: ['1'] }] }
    const { report, events } = await run({ driver, plan })
    expect(report.status).toBe('completed')
    expect(driver.requests.map(({ role, access }) => `${role} ${access}`)).toEqual([
      'developer write',
      'reviewer read',
      'developer write',
      'reviewer read',
    ])
    expect(reviewed(events)).toEqual(['1', '2'])
  })

  it('every preset does', async () => {
    for (const preset of ['phased', 'subtasks', 'taskLoop', 'intelligent', 'autobuild'] as const)
      expect(reviewed((await run({ driver: agentOf(), preset })).events), preset).toEqual(['1'])
    const joined = await run({ driver: agentOf(), enablePhasedExecution: false })
    expect(reviewed(joined.events)).toHaveLength(1)
  })

  // seed: phased-execution 84, phased-execution 85
  it('an evaluator decides which comments are implemented', async () => {
    const comments = [comment('major', 'Use a database.'), comment('major', 'It loses a line.')]
    const driver = agentOf([rejection(...comments)], judge('reject', 'implement'))
    const { report } = await run({ driver })
    expect(report.status).toBe('completed')
    const roles = driver.requests.map(({ role }) => role)
    expect(roles).toEqual(['developer', 'reviewer', 'evaluator', 'developer', 'reviewer'])
    expect(driver.requests[3]!.prompt).toContain('It loses a line.')
    expect(driver.requests[3]!.prompt).not.toContain('database')
  })

  // seed: phased-execution 87
  it('a comment that only a person can clarify becomes a question', async () => {
    const driver = agentOf([rejection(comment('major', 'Which currency?'))], judge('clarify'))
    const { report } = await run({ driver })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [{ blocker: 'review_unclear', question: 'The review of phase 1 asks: Which currency?' }],
    })
  })

  it('phases that the engine executed alone are not reviewed, but repaired steps are', async () => {
    const host = memoryHost({ commands: ({ argv }) => (argv[0] === 'broken' && !fixed ? 1 : 0) })
    let fixed = false
    const driver = createScriptedDriver(() => {
      fixed = true
    })
    const phases = [byEngine('1'), byEngine('2', 'broken'), { ...byEngine('3'), dependsOn: ['2'] }]
    const plan = { title: 'Work', phases }
    const { report, events } = await run({ driver, plan, host, preset: 'intelligent', preValidate: false })
    expect(report.status).toBe('completed')
    expect(reviewed(events)).toEqual(['2'])
  })

  it('nothing is reviewed without an agent for reviews', async () => {
    const steps = { title: 'Work', phases: [byEngine('1')] }
    expect(reviewed((await run({ plan: steps })).events)).toEqual([])
    const { events, report } = await run({ driver: { roles: { developer: agentOf() } } })
    expect([report.status, ...reviewed(events)]).toEqual(['completed'])
  })

  it('the drivers of the roles review and evaluate', async () => {
    const [developer, reviewer, evaluator] = [
      agentOf(),
      agentOf([rejection(comment('minor', 'Nicer.'))]),
      agentOf([], judge('defer')),
    ]
    const { report } = await run({ driver: { default: developer, roles: { reviewer, evaluator } } })
    expect(report.status).toBe('completed')
    const roles = [developer, reviewer, evaluator].map(({ requests }) => requests.map(({ role }) => role))
    expect(roles).toEqual([['developer'], ['reviewer'], ['evaluator']])
  })

  it('`evaluator: false` leaves the decision to the severity', async () => {
    const driver = agentOf([rejection(comment('minor', 'Nicer.'))])
    const { report } = await run({ driver, evaluator: false })
    expect(report.status).toBe('completed')
    expect(driver.requests.map(({ role }) => role)).toEqual(['developer', 'reviewer'])
  })

  it('an empty list turns reviews off', async () => {
    const driver = agentOf()
    expect((await run({ driver, reviewers: [] })).report.status).toBe('completed')
    expect(driver.requests.map(({ role }) => role)).toEqual(['developer'])
  })

  it('a driver that cannot review fails closed, and the failure tells how to turn reviews off', async () => {
    const driver = createScriptedDriver(work, { reviews: () => ({ text: 'Done!' }) })
    const { report } = await run({ driver })
    expect(report.gates).toMatchObject([
      {
        blocker: 'review_unclear',
        details: expect.arrayContaining([expect.stringContaining('--no-review')]),
      },
    ])
    expect(driver.requests.map(({ role }) => role)).toEqual(['developer', 'reviewer', 'reviewer'])
    const away = createScriptedDriver(work, {
      reviews: () => {
        throw driverError('auth', { message: 'Log in.' })
      },
    })
    const { gates } = (await run({ driver: away })).report
    expect(gates).toMatchObject([{ blocker: 'auth', details: [expect.stringContaining('--no-review')] }])
  })
})

describe('a resumed run that began without reviewers', () => {
  /** A run whose reviewer needs a login. */
  const kept = async () => {
    const driver = agentOf()
    const broken = createScriptedDriver(undefined, {
      reviews: () => {
        throw driverError('auth', { message: 'Log in.' })
      },
    })
    const { host, id, report } = await run({ driver: { default: driver, roles: { reviewer: broken } } })
    expect(report.status).toBe('waiting')
    return { host, runId: id, gateId: report.gates[0]!.id }
  }

  it('is reviewed by the agent again', async () => {
    const { gateId, ...stored } = await kept()
    const driver = agentOf([rejection(comment('major', 'No.'))], judge('reject'))
    const again = await openRun({ ...stored, driver })
    await again.answer(gateId, 'retry')
    expect(await again.start()).toMatchObject({ status: 'completed' })
    expect(driver.requests.map(({ role }) => role)).toEqual(['reviewer', 'evaluator'])
  })

  it('is not reviewed any more with an empty list, then and later', async () => {
    const { gateId, ...stored } = await kept()
    const again = await openRun({ ...stored, driver: agentOf(), reviewers: [] })
    await again.start()
    const driver = agentOf()
    const later = await openRun({ ...stored, driver })
    await later.answer(gateId, 'retry')
    expect(await later.start()).toMatchObject({ status: 'completed' })
    expect(driver.requests).toEqual([])
  })

  it('waits for a person without any agent', async () => {
    const { gateId, ...stored } = await kept()
    const again = await openRun(stored)
    await again.answer(gateId, 'retry')
    expect(await again.start()).toMatchObject({
      status: 'waiting',
      gates: [{ blocker: 'environment', question: expect.stringContaining('needs an agent') }],
    })
  })
})

describe('the preset taskLoop without reviewers', () => {
  const tasks = (count: number) => ({
    title: 'Work',
    phases: Array.from({ length: count }, (_, index) => ({
      id: String(index + 1),
      title: `Task ${index + 1}`,
      dependsOn: index === 0 ? [] : [String(index)],
    })),
  })
  /** Rejects this often, each time for another reason. */
  const loop = async (count: number, rejections: number, more: Partial<RunOptions> = {}) => {
    const verdicts = Array.from({ length: rejections }, (_, index) =>
      rejection(comment('major', `Reason ${String.fromCharCode(65 + index)}.`)),
    )
    const driver = agentOf(verdicts, { judgements: [] }, { resume: 'process' })
    const { report } = await run({ driver, plan: tasks(count), preset: 'taskLoop', ...more })
    return { report, work: driver.requests.filter(({ role }) => role === 'developer') }
  }

  // seed: task-based-execution 4, task-based-execution 10, task-based-execution 11, phased-execution 64
  it('continues the session of a task with the comments, and begins the next task in a new one', async () => {
    const { report, work } = await loop(2, 4)
    expect(report.status).toBe('completed')
    const first = work[0]!.sessionId
    expect(work.map(({ resume }) => resume)).toEqual([undefined, first, first, first, first, undefined])
    expect(work[1]!.prompt).toMatch(/^Continue with phase 1: reviewers ask for changes to your work\./)
    expect(work[1]!.prompt).toContain('1. major: Reason A.')
    expect(work[1]!.prompt).toContain('Your work is in this folder.')
    expect(work[1]!.prompt).not.toMatch(/failed|last attempt/)
    expect(work[2]!.prompt).not.toContain('Reason A.')
  })

  // seed: task-based-execution 5, task-based-execution 6
  it('halts after five reviews, or as many as the options say', async () => {
    const { report, work } = await loop(2, 5)
    expect(report.status).toBe('failed')
    expect(report.phases.map(({ status }) => status)).toEqual(['failed', 'blocked'])
    expect(work).toHaveLength(5)
    expect((await loop(1, 2, { retry: { maxReviewRounds: 2 } })).report.status).toBe('failed')
  })
})
