import { describe, expect, it } from 'vitest'
import type { StepDraft } from '../src/plugin.ts'
import { createRun } from '../src/index.ts'
import { type CommandScript, memoryHost } from '../src/testing.ts'
import { runPlan, told } from './run-plan.ts'

/** A plan of one phase with these steps. */
const plan = (...steps: Omit<StepDraft, 'id'>[]) => ({
  phases: [
    {
      id: 'a',
      title: 'A',
      subtasks: [
        { id: 'a.1', title: 'do', steps: steps.map((step, index) => ({ id: `s${index}`, ...step })) },
      ],
    },
  ],
})

const command = (text: string, more: Partial<StepDraft> = {}): Omit<StepDraft, 'id'> => ({
  action: 'command',
  command: text,
  ...more,
})

const run = (steps: Omit<StepDraft, 'id'>[], commands: CommandScript = () => 0, files = {}) =>
  runPlan({
    plan: plan(...steps),
    maxAttempts: 1,
    world: { commands, files: { 'README.md': 'one\ntwo\nthree\n', ...files } },
  })

describe('a code step', () => {
  it('writes a new file, and overwrites an existing one if the plan says so', async () => {
    const { report, host } = await run([
      { action: 'code', filePath: 'deep/new.txt', codeChange: 'new\n' },
      { action: 'code', filePath: 'README.md', codeChange: 'other\n', replace: true },
    ])
    expect(host.git.filesOf(report.head)).toEqual(
      new Map([
        ['README.md', 'other\n'],
        ['deep/new.txt', 'new\n'],
      ]),
    )
  })

  it('applies a diff, even if lines in the file have moved', async () => {
    const codeChange = '--- a/README.md\n+++ b/README.md\n@@ -1,2 +1,2 @@\n-two\n+zwei\n three\n'
    const { report, host } = await run([{ action: 'code', filePath: 'README.md', codeChange }])
    expect(host.git.filesOf(report.head).get('README.md')).toBe('one\nzwei\nthree\n')
  })

  it('opens a gate if a diff does not apply', async () => {
    const codeChange = '@@ -1,1 +1,1 @@\n-four\n+vier\n'
    const { report } = await run([{ action: 'code', filePath: 'README.md', codeChange }])
    expect(report.gates).toMatchObject([
      { blocker: 'unexpected_state', details: ['@@ -1,1 +1,1 @@', '-four', '+vier', ''] },
    ])
  })

  it('accepts a file that already has the change', async () => {
    const { report } = await run([{ action: 'code', filePath: 'README.md', codeChange: 'one\ntwo\nthree\n' }])
    expect(report.status).toBe('completed')
  })
})

describe('a command step', () => {
  it('is split into words and run without a shell, unless the plan asks for one', async () => {
    const { host } = await run([command(`grep "a b" 'c d'`), command('a | b', { shell: true, cwd: 'sub' })])
    expect(host.commands.requests.map(({ argv, cwd }) => ({ argv, cwd }))).toEqual([
      { argv: ['grep', 'a b', 'c d'], cwd: undefined },
      { argv: ['sh', '-c', 'a | b'], cwd: 'sub' },
    ])
  })

  // seed: intelligent-execution 33, intelligent-execution 34
  it('uses fallbacks until one gives the expected result, and reports the commands (seed intelligent-execution, Example Workflow)', async () => {
    const { report, events } = await run(
      [command('pytest -v', { fallbackCommands: ['python -m pytest -v', 'tox'] })],
      ({ argv }) => (argv[0] === 'pytest' ? undefined : 0),
    )
    expect(report.status).toBe('completed')
    expect(events.find(({ type }) => type === 'step_completed')).toMatchObject({
      command: 'python -m pytest -v',
      exitCode: 0,
    })
  })

  it('fails if the fallbacks fail too', async () => {
    const { report } = await run([command('one', { fallbackCommands: ['two'] })], () => 3)
    expect(report.phases[0]?.failure).toMatchObject({
      class: 'verification_failed',
      command: 'one',
      exitCode: 3,
    })
    expect(report.phases[0]?.failure?.message).toBe(
      'The command of step s0 exited with 3 instead of 0, and its fallback failed: one',
    )
  })

  it.each([
    [0, 0, 'completed'],
    [1, 0, 'failed'],
    [2, 2, 'completed'],
    [0, 2, 'failed'],
    [1, 'fail', 'completed'],
    [0, 'fail', 'failed'],
    [127, 'fail', 'waiting'],
    [126, 'fail', 'waiting'],
    [127, 127, 'completed'],
  ] as const)(
    'that exits with %s where %s is expected ends the run %s',
    async (exitCode, expectExitCode, status) => {
      const { report } = await run([command('x', { expectExitCode })], () => exitCode)
      expect(report.status).toBe(status)
    },
  )

  it('is searched for before it starts, and skipped if missing with a fallback left', async () => {
    const host = memoryHost()
    host.commands.find = async (program) => program !== 'pytest'
    const steps = plan(command('pytest -v', { fallbackCommands: ['tox'] }))
    const { report } = await runPlan({ plan: steps, host })
    expect(report.status).toBe('completed')
    expect(host.commands.requests.map(({ argv }) => argv[0])).toEqual(['tox'])
    const missing = await runPlan({ plan: plan(command('pytest -v')), host })
    expect(missing.report.gates[0]).toMatchObject({ blocker: 'environment' })
  })

  it('that ends by a signal fails, even if a failure is expected', async () => {
    const { report } = await run([command('x', { expectExitCode: 'fail' })], () => ({
      exitCode: null,
      signal: 'SIGKILL',
    }))
    expect(report.phases[0]?.failure?.message).toContain('was ended by SIGKILL')
  })

  // seed: intelligent-execution 30, intelligent-execution 32
  it('checks the pattern after the exit code', async () => {
    const pattern = { expectedOutputPattern: '^\\d+ passed$' }
    expect((await run([command('x', pattern)], () => ({ output: 'a\n3 passed\n' }))).report.status).toBe(
      'completed',
    )
    const red = await run([command('x', pattern)], () => ({ output: '3 failed' }))
    expect(red.report.phases[0]?.failure?.message).toContain('output did not match')
    const exit = await run([command('x', pattern)], () => ({ exitCode: 1, output: '3 passed' }))
    expect(exit.report.phases[0]?.failure?.message).toContain('exited with 1')
  })

  it('matches a hostile pattern in linear time (fault 11)', async () => {
    const { report } = await run([command('x', { expectedOutputPattern: '(a+)+$' })], () => ({
      output: `${'a'.repeat(50_000)}!`,
    }))
    expect(report.status).toBe('failed')
  })

  it('keeps no more than 100 lines and 4,000 characters of the output', async () => {
    const output = Array.from({ length: 1000 }, (_, index) => `line ${index}`).join('\n')
    const { events } = await run([command('x')], () => ({ output }))
    const kept = events.find((event) => event.type === 'step_completed')?.output ?? ''
    expect(kept.length).toBeLessThanOrEqual(4000)
    expect(kept).toContain('line 0\n')
    expect(kept).toContain('(900 lines left out)')
    expect(kept).toContain('line 999')
  })

  it('stores and reports no secret (fault 23)', async () => {
    const token = `ghp_${'a'.repeat(36)}`
    const {
      events,
      host,
      run: made,
    } = await runPlan({
      plan: plan(command('x')),
      secrets: ['correct horse battery'],
      world: { commands: () => ({ output: `token ${token} and correct horse battery` }) },
    })
    const everything = JSON.stringify([events, await host.store.load(made.id)])
    expect(everything).not.toContain(token)
    expect(everything).not.toContain('correct horse')
    expect(everything).toContain('token [redacted] and [redacted]')
  })
})

describe('the output of a command', () => {
  it('is cut after redaction, because half a secret is not recognised (fault 23)', async () => {
    const token = `ghp_${'c'.repeat(36)}`
    for (let shift = 0; shift < 60; shift++) {
      const output = `${'x'.repeat(1950 + shift)} ${token} ${'y'.repeat(4000)}`
      const { events } = await run([command('x')], () => ({ output }))
      expect(JSON.stringify(events)).not.toMatch(/c{8}/)
    }
  })

  it('includes the cause of the failure, even if a fallback is missing', async () => {
    const { report } = await run([command('make', { fallbackCommands: ['ninja'] })], ({ argv }) =>
      argv[0] === 'make' ? 2 : undefined,
    )
    expect(report.phases[0]?.failure).toMatchObject({
      class: 'verification_failed',
      command: 'make',
      exitCode: 2,
    })
  })
})

describe('a validation step', () => {
  it('passes or fails by its command', async () => {
    const step = {
      action: 'validation',
      validationCommand: 'check it',
      successCriteria: 'it is fine',
    } as const
    const { report, host } = await run([step], () => 0)
    expect(report.status).toBe('completed')
    expect(host.commands.requests[0]?.argv).toEqual(['check', 'it'])
    expect((await run([step], () => 1)).report.status).toBe('failed')
  })
})

describe('steps', () => {
  it('run in order, and stop after a failure', async () => {
    const { events, host } = await run([command('one'), command('two'), command('three')], ({ argv }) =>
      argv[0] === 'two' ? 1 : 0,
    )
    expect(host.commands.requests.map(({ argv }) => argv[0])).toEqual(['one', 'two'])
    expect(
      told(events, 'step_started', 'step_completed', 'step_failed', 'subtask_failed', 'phase_failed'),
    ).toEqual([
      'step_started a',
      'step_completed a',
      'step_started a',
      'step_failed a',
      'subtask_failed a',
      'phase_failed a',
    ])
  })

  it('need a host with a command runner for their commands', async () => {
    const { commands: _, ...host } = memoryHost()
    const made = await createRun({ plan: plan(command('x')), host, trust: 'autonomous', planApproved: true })
    expect(await made.start()).toMatchObject({ status: 'waiting', gates: [{ blocker: 'environment' }] })
  })
})
