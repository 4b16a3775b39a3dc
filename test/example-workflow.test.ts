import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createRun, type GateQuestion, openRun, type Report, readPlan, type RunEvent } from '@amelia/core'
import { recordEvents } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { executionPlan } from '@amelia/parser-execution-plan'
import { beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { folder, git, repository } from './fixtures/repository.ts'

/**
 * Example Workflow (seed intelligent-execution): a missing tool, failing tests, a person who fixes the cause
 * or skips.
 */

const path = resolve(import.meta.dirname, '../examples/people/plan.yaml')
const plan = readPlan(readFileSync(path, 'utf8'), { parsers: [executionPlan()] })

/** The home folder, in which the plan's tests expect the session store. */
let home: string

/** A machine with only git and Node, and a home folder without a session store. */
beforeEach(() => {
  const programs = folder('programs')
  for (const name of ['git', 'sh'])
    symlinkSync(
      execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(),
      join(programs, name),
    )
  symlinkSync(process.execPath, join(programs, 'node'))
  home = folder('home')
  vi.stubEnv('PATH', programs)
  vi.stubEnv('HOME', home)
  // The home folder of a test is in the folder of temporary files, which a step does not see.
  vi.stubEnv('AMELIA_CONFINE_WRITE', home)
  return () => vi.unstubAllEnvs()
})

const makeStore = () => mkdirSync(join(home, 'amelia-people'))

type Blocker = Extract<GateQuestion, { kind: 'blocker' }>
interface Ran {
  repo: string
  report: Report
  events: RunEvent[]
  blockers: Blocker[]
}

/** Runs the plan with a person who approves everything, and answers blockers with this function. */
const run = async (
  answer: (gate: Blocker) => ReturnType<Blocker['choices']['abort']> | undefined,
): Promise<Ran> => {
  const repo = repository()
  const blockers: Blocker[] = []
  const created = await createRun({
    plan,
    preset: 'intelligent',
    trust: 'standard',
    host: nodeHost({ repo }),
    onGate: (gate) => {
      if (gate.kind !== 'blocker') return gate.choices.approve()
      blockers.push(gate)
      return answer(gate)
    },
  })
  const events = recordEvents(created)
  return { repo, report: await created.start(), events, blockers }
}

/** Runs the command line without a terminal. */
const cli = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(inject('programs'), 'cli.mjs'), ...args],
    {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  return { code: status, stdout, stderr }
}

const completed = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'step_completed' ? [[event.stepId, event.command]] : []))

const filesOf = (repo: string, { target }: Report): string[] =>
  git(repo, 'ls-tree', '-r', '--name-only', target)
    .split('\n')
    .filter((name) => !name.startsWith('docs/amelia/'))

const everything = ['README.md', 'docs/logout.md', 'src/auth/sessions.mjs', 'tests/logout.test.mjs']

describe('the example of a run that asks a person', () => {
  it('uses the fallback without a question if c8 is missing', async () => {
    makeStore()
    const { repo, report, events, blockers } = await run(() => undefined)
    expect(report.status).toBe('completed')
    expect(blockers).toEqual([])
    expect(completed(events)).toEqual([
      ['1.1', undefined],
      ['2.1', undefined],
      ['2.2', 'node --test tests/logout.test.mjs'],
      ['3.1', undefined],
    ])
    expect(filesOf(repo, report)).toEqual(everything)
  })

  // seed: intelligent-execution 52, intelligent-execution 42
  it('asks when the tests fail, with what failed and what was tried, and continues at that step when the cause is fixed', async () => {
    const { repo, report, events, blockers } = await run((gate) => {
      makeStore()
      return gate.choices.retry?.()
    })
    expect(blockers).toMatchObject([{ blocker: 'command_failed', phaseIds: ['2'] }])
    expect(blockers[0]?.question).toContain('step 2.2')
    const shown = blockers[0]?.details.join('\n')
    expect(shown).toContain('command: c8 node --test tests/logout.test.mjs\nproblem: could not start')
    expect(shown).toContain(
      `The session store does not exist: create the folder ${join(home, 'amelia-people')}`,
    )
    expect(report.status).toBe('completed')
    expect(completed(events).map(([id]) => id)).toEqual(['1.1', '2.1', '2.2', '3.1'])
    expect(filesOf(repo, report)).toEqual(everything)
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })

  it('skips the step when a person chooses so, and does the rest', async () => {
    const { repo, report, events } = await run((gate) => gate.choices.skip?.())
    expect(report).toMatchObject({
      status: 'partial',
      phases: [{}, { skippedParts: expect.arrayContaining(['2.2']) }, {}],
    })
    expect(completed(events).map(([id]) => id)).toEqual(['1.1', '2.1', '3.1'])
    expect(filesOf(repo, report)).toEqual(everything)
  })

  it('waits without an answer, and continues in another process', async () => {
    const { repo, report } = await run(() => undefined)
    expect(report).toMatchObject({
      status: 'waiting',
      gates: [{ kind: 'blocker', blocker: 'command_failed' }],
    })
    makeStore()
    const resumed = await openRun({
      host: nodeHost({ repo }),
      runId: report.runId,
      onGate: (gate) => (gate.kind === 'checkpoint' ? gate.choices.approve() : undefined),
    })
    await resumed.answer(report.gates[0]!.id, 'retry')
    expect((await resumed.start()).status).toBe('completed')
  })

  it.each([
    ['the plan, where nobody has agreed to it', ['--trust', 'standard'], /commands/, 'approve, reject'],
    [
      'the first batch, where it is to be looked at',
      ['--trust', 'standard', '--yes'],
      /Batch 1 \(1\)/,
      'approve, abort',
    ],
    [
      'the tests that fail, where the rest may be done alone',
      ['--trust', 'autonomous', '--yes'],
      /step 2\.2[^]*The session store does not exist/,
      'retry',
    ],
  ])('unattended stops at %s, says so and ends with 3', (_, flags, question, answers) => {
    const repo = repository()
    const { code, stdout } = cli('run', path, '--repo', repo, '--preset', 'intelligent', ...flags)
    expect(code).toBe(3)
    expect(stdout).toContain('Waiting for an answer')
    expect(stdout).toMatch(question)
    expect(stdout).toContain(`Answers: ${answers}`)
    expect(git(repo, 'status', '--porcelain')).toBe('')
  })

  it('unattended can be answered and resumed from another terminal, with the commands that it prints', () => {
    const repo = repository()
    const flags = ['--preset', 'intelligent', '--trust', 'autonomous', '--yes']
    const { stdout: waiting } = cli('run', path, '--repo', repo, ...flags)
    const [, runId, gateId] = /amelia answer (\S+) (\S+) retry --repo/.exec(waiting) ?? []
    expect(gateId).toBe('1')
    makeStore()
    const answered = cli('answer', runId!, gateId!, 'retry', '--repo', repo)
    expect([answered.code, answered.stderr]).toEqual([0, ''])
    const { code, stdout, stderr } = cli('resume', runId!, '--repo', repo)
    expect(code, stdout + stderr).toBe(0)
    expect(stdout).toContain('3 of 3 phases')
    expect(
      git(repo, 'ls-tree', '-r', '--name-only', git(repo, 'branch', '--list', 'amelia/*').trim()),
    ).toContain('docs/logout.md')
  })

  it('unattended completes if nothing is missing', () => {
    makeStore()
    const repo = repository()
    const flags = ['--preset', 'intelligent', '--trust', 'autonomous', '--yes']
    const { code, stdout } = cli('run', path, '--repo', repo, ...flags)
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('3 of 3 phases')
  })
})
