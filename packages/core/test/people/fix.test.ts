import { describe, expect, it } from 'vitest'
import { openRun, type RunOptions } from '../../src/index.ts'
import { driverError, type StepDraft } from '../../src/plugin.ts'
import { createScriptedDriver, memoryHost, type SessionScript } from '../../src/testing.ts'
import { runPlan, type RunPlanOptions, told } from '../run-plan.ts'
import { batch, code, command } from '../seeds/seed-plans.ts'

const instruction = 'Use the old Makefile.'

/** Commands fail until the file `fixed` exists; `nope` never does. */
const commands: NonNullable<NonNullable<RunPlanOptions['world']>['commands']> = async ({
  argv,
  workspace,
}) => {
  const fixed = await workspace.fs.stat('/fixed').then(
    () => true,
    () => false,
  )
  if (argv[0] === 'nope' && !fixed) return undefined
  return fixed ? 0 : { exitCode: 2, output: 'no rule' }
}

/** An agent that repairs nothing before a person says how. */
const obedient: SessionScript = async ({ prompt, workspace, access }) => {
  if (access === 'read') return { text: '{ "ok": true, "issues": [] }' }
  if (!prompt.includes(instruction)) return
  await workspace.fs.writeFile('/fixed', 'yes')
  await workspace.fs.writeFile('/README.md', 'as it is to be\n')
}

const run = async (step: StepDraft, more: Partial<RunPlanOptions> = {}, session = obedient) => {
  const driver = createScriptedDriver(session, { reviews: session })
  const blockers: string[] = []
  const result = await runPlan({
    plan: { goal: 'Log out', phases: [batch('1', [], code('first'), step, code('last'))] },
    preset: 'intelligent',
    driver,
    world: { commands },
    onGate: (gate) =>
      gate.kind === 'blocker' && blockers.push(gate.blocker ?? '') === 1
        ? gate.choices.fix?.(instruction)
        : undefined,
    ...more,
  })
  const instructed = driver.requests.filter(({ prompt }) => prompt.includes(instruction))
  return { ...result, driver, blockers, instructed }
}

const validation: StepDraft = { id: 's', action: 'validation', validationCommand: 'make test' }

describe('fix at a blocker of a step', () => {
  const cases: [string, StepDraft, string, string[]][] = [
    [
      'a command that fails',
      command('s', 'make'),
      'command_failed',
      ['exited with 2', 'command: make', 'no rule'],
    ],
    [
      'a command that is not found',
      command('s', 'nope'),
      'environment',
      ['could not start', 'command: nope', 'nope: not found'],
    ],
    [
      'a validation that fails',
      validation,
      'validation_failed',
      ['exited with 2', 'command: make test', 'no rule'],
    ],
    [
      'code whose validation fails',
      code('s', { validationCommand: 'make test' }),
      'validation_failed',
      ['exited with 2', 'command: make test', 'no rule', 'It changes `s.txt`'],
    ],
    [
      'code that does not fit the file',
      code('s', { filePath: 'README.md' }),
      'unexpected_state',
      ['README.md already exists', 'It changes `README.md`'],
    ],
  ]
  // seed: intelligent-execution 53
  it.each(cases)(
    'that is %s reaches an agent with the failure, and the result of the step decides',
    async (_, step, blocker, texts) => {
      const { report, blockers, instructed, events } = await run(step)
      expect(blockers).toEqual([blocker])
      expect(instructed).toHaveLength(1)
      expect(instructed[0]).toMatchObject({ unit: { kind: 'step', stepId: 's' }, access: 'write' })
      for (const text of ['## Instruction', ...texts]) expect(instructed[0]?.prompt).toContain(text)
      expect(report.status).toBe('completed')
      expect(events.find((event) => event.type === 'step_completed' && event.stepId === 's')).toMatchObject({
        adapted: true,
        adaptation: { files: ['README.md', 'fixed'] },
      })
    },
  )

  // seed: intelligent-execution 53
  it.each(cases)('that is %s asks again if the agent changes nothing', async (_, step, blocker) => {
    const { report, blockers, instructed } = await run(step, {}, ({ access }) =>
      access === 'read' ? { text: '{ "ok": true, "issues": [] }' } : { text: 'Done.' },
    )
    expect(instructed).toHaveLength(1)
    expect(blockers).toEqual([blocker, blocker])
    expect(report.status).toBe('waiting')
  })

  it('is followed once, also after another process and a question about the step', async () => {
    const host = memoryHost({ commands })
    const onGate: RunOptions['onGate'] = (gate) =>
      gate.kind === 'checkpoint' || (gate.kind === 'blocker' && gate.blocker === 'needs_judgment')
        ? gate.choices.approve?.()
        : undefined
    const first = await run(command('s', 'make', { risk: 'high' }), { host, onGate })
    expect(first.report.gates).toMatchObject([{ blocker: 'command_failed' }])
    const driver = createScriptedDriver(obedient)
    const again = await openRun({ host, runId: first.run.id, driver, onGate })
    await again.answer(first.report.gates[0]!.id, 'fix', { feedback: instruction })
    expect((await again.start()).status).toBe('completed')
    const changing = driver.requests.filter(({ access }) => access === 'write')
    expect(changing.filter(({ prompt }) => prompt.includes(instruction))).toHaveLength(1)
  })

  it('is followed again if its session was interrupted', async () => {
    let sessions = 0
    const { report, instructed } = await run(command('s', 'make'), {}, async (...call) => {
      const [{ prompt }] = call
      if (prompt.includes(instruction) && ++sessions === 1) throw driverError('hung')
      return obedient(...call)
    })
    expect(report.status).toBe('completed')
    expect(instructed).toHaveLength(2)
  })
})

describe('fix at a blocker of a phase with steps', () => {
  // seed: intelligent-execution 53
  it('whose checks fail is followed before the checks run again', async () => {
    const { report, blockers, instructed } = await run(code('s'), { verify: { test: ['make', 'check'] } })
    expect(blockers).toEqual(['validation_failed'])
    expect(instructed).toMatchObject([{ unit: { kind: 'phase' }, access: 'write' }])
    for (const text of ['make check', 'no rule', '## Instruction'])
      expect(instructed[0]?.prompt).toContain(text)
    expect(report.status).toBe('completed')
  })

  // seed: intelligent-execution 53
  it('that pre-validation rejects is followed before the steps are validated again', async () => {
    const order: string[] = []
    const { report, blockers, instructed } = await run(code('s'), {}, async ({ access, workspace }) => {
      order.push(access)
      if (access === 'write') return void (await workspace.fs.writeFile('/fixed', 'yes'))
      const ok = await workspace.fs.stat('/fixed').then(
        () => true,
        () => false,
      )
      return { text: JSON.stringify({ ok, issues: ok ? [] : ['s.txt has no folder.'] }) }
    })
    expect(blockers).toEqual(['unexpected_state'])
    expect(order).toEqual(['read', 'write', 'read'])
    expect(instructed[0]?.prompt).toContain('s.txt has no folder.')
    expect(report.status).toBe('completed')
  })
})

describe('fix without an agent', () => {
  // seed: intelligent-execution 54
  it('is not offered: the gate says how a run gets one, and a resume with a driver offers it', async () => {
    const host = memoryHost({ commands })
    const first = await runPlan({
      plan: { phases: [batch('1', [], command('s', 'make'))] },
      preset: 'intelligent',
      host,
    })
    const [gate] = first.report.gates
    expect(gate?.choices).toEqual(['retry', 'done-by-hand', 'skip', 'abort', 'abort-revert'])
    expect(gate?.suggestions.join('\n')).toContain('fix')
    const alone = await openRun({ host, runId: first.run.id })
    await expect(alone.answer(gate!.id, 'fix', { feedback: instruction })).rejects.toMatchObject({
      code: 'GATE_CHOICE',
      message: expect.stringContaining('needs an agent') as string,
    })
    const driver = createScriptedDriver(obedient)
    const again = await openRun({
      host,
      runId: first.run.id,
      driver,
      onGate: ({ choices }) => ('fix' in choices ? choices.fix?.(instruction) : undefined),
    })
    expect((await again.start()).status).toBe('completed')
    expect(driver.requests).toHaveLength(1)
    expect(told(first.events, 'gate_opened')).toHaveLength(1)
  })
})
