import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, removeFolders, snapshot } from './fixtures/cli.ts'

afterAll(removeFolders)

const written = (name: string, text: string): string => {
  const path = join(makeFolder(), name)
  writeFileSync(path, text)
  return path
}

const forAgents = (): string =>
  written(
    'plan.md',
    [
      '# Feature\n',
      '**Goal:** Add a feature.\n',
      '| Phase | Name | Depends On | Parallel With | Estimate | Status |',
      '|-------|------|------------|---------------|----------|--------|',
      '| 0 | Bootstrap | - | - | 5 | ✅ |',
      '| 1 | Setup | 0 | - | 3 | ⬜ |',
      '| 2A | Backend | 1 | 2B | 8 | ⬜ |',
      '| 2B | Frontend | 1 | 2A | 5 | ⬜ |\n',
    ].join('\n'),
  )

const step = (id: string, minutes: number) => ({
  ...{ id, action_type: 'command', command: 'git status', risk_level: 'low', estimated_minutes: minutes },
})
const ofSteps = (): string =>
  written(
    'plan.json',
    JSON.stringify({
      goal: 'Look around',
      batches: [1, 2].map((number) => ({
        ...{ batch_number: number, risk_summary: 'low', description: `Batch ${number}` },
        steps: [step(`a${number}`, 3), step(`b${number}`, 0.5)],
      })),
    }),
  )

/** Previews a run in a repository, and checks that nothing is written: not in it, nor in the home folder. */
const preview = async (plan: string, ...flags: string[]) => {
  const repository = makeRepository()
  const home = makeFolder()
  mkdirSync(join(home, 'state'))
  const before = [snapshot(repository), snapshotOf(home)]
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' }
  const { code, stdout, stderr } = await cli(['run', plan, '--repo', repository, '--dry-run', ...flags], {
    env,
  })
  expect([snapshot(repository), snapshotOf(home)]).toEqual(before)
  expect(existsSync(join(repository, '.git', 'amelia'))).toBe(false)
  return { code, stdout, stderr, repository }
}

const snapshotOf = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String)

describe.concurrent('amelia run --dry-run', { timeout: 120_000 }, () => {
  // seed: phase-execution-reference 39, phase-execution-reference 40, phase-execution-reference 44
  // seed: phase-execution-reference 45
  it('works for a plan that needs an agent when the command names none, and names the flag', async () => {
    const plan = forAgents()
    const { code, stdout, stderr, repository } = await preview(plan)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(
      `Goal: Add a feature.
Commit Mode: phase (one commit per phase)
Target: a new branch, amelia/…
Preset: phased (the default)
Trust: standard (asks at each batch); without a terminal, add --trust
Concurrency: 4
Verification: not verified: no check is configured
Review: by the agent, 3 sessions, more after changes, and one for each evaluation of comments; --no-review turns it off
`,
    )
    expect(stdout).toMatch(
      /^Agent: needed for phase 1, 2A, 2B: add --driver NAME, where NAME is claude,[\w\s,-]+ or codex-acp$/m,
    )
    expect(stdout).toContain('Total: 4 phases, 21 points, 0 tasks\n\nValidation: PASSED\n')
    expect(stdout).toContain(`Ready to execute with: amelia run ${plan} --repo ${repository} --driver NAME\n`)
    const [, tokens] = /^First Prompt: for phase 1, about (\d+) tokens, shown at the end$/m.exec(stdout) ?? []
    expect(Number(tokens)).toBeGreaterThan(100)
    expect(stdout).toMatch(
      /\nFirst prompt:\n\n {4}You are working on phase 1 \(Setup\) of a development plan: Add a feature\.\n/,
    )
    const explicit = await preview(plan, '--driver', 'steps')
    expect(explicit.stdout).toMatch(/^Ready to execute with: amelia run \S+ --repo \S+ --driver NAME$/m)
  })

  it('checks everything but the agent for such a plan', async () => {
    const { code, stderr } = await preview(forAgents(), '--target', 'bad..name')
    expect(code).toBe(2)
    expect(stderr).toContain('bad..name')
  })

  it.each([
    ['--driver', 'command', '--agent', 'no-such-program'],
    ['--driver', 'claude'],
    ['--driver', 'codex'],
    ['--reviewer-driver', 'claude'],
    ['--notify', 'a | b'],
    ['--notify', 'https://example.org/x'],
    ['--config', written('amelia.config.mjs', "export default { driver: { id: 'x' } }\n")],
    ['--config', written('amelia.config.mjs', "export default { reviewers: [{ id: 'x' }] }\n")],
  ])('refuses options as the run does, with the same message: %s %s', async (...flags) => {
    const plan = forAgents()
    const dry = await preview(plan, ...flags)
    const { repository } = dry
    const env = { HOME: makeFolder(), ANTHROPIC_API_KEY: '', OPENAI_API_KEY: '' }
    const args = ['run', plan, '--repo', repository, '--trust', 'autonomous', ...flags]
    if (!flags.includes('--driver') && !flags[1]?.endsWith('config.mjs')) args.push('--driver', 'steps')
    const run = await cli(args, { env })
    expect(dry).toMatchObject({ code: 2, stdout: '' })
    expect(run.code).toBe(2)
    if (flags[0] !== '--reviewer-driver') expect(dry.stderr).toBe(run.stderr)
  })

  it('shows an agent that a function of the config file chooses', async () => {
    const config = written(
      'amelia.config.mjs',
      'export default { driver: () => ({\n' +
        "  contract: 'driver-v1', id: 'own', provider: 'own', meters: [], runSession: () => {},\n}) }\n",
    )
    const { code, stdout, stderr } = await preview(forAgents(), '--config', config)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Agents:\n- (made in code)\n')
    expect(stdout).not.toContain('--driver NAME')
  })

  it('names the phases that need an agent when only the reviewing agent is named', async () => {
    const { code, stdout } = await preview(forAgents(), '--reviewer-driver', 'command', '--agent', 'true')
    expect(code).toBe(0)
    expect(stdout).toContain('Agent: needed for phase 1, 2A, 2B: add --driver NAME')
  })

  // seed: phase-execution-reference 42, phase-execution-reference 43
  it('estimates the minutes of a plan whose steps have estimates', async () => {
    const { stdout } = await preview(ofSteps(), '--trust', 'autonomous')
    expect(stdout).toContain('  [1] Batch 1 (3.5 min)\n      Dependencies: none\n      Tasks: 2\n')
    expect(stdout).toContain('Total: 2 phases, 4 tasks, about 7 minutes\n')
    expect(stdout).toContain("Preset: intelligent (an execution plan's default)\n")
    expect(stdout).toContain('Agent: none: Amelia runs the steps of the plan\n')
    expect(stdout).not.toContain('First Prompt')
  })

  // seed: phase-execution-reference 44, phase-execution-reference 45, phase-execution-reference 47
  it.each([
    [['--commit', 'auto'], 'Commit Mode: auto (one commit per phase)'],
    [['--commit', 'single'], 'Commit Mode: single (one commit at the end)'],
    [['--commit', 'message-only'], 'Commit Mode: message-only (no commit: a commit message is ready)'],
    [['--preset', 'autobuild'], 'Preset: autobuild (as given)'],
    [['--trust', 'paranoid'], 'Trust: paranoid (asks after each step)'],
    [['--trust', 'autonomous'], 'Trust: autonomous (asks about high risk only)'],
    [['--trust', 'standard', '--no-batch-checkpoints'], 'Trust: standard (asks about high risk only)'],
    [
      ['--trust', 'standard', '--auto-approve-low-risk'],
      'Trust: standard (asks at each batch, except of low risk)',
    ],
    [['--concurrency', '2'], 'Concurrency: 2'],
    [['--in-place', '--concurrency', '2'], 'Concurrency: 1'],
    [['--preset', 'taskLoop'], 'Concurrency: 4'],
    [['--preset', 'taskLoop', '--in-place'], 'Concurrency: 1'],
  ])('shows the effect of %j', async (flags, line) => {
    const { code, stdout, stderr } = await preview(ofSteps(), ...flags)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n')).toContainEqual(expect.stringMatching(`^${line.replace(/[()]/g, '\\$&')}`))
  })

  it('shows the plan as it would run', async () => {
    const { stdout } = await preview(ofSteps(), '--one-session')
    expect(stdout).toContain('Total: 1 phase, 4 tasks, about 7 minutes\n')
  })

  // seed: phase-execution-reference 45, phase-execution-reference 46
  it('prints the same facts as one JSON object with --json', async () => {
    const plan = forAgents()
    const { code, stdout, stderr, repository } = await preview(plan, '--json', '--test', 'npm test')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      plan,
      goal: 'Add a feature.',
      format: 'phase-table',
      commit: 'phase',
      target: 'a new branch, amelia/…',
      preset: { preset: 'phased', reason: 'the default' },
      trust: 'standard',
      concurrency: 4,
      checks: { test: ['npm', 'test'] },
      tdd: null,
      agents: [],
      needsAgent: ['1', '2A', '2B'],
      criticalPath: ['1', '2A'],
      setup: [],
      commands: [],
      cost: null,
      firstPrompt: {
        phaseId: '1',
        tokens: expect.any(Number),
        text: expect.stringContaining('- `npm test`'),
      },
      stack: { language: null, framework: null, tests: null },
      phases: [
        { id: '0', estimate: 5, minutes: null, dependsOn: [], tasks: 0, status: 'external' },
        { id: '1' },
        { id: '2A' },
        { id: '2B', title: 'Frontend', dependsOn: ['1'] },
      ],
      batches: expect.arrayContaining([{ kind: 'parallel', phases: ['2A', '2B'] }]),
      totals: { phases: 4, points: 21, tasks: 0, minutes: null },
      validation: 'passed',
      issues: [],
      command: `amelia run ${plan} --repo ${repository} --json --test 'npm test' --driver NAME`,
    })
  })

  it('rejects a plan that cannot be run, and prints no preview', async () => {
    const { code, stdout, stderr } = await preview(
      written(
        'plan.md',
        '**Goal:** x\n\n| Phase | Name | Depends On |\n|---|---|---|\n| 1 | One | 2 |\n| 2 | Two | 1 |\n',
      ),
      '--json',
    )
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('error:')
  })
})
