import { describe, expect, it } from 'vitest'
import type { GateQuestion, PlanDraft, RunEvent } from '../../src/index.ts'
import type { StepDraft } from '../../src/plugin.ts'
import { type CommandScript, createScriptedDriver, memoryHost } from '../../src/testing.ts'
import { runPlan, type RunPlanOptions, statuses, told } from '../run-plan.ts'
import { batch, code, command } from './seed-plans.ts'

const planOf = (...steps: StepDraft[]): PlanDraft => ({
  goal: 'Users can log out',
  phases: [batch('1', [], ...steps)],
})

const runSteps = (steps: StepDraft[], commands: CommandScript, more: Partial<RunPlanOptions> = {}) =>
  runPlan({ plan: planOf(...steps), preset: 'intelligent', world: { commands }, ...more })

const stepsOf = (events: readonly RunEvent[], type: 'step_completed' | 'step_failed' | 'step_skipped') =>
  events.flatMap((event) => (event.type === type ? [event.stepId] : []))

/** Answers the blockers of a run in order, and records them. */
const answerWith = (...answers: ('retry' | 'done-by-hand' | 'skip')[]) => {
  const asked: GateQuestion[] = []
  return {
    onGate(gate: GateQuestion) {
      const choice = answers[asked.push(gate) - 1]
      return gate.kind === 'blocker' && choice ? { gateId: gate.id, choice } : undefined
    },
  }
}

describe('a command', () => {
  // seed: intelligent-execution 7, intelligent-execution 33, intelligent-execution 34
  // seed: intelligent-execution 67
  it('uses its fallbacks before opening a gate (seed intelligent-execution, Example Workflow)', async () => {
    const step = command('2.2', 'pytest -v', {
      fallbackCommands: ['python -m pytest -v'],
      expectedOutputPattern: 'passed',
    })
    const { report, events } = await runSteps([code('2.1'), step], ({ argv }) =>
      argv[0] === 'pytest' ? undefined : { output: '3 passed' },
    )
    expect(report.status).toBe('completed')
    expect(told(events, 'gate_opened')).toEqual([])
    expect(events.filter(({ type }) => type === 'step_completed')[1]).toMatchObject({
      stepId: '2.2',
      command: 'python -m pytest -v',
    })
  })

  // seed: intelligent-execution 9, intelligent-execution 30, intelligent-execution 32
  it.each([
    ['its exit code first, with any output', { exitCode: 1, output: '3 passed' }, 'exited with 1'],
    ['then its output', { exitCode: 0, output: 'no tests were found' }, 'output did not match'],
  ])('is judged by %s (seed intelligent-execution, Validation Strategy)', async (_, result, why) => {
    const { report } = await runSteps(
      [command('s', 'test', { expectedOutputPattern: '\\d passed' })],
      () => result,
    )
    expect(report.gates[0]?.question).toContain(why)
  })

  // seed: intelligent-execution 8
  it('may be expected to fail (seed intelligent-execution, Validation Strategy)', async () => {
    const steps = [
      command('red', 'test', { expectExitCode: 1 }),
      command('green', 'test', { expectedOutputPattern: '^3 passed$' }),
    ]
    let calls = 0
    const { report } = await runSteps(steps, () => (++calls === 1 ? 1 : { output: '3 passed\n' }))
    expect(report.status).toBe('completed')
  })

  // seed: intelligent-execution 18
  it('is run where the step says (seed intelligent-execution, Key Differences from Current TaskStep)', async () => {
    const { host } = await runSteps([command('s', 'npm test', { cwd: 'packages/api' })], () => 0, {
      world: { files: { 'packages/api/package.json': '{}' } },
    })
    expect(host.commands.requests).toMatchObject([{ argv: ['npm', 'test'], cwd: 'packages/api' }])
  })

  // seed: intelligent-execution 20, intelligent-execution 99
  it('is not stopped for taking longer than its estimate (seed intelligent-execution, User Intervention Model)', async () => {
    let finish!: () => void
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const host = memoryHost({ clock: 'manual', commands: () => finished.then(() => 0) })
    const running = runSteps([command('s', 'make', { estimatedMinutes: 1 })], () => 0, { host })
    while (host.commands.requests.length === 0) await new Promise(setImmediate)
    host.clock.advance(7 * 24 * 3_600_000)
    await new Promise(setImmediate)
    expect(host.commands.requests[0]?.signal?.aborted).toBe(false)
    finish()
    const { report } = await running
    expect(report).toMatchObject({ status: 'completed', durationMs: 7 * 24 * 3_600_000 })
  })

  // seed: intelligent-execution 69, intelligent-execution 67
  it('keeps at most 100 lines and 4,000 characters of its output (seed intelligent-execution, New State Fields)', async () => {
    const output = Array.from({ length: 400 }, (_, index) => `line ${index} ${'x'.repeat(60)}`).join('\n')
    const { events, host, run } = await runSteps([command('s', 'test')], () => ({ exitCode: 1, output }))
    const failed = events.find((event) => event.type === 'step_failed')
    expect(failed?.output?.split('\n').length).toBeLessThanOrEqual(103)
    expect(failed?.output?.length).toBeLessThanOrEqual(4_000)
    expect(failed?.output).toMatch(/^line 0 /)
    expect(failed?.output).toContain('line 399 ')
    expect(JSON.stringify(await host.store.load(run.id))).not.toContain('line 200 ')
  })
})

describe('a blocker', () => {
  // seed: intelligent-execution 42, intelligent-execution 49, intelligent-execution 89
  it('reports the failure and the commands, and stops only its phase (seed intelligent-execution, Blocker Detection & Handling)', async () => {
    const plan = { phases: [batch('1', [], command('s', 'make')), batch('2', [], code('t'))] }
    const world = { commands: () => ({ exitCode: 2, output: 'no rule' }) }
    const { report, events } = await runPlan({ plan, preset: 'intelligent', world })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          kind: 'blocker',
          blocker: 'command_failed',
          details: [
            'ran: make',
            'exit code: 2',
            'no rule',
            expect.stringMatching(/^full output: .*step-s\.txt$/) as string,
          ],
        },
      ],
    })
    expect(statuses(report)).toEqual({ 1: 'waiting', 2: 'completed' })
    expect(told(events, 'phase_failed', 'run_draining')).toEqual([])
  })

  const blockers: [string, StepDraft, Partial<RunPlanOptions>, string][] = [
    ['checks that fail', code('s'), { verify: { test: ['test'] } }, 'validation_failed'],
    ['a step for a person', code('s', { requiresHumanJudgment: true }), {}, 'needs_judgment'],
    ['work by hand', { id: 's', action: 'manual', description: 'Turn the key.' }, {}, 'needs_judgment'],
    ['a file that differs from the plan', code('s', { filePath: 'README.md' }), {}, 'unexpected_state'],
    ['a missing tool', command('s', 'nope'), { world: { commands: () => undefined } }, 'environment'],
  ]
  // seed: intelligent-execution 43, intelligent-execution 44, intelligent-execution 45
  // seed: intelligent-execution 48
  it.each(blockers)(
    'is raised by %s (seed intelligent-execution, Blocker Detection & Handling)',
    async (_, step, more, blocker) => {
      const { report } = await runSteps([step], () => 1, more)
      expect(report).toMatchObject({
        status: 'waiting',
        gates: [{ kind: 'blocker', blocker, phaseIds: ['1'] }],
      })
    },
  )

  // seed: intelligent-execution 52
  it('answered with `retry` continues at its step, and does nothing twice (seed intelligent-execution, Blocker Resolution Flow)', async () => {
    let calls = 0
    const person = answerWith('retry')
    const { report, events } = await runSteps(
      [code('first'), command('s', 'make'), code('last')],
      () => (++calls === 1 ? 1 : 0),
      person,
    )
    expect(report).toMatchObject({ status: 'completed', phases: [{ attempt: 1 }] })
    expect(stepsOf(events, 'step_completed')).toEqual(['first', 's', 'last'])
  })

  // seed: intelligent-execution 60
  it('answered with `done-by-hand` records the step as done by hand (seed intelligent-execution, Blocker Resolution Flow)', async () => {
    const person = answerWith('done-by-hand')
    const { report, events, host } = await runSteps([command('s', 'make'), code('last')], () => 1, person)
    expect(report.status).toBe('completed')
    expect(host.commands.requests).toHaveLength(1)
    expect(stepsOf(events, 'step_completed')).toEqual(['last'])
  })

  // seed: intelligent-execution 55
  it('answered with `skip` skips the step, and the rest of its phase continues (seed intelligent-execution, Blocker Resolution Flow)', async () => {
    const person = answerWith('skip')
    const { report, events, host } = await runSteps([command('s', 'make'), code('last')], () => 1, person)
    expect(report).toMatchObject({
      status: 'partial',
      phases: [{ status: 'completed', skippedParts: ['s'] }],
    })
    expect(stepsOf(events, 'step_skipped')).toEqual(['s'])
    expect(host.git.filesOf(report.head).get('last.txt')).toBe('last\n')
  })

  // seed: intelligent-execution 71, intelligent-execution 58
  it('answered with `abort` keeps finished work (seed intelligent-execution, Blocker Resolution Flow)', async () => {
    const plan = { phases: [batch('1', [], code('s')), batch('2', ['1'], command('t', 'make'))] }
    const { report, host } = await runPlan({
      plan,
      preset: 'intelligent',
      world: { commands: () => 1 },
      onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.abort() : undefined),
    })
    expect(report.status).toBe('aborted')
    expect(host.git.filesOf(report.target).get('s.txt')).toBe('s\n')
  })
})

describe('an agent', () => {
  // seed: intelligent-execution 83, intelligent-execution 84
  it('fixes a step, which then counts by its own result (seed intelligent-execution, Key Insight)', async () => {
    let fixed = false
    const driver = createScriptedDriver(() => {
      fixed = true
    })
    const step = command('s', 'make', { description: 'Build it' })
    const { report, events } = await runSteps(
      [step],
      () => (fixed ? 0 : { exitCode: 2, output: 'no rule' }),
      { driver, preValidate: false },
    )
    expect(report.status).toBe('completed')
    expect(events.find(({ type }) => type === 'step_completed')).toMatchObject({ adapted: true, exitCode: 0 })
    expect(driver.requests).toMatchObject([{ unit: { kind: 'step', subtaskId: 'task-s', stepId: 's' } }])
    for (const text of ['Build it', 'make', 'no rule', 'Users can log out'])
      expect(driver.requests[0]?.prompt).toContain(text)
  })

  // seed: intelligent-execution 36
  it('receives a snippet that does not apply, and no others (seed intelligent-execution, Developer Execution Loop)', async () => {
    const driver = createScriptedDriver(({ workspace }) =>
      workspace.fs.writeFile('/README.md', 'hello, you\n'),
    )
    const steps = [code('first'), code('s', { filePath: 'README.md', codeChange: 'you\n' })]
    const { report, host } = await runSteps(steps, () => 0, { driver, preValidate: false })
    expect(report.status).toBe('completed')
    expect(driver.requests).toHaveLength(1)
    expect(host.git.filesOf(report.head).get('README.md')).toBe('hello, you\n')
  })

  // seed: intelligent-execution 83
  it('that fixes nothing leaves the decision to a person (seed intelligent-execution, Key Insight)', async () => {
    const { report } = await runSteps([command('s', 'make')], () => 2, {
      driver: createScriptedDriver(),
      preValidate: false,
    })
    expect(report.gates).toMatchObject([{ blocker: 'command_failed' }])
  })

  // seed: phased-execution 90
  it('does a plan without steps in one session (seed intelligent-execution, Success Criteria)', async () => {
    const driver = createScriptedDriver()
    const plan = { phases: [{ id: '1', title: 'Log out', body: 'Add a logout endpoint.' }] }
    const { report } = await runPlan({ plan, preset: 'intelligent', driver })
    expect(report.status).toBe('completed')
    expect(driver.requests).toMatchObject([{ unit: { kind: 'phase' } }])
  })
})
