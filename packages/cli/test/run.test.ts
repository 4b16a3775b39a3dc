import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  cli,
  git,
  makeFolder,
  makeRepository,
  removeFolders,
  snapshot,
  startCli,
  writePlan,
} from './fixtures/cli.ts'

afterAll(removeFolders)

const unattended = ['--trust', 'autonomous', '--yes']

/** Writes the plan outside the repository, so that the repository is unchanged. */
const planOf = (
  ...args: Parameters<typeof writePlan> extends [string, ...infer Rest] ? Rest : never
): string => writePlan(makeFolder(), ...args)

interface Line {
  type: string
  seq: number
  at: string
  runId: string
  phaseId?: string
  report?: { status: string; phases: { id: string; status: string }[] }
}

const events = (stdout: string): Line[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

describe.concurrent('amelia run', () => {
  it('commits each phase to a new branch, and prints one line per event', async () => {
    const repository = makeRepository()
    writeFileSync(join(repository, 'README.md'), 'changed by hand\n')
    writeFileSync(join(repository, 'notes.txt'), 'mine\n')
    const status = git(repository, 'status', '--porcelain')
    const plan = planOf([
      { id: '1', run: 'echo 1 > one' },
      { id: '2', after: '1', run: 'echo 2 > two' },
    ])
    const { code, stdout, stderr } = await cli([
      'run',
      plan,
      '--repo',
      repository,
      '--driver',
      'steps',
      '--json',
      '--test',
      'test -f one',
      ...unattended,
    ])
    expect(stderr).toBe('')
    expect(code).toBe(0)
    const lines = events(stdout)
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, k) => k + 1))
    for (const line of lines) {
      expect(line.runId).toBe(lines[0]?.runId)
      expect(new Date(line.at).toISOString()).toBe(line.at)
    }
    expect(lines[0]?.type).toBe('run_started')
    expect(lines.at(-1)).toMatchObject({ type: 'run_ended', report: { status: 'completed' } })
    expect(lines.filter(({ type }) => type === 'phase_completed').map(({ phaseId }) => phaseId)).toEqual([
      '1',
      '2',
    ])

    const branch = git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
    expect(git(repository, 'log', '--format=%s', `main..${branch}`)).toBe(
      'Report: Small things\nPhase 2: Do 2\nPhase 1: Do 1\nPlan: Small things',
    )
    expect(git(repository, 'status', '--porcelain')).toBe(status)
    expect(git(repository, 'branch', '--show-current')).toBe('main')
    expect(readFileSync(join(repository, 'README.md'), 'utf8')).toBe('changed by hand\n')
  })

  it('prints plain lines and the report without a terminal', async () => {
    const repository = makeRepository()
    const plan = planOf([{ id: '1', title: 'One \u001b[31mthing', run: 'echo 1 > one' }])
    const { code, stdout, stderr } = await cli(
      ['run', plan, '--repo', repository, '--target', 'work/one', ...unattended],
      { env: { LC_ALL: 'C.UTF-8' } },
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toMatch(/^00:0\d {2}run {5}started \S+: 1 phase from [0-9a-f]{7} to work\/one\n/)
    expect(stdout).toMatch(/\n00:0\d {2}1 {7}completed: [0-9a-f]{7}, /)
    expect(stdout).toMatch(/\nCompleted: 1 of 1 phase done in .*\n✓ 1 {2}One .*thing {2}[0-9a-f]{7} /s)
    expect(stdout).toMatch(
      /\nTo merge the result:\n {2}amelia merge \S+ --repo \S+\nTo read what was done:\n {2}amelia report \S+ --repo \S+\n$/,
    )
  })

  // seed: phased-execution 14
  it('exits with 1 when a phase fails, and reports the reason and the blocked phases', async () => {
    const repository = makeRepository()
    const plan = planOf([
      { id: '1', run: 'echo 1 > one' },
      { id: '2', after: '1', run: "printf 'it \\033[31mbroke\\033[0m'; exit 3" },
      { id: '3', after: '2' },
      { id: '4', run: 'echo 4 > four' },
    ])
    const { code, stdout } = await cli([
      'run',
      plan,
      '--repo',
      repository,
      '--on-failure',
      'continue',
      ...unattended,
    ])
    expect(code).toBe(1)
    expect(stdout).toContain('Failed: 2 of 4 phases')
    expect(stdout).toMatch(/\n {5}step \S+ exited with 3: it broke\n/)
    expect(stdout).toMatch(/3 {2}Do 3 {2}blocked by 2\n/)
    expect(stdout).toMatch(/\nTo try the failed phases again:\n {2}amelia resume \S+ --repo \S+\n/)
  })

  // seed: intelligent-execution 112
  it('requires --trust without a terminal', async () => {
    const repository = makeRepository()
    const before = snapshot(repository)
    const plan = planOf([{ id: '1' }])
    for (const more of [[], ['--json', '--yes']]) {
      const { code, stdout, stderr } = await cli(['run', plan, '--repo', repository, ...more])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain('--trust autonomous')
    }
    expect(snapshot(repository)).toBe(before)
  })

  it('exits with 3 while the plan is not approved', async () => {
    const repository = makeRepository()
    const plan = planOf([{ id: '1', run: 'echo 1 > one' }])
    const args = ['run', plan, '--repo', repository, '--trust', 'autonomous']
    const { code, stdout } = await cli(args)
    expect(code).toBe(3)
    expect(stdout).toContain('Waiting for an answer: 0 of 1 phase')
    expect(stdout).toContain('echo 1 > one')
    const runId = /started (\S+):/.exec(stdout)?.[1]
    expect(stdout).toContain(`\n  amelia answer ${runId} 1 approve --repo ${repository}\n`)
    expect(stdout).toContain(`\nTo resume the run:\n  amelia resume ${runId} --repo ${repository}\n`)
    const json = events((await cli([...args, '--json'])).stdout)
    expect(json.at(-1)).toMatchObject({
      type: 'run_ended',
      report: { status: 'waiting', gates: [{ kind: 'plan' }] },
    })
  })

  // seed: phase-execution-reference 39, phase-execution-reference 41, phase-execution-reference 42
  // seed: phase-execution-reference 43, phase-execution-reference 46
  it('previews the run with --dry-run, and changes nothing', async () => {
    const repository = makeRepository()
    writeFileSync(join(repository, 'package.json'), '{"scripts":{"test":"node --test"}}')
    const before = snapshot(repository)
    const plan = planOf([{ id: '1' }, { id: '2A', after: '1' }, { id: '2B', after: '1' }])
    const { code, stdout, stderr } = await cli([
      'run',
      plan,
      '--repo',
      repository,
      '--dry-run',
      '--test',
      'npm test',
    ])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^DRY RUN - EXECUTION PREVIEW\n/)
    expect(stdout).toContain('- Language: JavaScript\n- Framework: not detected\n- Tests: node:test\n')
    expect(stdout).toContain(
      'Batch 2 (parallel):\n  [2A] Do 2A (2 pts)\n       Dependencies: [1]\n       Tasks: 1\n',
    )
    expect(stdout).toContain('Total: 3 phases, 6 points, 3 tasks\n\nValidation: PASSED\n')
    expect(stdout).toContain(`amelia run ${plan} --repo ${repository} --test 'npm test'\n`)
    expect(snapshot(repository)).toBe(before)
  })
})

describe.concurrent('amelia run rejects', () => {
  const refused = async (repository: string, plan: string, args: string[] = unattended) => {
    const before = snapshot(repository)
    const { code, stdout, stderr } = await cli(['run', plan, '--repo', repository, ...args])
    expect(stdout).toBe('')
    expect(stderr).not.toMatch(/\n\s+at /)
    expect(code).toBe(2)
    expect(snapshot(repository)).toBe(before)
    return stderr
  }
  const plan = () => planOf([{ id: '1' }])

  it('a folder that is not a repository or does not exist', async () => {
    const folder = makeFolder()
    const none = await cli(['run', plan(), '--repo', folder, ...unattended])
    expect(none).toMatchObject({ code: 2, stdout: '' })
    expect(none.stderr).toContain('git init')
    const missing = await cli(['run', plan(), '--repo', join(folder, 'nowhere'), ...unattended])
    expect(missing).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('Folder not found'),
    })
  })

  it('a repository without a commit', async () => {
    expect(await refused(makeRepository({ empty: true }), plan())).toContain('no commit')
  })

  it('an unfinished merge', async () => {
    const repository = makeRepository()
    git(repository, 'checkout', '-q', '-b', 'other')
    writeFileSync(join(repository, 'README.md'), 'theirs\n')
    git(repository, 'commit', '-q', '-a', '-m', 'Theirs')
    git(repository, 'checkout', '-q', 'main')
    writeFileSync(join(repository, 'README.md'), 'ours\n')
    git(repository, 'commit', '-q', '-a', '-m', 'Ours')
    expect(() => git(repository, 'merge', 'other')).toThrow()
    expect(await refused(repository, plan())).toContain('merge is in progress')
  })

  it('an invalid plan, with file and line', async () => {
    const stderr = await refused(makeRepository(), planOf([{ id: '1', after: '1' }]), [])
    expect(stderr).toMatch(/plan\.md:7:\d+: error: .*\[DEPENDENCY_SELF\]/)
  })

  it('a plan that needs an agent, with file and line', async () => {
    const folder = makeFolder()
    const path = join(folder, 'plan.md')
    writeFileSync(path, '### Task 1: Think\n\nThink hard.\n')
    const stderr = await refused(makeRepository(), path)
    expect(stderr).toContain(`${path}:1:1: error: `)
    expect(stderr).toContain('Think')
  })

  it.each([
    [
      'an unknown driver',
      ['--driver', 'robot'],
      'Unknown driver "robot".\nDrivers: steps, claude, codex, api, command, acp, opencode, gemini, copilot, goose, qwen, kimi, vibe, claude-acp, codex-acp.',
    ],
    ['a value that is not a number', ['--concurrency', 'many'], 'integer from 1 to 1000'],
    ['an unknown level of trust', ['--trust', 'blind'], 'paranoid, standard, autonomous'],
    ['a command that needs a shell', ['--test', 'npm test && true'], '"&&" is shell syntax'],
    ['an unclosed quote', ['--test', 'sh -c "x'], 'the quote " is not closed'],
    ['an empty command', ['--test', ' '], '--test is empty'],
    ['an invalid branch name', ['--target', 'a..b', ...unattended], 'a..b'],
    [
      'an invalid tracker id',
      ['--tracker-id', '../x', ...unattended],
      '--tracker-id must be at most 64 letters',
    ],
  ])('%s', async (_, args, message) => {
    expect(await refused(makeRepository(), plan(), args)).toContain(message)
  })
})

describe.concurrent('stopping', { timeout: 80_000 }, () => {
  /** Starts a run whose phase 2 takes the given number of seconds. */
  const start = (seconds: number) => {
    const repository = makeRepository()
    const plan = planOf([
      { id: '1', run: 'echo 1 > one' },
      { id: '2', after: '1', run: `sleep ${seconds}; echo 2 > two` },
      { id: '3', after: '2', run: 'echo 3 > three' },
    ])
    const run = startCli(['run', plan, '--repo', repository, ...unattended, '--json'])
    return { repository, ...run }
  }
  const until = async (condition: () => boolean, { child }: { child: ChildProcess }): Promise<void> => {
    const end = Date.now() + 40_000
    while (!condition()) {
      if (Date.now() > end || child.exitCode !== null)
        throw new Error('The condition did not become true within 40 s, or the process ended.')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const statuses = (stdout: string) =>
    events(stdout)
      .at(-1)
      ?.report?.phases.map(({ status }) => status)
  const running = (output: () => string) => () =>
    events(output().slice(0, output().lastIndexOf('\n') + 1)).some(
      ({ type, phaseId }) => type === 'step_started' && phaseId === '2',
    )

  it.each(['SIGINT', 'SIGTERM'] as const)('%s lets running phases finish (fault 60)', async (signal) => {
    const { child, outcome, output } = start(3)
    await until(running(output), { child })
    child.kill(signal)
    const { code, stdout, stderr } = await outcome
    expect(statuses(stdout)).toEqual([
      'completed',
      'completed',
      expect.stringMatching(/pending|ready|cancelled/),
    ])
    expect(code).toBe(130)
    expect(stderr).toContain('Draining: running phases finish, and no others start.')
  })

  it('Ctrl-C twice stops running phases (fault 60)', async () => {
    // The step would take longer than the test may.
    const { child, outcome, output, repository } = start(600)
    await until(running(output), { child })
    const drains = once(child.stderr!, 'data')
    child.kill('SIGINT')
    await drains
    child.kill('SIGINT')
    const { code, stdout, stderr } = await outcome
    expect(code).toBe(130)
    expect(stderr).toContain('Draining: running phases finish, and no others start.')
    expect(stderr).toContain('Stopping.')
    expect(statuses(stdout)?.[0]).toBe('completed')
    expect(statuses(stdout)?.[1]).not.toBe('completed')
    expect(git(repository, 'status', '--porcelain')).toBe('')
  })

  it('continues silently when the reader of stdout closes', async () => {
    const { child, outcome, output } = start(3)
    await until(running(output), { child })
    child.stdout?.destroy()
    const { code, stderr } = await outcome
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })
})
