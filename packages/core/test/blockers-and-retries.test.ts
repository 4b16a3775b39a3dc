import { describe, expect, it } from 'vitest'
import { createRun, openRun } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver, type SessionScript } from '../src/testing.ts'
import { runPlan } from './run-plan.ts'
import { batch, code, command, row } from './seeds/seed-plans.ts'

/** A driver whose sessions have numbers, and can be resumed in any process. */
const resumable = (script?: SessionScript) =>
  Object.assign(createScriptedDriver(script), { resume: 'anywhere' as const })

describe('blockers and retries', () => {
  // seed: intelligent-execution 42
  it('a blocker names every command that was run (seed intelligent-execution, Blocker Detection & Handling)', async () => {
    const { report } = await runPlan({
      plan: {
        phases: [batch('1', [], command('s', 'npm test', { fallbackCommands: ['yarn test', 'pnpm test'] }))],
      },
      preset: 'intelligent',
      world: { commands: ({ argv }) => (argv[0] === 'npm' ? undefined : 1) },
    })
    const text = report.gates[0]?.details.join('\n')
    for (const tried of ['npm test', 'yarn test', 'pnpm test']) expect(text).toContain(tried)
  })

  // seed: intelligent-execution 43
  it('a failed validation is validation_failed (seed intelligent-execution, Developer Execution Loop)', async () => {
    const { report } = await runPlan({
      plan: { phases: [batch('1', [], { id: 's', action: 'validation', validationCommand: 'check' })] },
      preset: 'intelligent',
      world: { commands: () => 1 },
    })
    expect(report.gates).toMatchObject([{ blocker: 'validation_failed' }])
  })

  // seed: intelligent-execution 10, intelligent-execution 35, intelligent-execution 43
  it('the validation command of a code step runs and decides (seed intelligent-execution, Developer Execution Loop)', async () => {
    const { report, host } = await runPlan({
      plan: { phases: [batch('1', [], code('s', { validationCommand: 'check' }))] },
      preset: 'intelligent',
      world: { commands: () => 1 },
    })
    expect(host.commands.requests).toMatchObject([{ argv: ['check'] }])
    expect(report.gates).toMatchObject([{ blocker: 'validation_failed' }])
  })

  it('the gate of the plan lists the validation command of a code step', async () => {
    const { report } = await runPlan({
      plan: { phases: [batch('1', [], code('s', { validationCommand: 'check' }))] },
      preset: 'intelligent',
      planApproved: false,
    })
    expect(report.gates).toMatchObject([{ id: 'plan', details: ['s: check'] }])
  })

  // seed: intelligent-execution 52
  it('a step that fails again after a retry opens a gate at once (seed intelligent-execution, Blocker Resolution Flow)', async () => {
    let calls = 0
    let asked = 0
    const { events } = await runPlan({
      plan: { phases: [batch('1', [], command('s', 'make'))] },
      preset: 'intelligent',
      world: { commands: () => ({ exitCode: 1, output: 'abcdef'[calls++]! }) },
      onGate: (gate) =>
        gate.kind === 'blocker' ? (++asked === 1 ? gate.choices.retry?.() : gate.choices.abort()) : undefined,
    })
    expect(events.filter(({ type }) => type === 'phase_retry')).toEqual([])
    expect(calls).toBe(2)
    const ids = events.flatMap((event) => (event.type === 'gate_opened' ? [event.gate.id] : []))
    expect(new Set(ids).size).toBe(2)
  })

  // seed: intelligent-execution 83
  it('a session that could not fix a step does not hide why the step failed (seed intelligent-execution, Success Criteria)', async () => {
    const { report } = await runPlan({
      plan: { phases: [batch('1', [], command('s', 'make'))] },
      preset: 'intelligent',
      preValidate: false,
      driver: createScriptedDriver(() => {
        throw new Error('no idea')
      }),
      world: { commands: () => ({ exitCode: 2, output: 'no rule' }) },
    })
    const { question = '', details = [] } = report.gates[0] ?? {}
    expect([question, ...details].join('\n')).toContain('no rule')
  })

  it('a prompt mentions earlier work only if it exists: after a resume (seed task-based-execution, Execution Flow)', async () => {
    let checks = 0
    const host = memoryHost({
      commands: () => (checks < 2 ? { exitCode: 1, output: 'ab'[checks++]! } : 0),
    })
    const seen: { prompt: string; files: string[] }[] = []
    const driver = resumable(async ({ prompt, workspace }, _, number) => {
      seen.push({ prompt, files: await workspace.fs.readdir('/') })
      await workspace.fs.writeFile(`/work-${number}.txt`, 'x')
    })
    const run = await createRun({
      plan: { phases: row(1) },
      preset: 'taskLoop',
      maxAttempts: 2,
      trust: 'autonomous',
      artifacts: 'none',
      host,
      driver,
      verify: { test: ['test'] },
    })
    expect((await run.start()).status).toBe('failed')
    await (await openRun({ host, runId: run.id, driver })).start()
    const last = seen.at(-1)!
    expect(last.prompt.includes('The work of the last attempt is in this folder.')).toBe(
      last.files.includes('work-1.txt'),
    )
  })

  it('a prompt mentions earlier work only if it exists: with a reset workspace', async () => {
    let checks = 0
    const driver = createScriptedDriver()
    await runPlan({
      plan: { phases: row(1) },
      retry: { session: 'continue' },
      driver,
      verify: { test: ['test'] },
      world: { commands: () => (++checks === 1 ? 1 : 0) },
    })
    expect(driver.requests[1]?.prompt).not.toContain('The work of the last attempt is in this folder.')
  })

  it('a session that overflowed its context is not resumed, but replaced with a shorter one (DESIGN 7, context_overflow)', async () => {
    let checks = 0
    const driver = resumable(async ({ workspace }, __, number) => {
      if (number === 1) throw driverError('context_overflow', { message: 'too long' })
      await workspace.fs.writeFile('/a.txt', String(number))
    })
    await runPlan({
      plan: { phases: row(1) },
      preset: 'taskLoop',
      driver,
      verify: { test: ['test'] },
      world: { commands: () => (++checks === 1 ? 1 : 0) },
    })
    expect(driver.requests.map(({ resume }) => resume)).toEqual([undefined, 'session-0', undefined])
  })

  // seed: task-based-execution 4
  it('a resumed session receives only what is new (seed task-based-execution, Design Decisions)', async () => {
    let checks = 0
    const driver = resumable(({ workspace }) => workspace.fs.writeFile('/a.txt', 'a'))
    await runPlan({
      plan: { phases: row(1) },
      preset: 'taskLoop',
      driver,
      verify: { test: ['test'] },
      world: {
        commands: () => ({
          exitCode: checks++ < 2 ? 1 : 0,
          output: ['no table', 'no index', ''][checks - 1] ?? '',
        }),
      },
    })
    expect(driver.requests[2]?.prompt).toContain('no index')
    expect(driver.requests[2]?.prompt).not.toContain('no table')
  })

  // seed: phased-execution 27, phased-execution 59
  it('the work reported by the agent is in the summary (seed phased-execution, Phase Summaries)', async () => {
    const driver = createScriptedDriver(() => ({ text: 'The login form checks the password twice.' }))
    const { report, host } = await runPlan({
      plan: { title: 'Work', phases: row(1) },
      driver,
      artifacts: 'commit',
    })
    const summary = host.git.filesOf(report.head).get('docs/amelia/2026-01-01-work/phase-1/summary.md')
    expect(summary).toContain('checks the password twice')
  })
})
