import { describe, expect, it } from 'vitest'
import { forkRun, type RunOptions } from '../../src/index.ts'
import type { PhaseDraft } from '../../src/plugin.ts'
import { memoryHost, createScriptedDriver } from '../../src/testing.ts'
import { runPlan, statuses, told } from '../run-plan.ts'
import { withFakeTests } from './fake-test-runner.ts'

type Writes = Record<string, string | null>

/** A phase with subtasks such as `1a:test`, `2a:impl<1a`. */
const phase = (id: string, subtasks: string, dependsOn: string[] = []): PhaseDraft => ({
  id,
  title: id,
  body: `Do ${id}.`,
  dependsOn,
  subtasks: subtasks.split(' ').map((text) => {
    const [, name, type, after] = /^(\w+):(\w+)(?:<([\w,]+))?$/.exec(text)!
    return {
      id: name!,
      title: name!,
      type: type as 'test',
      dependsOn: after?.split(',') ?? [],
      ...(type === 'test' ? { files: [`test/${name}.test.txt`] } : {}),
    }
  }),
})

/** Runs phases whose sessions write files: by phase, then by attempt. */
const run = async (
  phases: PhaseDraft[],
  writes: Record<string, Writes[]>,
  options: Omit<Partial<RunOptions>, 'host'> & { files?: Record<string, string> } = {},
) => {
  const { files, ...rest } = options
  const host = memoryHost(files ? { files } : {})
  const commands = withFakeTests(host.commands)
  Object.assign(host, { commands })
  const attempts = new Map<string, number>()
  let id = ''
  const driver = createScriptedDriver(async ({ prompt, workspace: { fs } }) => {
    // A session that an attempt returns to knows its phase.
    id = /working on phase (\S+)/.exec(prompt)?.[1] ?? id
    const attempt = attempts.get(id) ?? 0
    attempts.set(id, attempt + 1)
    const of = writes[id] ?? []
    for (const [path, content] of Object.entries(of[Math.min(attempt, of.length - 1)] ?? {}))
      await (content === null ? fs.rm(`/${path}`) : fs.writeFile(`/${path}`, content))
  })
  const result = await runPlan({
    plan: { phases },
    host,
    driver,
    tdd: 'full',
    verify: { test: ['npm', 'test'] },
    ...rest,
  })
  return { ...result, testFiles: commands.testFiles, prompts: driver.requests.map(({ prompt }) => prompt) }
}

/** Approves what a blocker shows. */
const approving: Pick<RunOptions, 'onGate'> = {
  onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.approve?.() : undefined),
}

const needs = (name: string): string => `needs src/${name}.txt`

it('cannot be forked between tests and their implementation', async () => {
  const plan = [phase('1', '1a:test'), phase('2', '2a:impl<1a', ['1']), phase('3', '3a:refactor', ['2'])]
  const writes = {
    1: [{ 'test/1a.test.txt': 'needs src/a.txt' }],
    2: [{ 'src/a.txt': 'a' }],
    3: [{ 'src/b.txt': 'b' }],
  }
  const { host, report } = await run(plan, writes)
  expect(report.status).toBe('completed')
  const fork = (from: string, more: Pick<RunOptions, 'tdd'> = {}) =>
    forkRun({ host, runId: report.runId, from, driver: createScriptedDriver(), reviewers: [], ...more })
  await expect(fork('2')).rejects.toMatchObject({
    code: 'NOT_FORKED',
    message: expect.stringMatching(/tests of phase 1 would wait for 2.*Fork from 1, or from a phase after 2/),
  })
  expect((await fork('3', { tdd: 'off' })).report().forkedFrom?.adopted).toEqual(['1', '2'])
  expect((await fork('1')).report().forkedFrom?.adopted).toEqual([])
})

describe('a phase of tests alone', () => {
  const plan = [phase('1', '1a:test 1b:test'), phase('2', '2a:impl<1a 2b:impl<1b', ['1'])]
  const tests = { 'test/1a.test.txt': needs('a'), 'test/1b.test.txt': needs('b') }

  // seed: phased-execution 40, phased-execution 41
  it('is integrated red, and its debt is paid by the phase that makes its tests green', async () => {
    const { report, events } = await run(plan, { 1: [tests], 2: [{ 'src/a.txt': 'a', 'src/b.txt': 'b' }] })
    expect(report).toMatchObject({ status: 'completed', debts: [] })
    expect(told(events, 'debt_opened', 'debt_paid', 'run_verified')).toEqual([
      'debt_opened 1',
      'debt_paid 2',
      'run_verified',
    ])
    expect(report.phases.map(({ evidence }) => evidence)).toEqual([
      'red by absence (2 files that do not load), implementation to come',
      'makes the tests of 1 green',
    ])
  })

  const passing = { 'test/1a.test.txt': 'is nothing', 'test/1b.test.txt': 'is nothing' }
  const implemented = [{ 'src/a.txt': 'a', 'src/b.txt': 'b' }]

  // seed: phased-execution 42
  it('returns to its session once if its tests pass without an implementation', async () => {
    const { report, events, prompts } = await run(plan, { 1: [passing, tests], 2: implemented })
    expect(report).toMatchObject({ status: 'completed', debts: [], phases: [{ attempt: 1 }, {}] })
    const reason = expect.stringContaining('The tests of 1a, 1b must fail without') as string
    expect(events.find(({ type }) => type === 'phase_returned')).toMatchObject({
      phaseId: '1',
      reason: 'not_red',
      details: expect.arrayContaining([reason]) as string[],
    })
    expect(prompts[1]).toContain('## Your new tests do not fail as they should')
    expect(prompts[1]).toContain('the tests pass without the implementation')
  })

  it('is a question if they still pass; approved, it leaves no debt', async () => {
    const { report } = await run(plan, { 1: [passing] })
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [
        {
          blocker: 'red_unclear',
          phaseIds: ['1'],
          choices: ['retry', 'fix', 'approve', 'skip', 'abort', 'abort-revert'],
        },
      ],
    })
    const approved = await run(plan, { 1: [passing], 2: implemented }, approving)
    expect(approved.report).toMatchObject({ status: 'completed', debts: [] })
    expect(told(approved.events, 'debt_opened')).toEqual([])
  })

  it('is a question if it wrote no test, and approved it must be green', async () => {
    const { report } = await run(plan, { 1: [{ 'src/notes.txt': 'x' }] })
    expect(report.gates[0]?.details).toContain(
      'The attempt changed no test file, so the tests of 1a, 1b are missing.',
    )
    const approved = await run(plan, { 1: [{ 'src/notes.txt': 'x' }], 2: implemented }, approving)
    expect(approved.report).toMatchObject({ status: 'completed', debts: [] })
  })

  it('is a question if a test file cannot be read, and approved it is a debt', async () => {
    const broken = { ...tests, 'test/1b.test.txt': 'spoilt' }
    const { report } = await run(plan, { 1: [broken] })
    expect(report.gates[0]).toMatchObject({ blocker: 'red_unclear' })
    const approved = await run(
      plan,
      { 1: [broken], 2: implemented },
      {
        ...approving,
        maxAttempts: 1,
        retry: { onExhausted: 'fail' },
      },
    )
    expect(approved.report).toMatchObject({ status: 'failed', debts: ['1'] })
    expect(approved.report.phases[0]?.evidence).toBe("red by a person's word, implementation to come")
  })

  it('fails if it breaks tests that are not new', async () => {
    const { report } = await run(
      plan,
      { 1: [{ ...tests, 'src/old.txt': null }] },
      { files: { 'test/old.test.txt': needs('old'), 'src/old.txt': 'old' }, maxAttempts: 1 },
    )
    expect(report.status).toBe('failed')
    expect(report.phases[0]?.failure?.message).toContain('Tests that are not new fail in phase 1: ')
  })

  it('opens a gate if tests were red before it started, because its own red would not show', async () => {
    const { report } = await run(
      plan,
      { 1: [tests] },
      { files: { 'test/old.test.txt': 'finds x in src/old.txt' } },
    )
    expect(report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'environment', phaseIds: ['1'] }] })
    expect(report.gates[0]?.question).toContain('The tests already fail on the base of phase 1')
  })
})

describe('an implementation', () => {
  const plan = [phase('1', '1a:test'), phase('2', '2a:impl<1a', ['1'])]
  const tests = { 'test/1a.test.txt': `${needs('a')}\nfinds good in src/a.txt` }

  // seed: phased-execution 41
  it.each([
    ['leaves its tests red', { 'src/a.txt': 'bad' }, 'The check "test" failed.'],
    ['ends the run before a test ran', { 'src/a.txt': 'good', 'test/z.test.txt': 'exits' }, 'not green'],
  ])('that %s is retried', async (_what, first, message) => {
    const good: Writes = { 'src/a.txt': 'good' }
    const { report, events } = await run(plan, { 1: [tests], 2: [first, good] })
    expect(report.status).toBe('completed')
    expect(events.find(({ type, phaseId }) => type === 'phase_retry' && phaseId === '2')).toMatchObject({
      failure: { message: expect.stringContaining(message) as string },
    })
  })

  // seed: phased-execution 43, phased-execution 44
  it.each([
    ['the tests that it answers', { 'src/a.txt': 'x', 'test/1a.test.txt': needs('a') }, 'test/1a.test.txt'],
    ['how tests are run', { 'src/a.txt': 'good', 'vitest.config.ts': 'x' }, 'vitest.config.ts'],
    ['a lockfile', { 'src/a.txt': 'good', 'pnpm-lock.yaml': 'x' }, 'pnpm-lock.yaml'],
    ['scripts', { 'src/a.txt': 'good', 'package.json': '{"scripts":{"test":"true"}}' }, 'package.json'],
  ])(
    'that changes %s waits for a person, and the report names the approval only afterwards',
    async (_what, writes, file) => {
      const asked = await run(plan, { 1: [tests], 2: [writes] })
      expect(asked.report).toMatchObject({
        status: 'waiting',
        gates: [
          {
            blocker: 'evidence_changed',
            phaseIds: ['2'],
            details: expect.arrayContaining([expect.stringContaining(`${file}: `)]) as string[],
            choices: ['retry', 'fix', 'approve', 'skip', 'abort', 'abort-revert'],
          },
        ],
      })
      const accepted = await run(
        plan,
        { 1: [tests], 2: [writes] },
        {
          onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.approve?.() : undefined),
        },
      )
      expect(accepted.report.status).toBe('completed')
      expect(accepted.report.phases[1]).toMatchObject({ attempt: 1 })
      expect(asked.report.phases[1]?.evidence).toContain(`changes ${file}, which nobody has approved`)
      expect(accepted.report.phases[1]?.evidence).toContain(`changes ${file}, which a person approved`)
      const again = await run(
        plan,
        { 1: [tests], 2: [writes, { 'src/a.txt': 'good' }] },
        {
          onGate: (gate) => (gate.kind === 'blocker' ? gate.choices.retry?.() : undefined),
        },
      )
      expect(again.report).toMatchObject({ status: 'completed', phases: [{}, { attempt: 2 }] })
    },
  )

  it('may change files that do not affect tests', async () => {
    const { report } = await run(plan, {
      1: [tests],
      2: [{ 'src/a.txt': 'good', 'package.json': '{"description":"x"}', 'test/other.test.txt': 'is more' }],
    })
    expect(report.status).toBe('completed')
  })
})

describe('a refactoring', () => {
  const tests = { 'test/1a.test.txt': `${needs('a')}\nfinds good in src/a.txt` }
  const writes = { 1: [tests], 2: [{ 'src/a.txt': 'good' }] }

  // seed: phased-execution 45
  it('is retried if it leaves a test red, and may be absent', async () => {
    const plan = [phase('1', '1a:test'), phase('2', '2a:impl<1a', ['1'])]
    const { report, events } = await run([...plan, phase('3', '3a:refactor<2a', ['2'])], {
      ...writes,
      3: [{ 'src/a.txt': 'tidy' }, { 'src/a.txt': 'good and tidy' }],
    })
    expect(report).toMatchObject({ status: 'completed', debts: [] })
    expect(report.phases.map(({ attempt }) => attempt)).toEqual([1, 1, 2])
    expect(events.find(({ type }) => type === 'phase_retry')).toMatchObject({
      phaseId: '3',
      failure: { class: 'verification_failed' },
    })
    expect((await run(plan, writes)).report.status).toBe('completed')
  })
})

describe('tests and their implementation in one phase', () => {
  const plan = [phase('1', '1a:test 2a:impl<1a')]
  const whole = { 'test/1a.test.txt': needs('a'), 'src/a.txt': 'a' }

  it('are shown red on the base of the phase, then green', async () => {
    const { report, testFiles } = await run(plan, { 1: [whole] })
    expect(report).toMatchObject({ status: 'completed', debts: [] })
    expect(report.phases[0]?.evidence).toBe('red by absence (1 file that does not load), then green')
    expect(testFiles, 'green, the base, red, and the final result').toEqual([
      ['test/1a.test.txt'],
      [],
      ['test/1a.test.txt'],
      ['test/1a.test.txt'],
    ])
  })

  it('return to their session if the tests pass without the implementation', async () => {
    const { events } = await run(plan, { 1: [{ ...whole, 'test/1a.test.txt': 'is nothing' }, whole] })
    expect(told(events, 'phase_returned', 'phase_retry')).toEqual(['phase_returned 1'])
  })

  it('are shown although a test of the base is red', async () => {
    const { report } = await run(
      plan,
      { 1: [{ ...whole, 'src/old.txt': 'x' }] },
      { files: { 'test/old.test.txt': 'finds x in src/old.txt' } },
    )
    expect(report.phases[0]?.evidence).toBe('red by absence (1 file that does not load), then green')
  })

  it('are not shown by a test that was red before', async () => {
    const { report } = await run(
      [phase('1', '1a:test 2a:impl<1a')],
      { 1: [{ 'test/1a.test.txt': 'finds x in src/a.txt\n', 'src/a.txt': 'x' }] },
      { files: { 'test/1a.test.txt': 'finds x in src/a.txt' } },
    )
    expect(report.gates[0]?.details.join()).toContain('which failed before this attempt')
  })
})

describe('parallel phases', () => {
  const plan = [
    phase('1', '1a:test 1b:test'),
    phase('2', '2a:impl<1a', ['1']),
    phase('3', '2b:impl<1b', ['1']),
    phase('4', '5:test<2a,2b', ['2', '3']),
  ]
  const tests = { 'test/1a.test.txt': needs('a'), 'test/1b.test.txt': needs('b') }
  const writes = {
    1: [tests],
    2: [{ 'src/a.txt': 'a' }],
    3: [{ 'src/b.txt': 'b' }],
    4: [{ 'test/5.test.txt': `${needs('a')}\n${needs('b')}` }],
  }

  it('each make their own tests green; the tests of the other are left out until then', async () => {
    const { report, events } = await run(plan, writes)
    expect(report).toMatchObject({ status: 'completed', debts: [] })
    expect(told(events, 'debt_paid')).toHaveLength(1)
    expect(report.phases.map(({ evidence }) => evidence)).toEqual([
      'red by absence (2 files that do not load), implementation to come',
      expect.stringContaining('makes the tests of 1 green'),
      expect.stringContaining('makes the tests of 1 green'),
      '',
    ])
  })

  it('a run without an implementation is never completed', async () => {
    const { report } = await run(
      plan,
      { ...writes, 3: [{ 'src/b2.txt': 'b' }] },
      {
        onFailure: 'continue',
        maxAttempts: 1,
      },
    )
    expect(report).toMatchObject({ status: 'failed', debts: ['1'] })
    expect(statuses(report)).toEqual({ 1: 'completed', 2: 'completed', 3: 'failed', 4: 'blocked' })
  })
})

describe('verification', () => {
  it('omits `green` checks in a red phase, and runs `end` checks once', async () => {
    const plan = [phase('1', '1a:test'), phase('2', '2a:impl<1a', ['1'])]
    const { events } = await run(
      plan,
      { 1: [{ 'test/1a.test.txt': needs('a') }], 2: [{ 'src/a.txt': 'a' }] },
      { verify: { test: ['t'], lint: ['l'], typecheck: ['c'], audit: { command: ['x'], when: 'end' } } },
    )
    const checks = events.flatMap((event) =>
      event.type === 'verification_completed' || event.type === 'run_verified'
        ? [event.checks.map(({ name }) => name).join(' ')]
        : [],
    )
    expect(checks).toEqual(['lint test', 'test lint typecheck', 'test lint typecheck audit'])
  })
})
