import { describe, expect, it } from 'vitest'
import type { GateQuestion, RunEvent } from '../../src/index.ts'
import type { StepDraft } from '../../src/plugin.ts'
import { createRun, openRun } from '../../src/index.ts'
import {
  memoryHost,
  createScriptedDriver,
  type ScriptedDriver,
  type SessionScript,
} from '../../src/testing.ts'
import { driverError } from '../../src/plugin.ts'
import { runPlan, type RunPlanOptions, statuses } from '../run-plan.ts'
import { batch, code, command } from './seed-plans.ts'

const yes = { output: { ok: true, issues: [] } }
const no = (...issues: string[]) => ({ output: { ok: false, issues } })

/** Answers preflights; other sessions do nothing. */
const preflightAgent = (answer: SessionScript): ScriptedDriver =>
  createScriptedDriver(() => ({}), { reviews: answer })

const looks = ({ requests }: ScriptedDriver) => requests.filter(({ access }) => access === 'read')

const runSteps = (steps: StepDraft[], more: Partial<RunPlanOptions> = {}) =>
  runPlan({
    plan: { goal: 'Users can log out', phases: [batch('1', [], ...steps)] },
    preset: 'intelligent',
    ...more,
  })

const started = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'step_started' ? [event.stepId] : []))

const onBlocker =
  (
    answer: (
      gate: Extract<GateQuestion, { kind: 'blocker' }>,
    ) => ReturnType<NonNullable<RunPlanOptions['onGate']>>,
  ) =>
  (gate: GateQuestion) => {
    if (gate.kind === 'checkpoint') return gate.choices.approve()
    if (gate.kind !== 'blocker') return undefined
    // A person lets a high-risk step run, with any answer of the agent.
    return gate.blocker === 'needs_judgment' ? gate.choices.approve?.() : answer(gate)
  }

describe('a low-risk step', () => {
  // seed: intelligent-execution 77
  it('has its files and programs checked, without a session (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent(() => no('never'))
    const { report } = await runSteps(
      [code('1.1', { risk: 'low' }), command('1.2', 'make', { risk: 'low' })],
      {
        driver,
      },
    )
    expect(report.status).toBe('completed')
    expect(driver.requests).toEqual([])
  })

  // seed: intelligent-execution 77, intelligent-execution 80
  it.each([
    [
      'a missing file',
      code('s', { risk: 'low', filePath: 'none.txt', codeChange: '@@ -1,1 +1,1 @@\n-a\n+b\n' }),
      'unexpected_state',
    ],
    ['a missing folder', command('s', 'make', { risk: 'low', cwd: 'none' }), 'unexpected_state'],
    ['a missing program', command('s', 'nope', { risk: 'low', fallbackCommands: ['nada'] }), 'environment'],
  ] as const)(
    'stops at %s before it runs anything (seed intelligent-execution, Pre-Validation Tiering)',
    async (_, step, blocker) => {
      const host = memoryHost()
      host.commands.find = async (program) => program === 'make'
      const { report } = await runSteps([step], { host })
      expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker, phaseIds: ['1'] }] })
      expect(host.commands.requests).toEqual([])
    },
  )
})

describe('a medium-risk batch', () => {
  // seed: intelligent-execution 78
  it('has one preflight before its steps, in a read-only session (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent(() => yes)
    const { report } = await runSteps([code('1.1', { risk: 'low' }), command('1.2', 'make')], { driver })
    expect(report.status).toBe('completed')
    expect(driver.requests).toMatchObject([{ role: 'reviewer', access: 'read' }])
    expect(driver.requests[0]?.outputSchema).toMatchObject({ required: ['ok', 'issues'] })
    for (const text of ['1.1', '1.2', 'make', 'Users can log out'])
      expect(driver.requests[0]?.prompt).toContain(text)
  })

  // seed: intelligent-execution 78, intelligent-execution 80
  it('does nothing and reports the issue if its preflight finds one (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent(() => no('1.2: Makefile not found'))
    const { report, events } = await runSteps([code('1.1'), command('1.2', 'make')], { driver })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [{ blocker: 'unexpected_state', details: ['1.2: Makefile not found'] }],
    })
    expect(report.gates[0]?.choices).not.toContain('done-by-hand')
    expect(started(events)).toEqual([])
  })

  // seed: intelligent-execution 78
  it('has another preflight after the answer of a person, with that answer (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent((_request, _context, number) => (number === 0 ? no('1.1: taken') : yes))
    const { report, events } = await runSteps([code('1.1')], {
      driver,
      onGate: onBlocker((gate) => gate.choices.fix?.('Go on, it is meant so.')),
    })
    expect(report.status).toBe('completed')
    expect(looks(driver)).toHaveLength(2)
    expect(looks(driver)[1]?.prompt).toContain('Instruction from a person: Go on, it is meant so.')
    expect(started(events)).toEqual(['1.1'])
  })

  // seed: intelligent-execution 78
  it('has no other preflight when one of its steps is retried (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    let calls = 0
    const driver = preflightAgent(() => yes)
    const { report } = await runSteps([code('1.1'), command('1.2', 'make')], {
      driver,
      adapt: false,
      world: { commands: () => (++calls === 1 ? 1 : 0) },
      onGate: onBlocker((gate) => gate.choices.retry?.()),
    })
    expect(report.status).toBe('completed')
    expect(driver.requests).toHaveLength(1)
  })

  // seed: intelligent-execution 78
  it('has one preflight, even if each step is a unit (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent(() => yes)
    const { report } = await runSteps([code('1.1'), code('1.2'), code('1.3')], { driver, units: 'step' })
    expect(report.status).toBe('completed')
    expect(driver.requests).toHaveLength(1)
    expect(driver.requests[0]?.prompt).toContain('3 steps')
  })

  // seed: intelligent-execution 78
  it('has one preflight per part if parts run concurrently, each in its workspace (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent(() => yes)
    const phase = batch('1', [], code('1.1'), code('1.2'))
    const subtasks = (phase.subtasks ?? []).map((each, index) => ({ ...each, files: [`1.${index + 1}.txt`] }))
    const { report, events } = await runPlan({
      plan: { phases: [{ ...phase, subtasks }] },
      preset: 'intelligent',
      driver,
      units: 'subtask',
      parallelSubtasks: true,
    })
    expect(report.status).toBe('completed')
    expect(driver.requests.map(({ prompt }) => /- (1\.\d) \(/.exec(prompt)?.[1]).toSorted()).toEqual([
      '1.1',
      '1.2',
    ])
    expect(started(events).toSorted()).toEqual(['1.1', '1.2'])
  })
})

describe('a high-risk step', () => {
  const steps = [code('1.1', { risk: 'low' }), command('1.2', 'migrate', { risk: 'high' })]
  const whole = { splitBatches: false } as const

  // seed: intelligent-execution 79
  it('has a separate session before it (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent(({ workspace }) =>
      workspace.fs.readFile('/1.1.txt').then(
        () => yes,
        () => no('too early'),
      ),
    )
    const { report } = await runSteps(steps, {
      driver,
      ...whole,
      onGate: onBlocker(() => undefined),
    })
    expect(report.status).toBe('completed')
    expect(driver.requests).toMatchObject([{ role: 'reviewer', access: 'read' }])
    expect(driver.requests[0]?.prompt).toContain('migrate')
    expect(driver.requests[0]?.prompt).not.toContain('1.1.txt')
  })

  // seed: intelligent-execution 80, intelligent-execution 82
  it.each([
    ['a no, with its issues', no('1.2: the data is not saved'), ['1.2: the data is not saved']],
    ['a no without a reason', no(), ['The agent gave no reason.']],
    ['an unreadable answer', { text: 'Sure,\ngo on!' }, ['Sure,', 'go on!']],
    ['an invalid output', { text: 'x', output: { ok: 1 } }, ['{"ok":1}']],
    ['nothing at all', {}, ['']],
  ])(
    'does not run after %s (seed intelligent-execution, Pre-Validation Tiering)',
    async (_, answer, details) => {
      const driver = preflightAgent(() => answer)
      const { report, host } = await runSteps(steps, { driver, ...whole })
      expect(report).toMatchObject({
        status: 'waiting',
        gates: [{ id: 'blocker:1:1:1.2', blocker: 'unexpected_state', details }],
      })
      expect(host.commands.requests).toEqual([])
      // A refused step is not fixed.
      expect(driver.requests).toHaveLength(1)
    },
  )

  // seed: intelligent-execution 79
  it('without its program needs no session, and has a preflight once the program exists (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const host = memoryHost()
    let installed = false
    host.commands.find = async () => installed
    const driver = preflightAgent(() => yes)
    const { report } = await runSteps(steps, {
      driver,
      ...whole,
      host,
      onGate: onBlocker((gate) => {
        expect(gate.blocker).toBe('environment')
        expect(driver.requests).toEqual([])
        installed = true
        return gate.choices.retry?.()
      }),
    })
    expect(report.status).toBe('completed')
    expect(driver.requests).toHaveLength(1)
  })

  // seed: intelligent-execution 79
  it('has another preflight with the answer of a person (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent((_request, _context, number) => (number === 0 ? no('1.2: no backup') : yes))
    const { report, host, events } = await runSteps(steps, {
      driver,
      ...whole,
      onGate: onBlocker((gate) => gate.choices.fix?.('There is a backup.')),
    })
    expect(report.status).toBe('completed')
    expect(looks(driver)[1]?.prompt).toContain('Instruction from a person: There is a backup.')
    expect(host.commands.requests).toHaveLength(1)
    // Finished work is not done twice.
    expect(started(events)).toEqual(['1.1', '1.2', '1.2', '1.2'])
  })

  // seed: intelligent-execution 79
  it('waits for a person if its session fails, and then has another preflight (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent((_request, _context, number) => {
      if (number === 0) throw driverError('auth', { message: 'Log in first.' })
      return yes
    })
    const blockers: string[] = []
    const host = memoryHost()
    const { report } = await runSteps(steps, {
      driver,
      ...whole,
      host,
      onGate: onBlocker((gate) => {
        blockers.push(gate.blocker ?? '')
        expect(host.commands.requests).toEqual([])
        return gate.choices.retry?.()
      }),
    })
    expect(blockers).toEqual(['auth'])
    expect(report.status).toBe('completed')
    expect(driver.requests).toHaveLength(2)
  })

  // seed: intelligent-execution 81
  it('is shown to a person once without an agent (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const host = memoryHost()
    const made = await createRun({
      plan: { phases: [batch('1', [], ...steps)] },
      preset: 'intelligent',
      trust: 'autonomous',
      planApproved: true,
      artifacts: 'none',
      host,
      ...whole,
    })
    const first = await made.start()
    expect(first).toMatchObject({
      status: 'waiting',
      gates: [
        {
          blocker: 'needs_judgment',
          details: ['runs: migrate'],
          choices: ['approve', 'done-by-hand', 'skip', 'abort', 'abort-revert'],
        },
      ],
    })
    expect(host.commands.requests).toEqual([])
    const run = await openRun({ host, runId: made.id, onGate: onBlocker(() => undefined) })
    await run.answer(run.gates()[0]!.id, 'approve')
    const report = await run.start()
    expect(statuses(report)).toEqual({ 1: 'completed' })
    expect(host.commands.requests).toHaveLength(1)
  })

  // seed: intelligent-execution 79
  it('runs without a preflight if the rules require none (seed intelligent-execution, Pre-Validation Tiering)', async () => {
    const driver = preflightAgent(() => no('never'))
    const { report } = await runSteps(steps, {
      driver,
      ...whole,
      preValidate: false,
      onGate: onBlocker(() => undefined),
    })
    expect(report.status).toBe('completed')
    expect(driver.requests).toEqual([])
  })
})
