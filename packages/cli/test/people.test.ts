import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  cli,
  git,
  makeFolder,
  makeRepository,
  type PlanRow,
  removeFolders,
  startCli,
  writePlan,
} from './fixtures/cli.ts'

afterAll(removeFolders)

interface Line {
  type: string
  runId: string
  phaseId?: string
  gate?: { id: string; choices: string[] }
  report?: { status: string }
}

const events = (output: string): Line[] =>
  output
    .slice(0, output.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

interface Status {
  runId: string
  status: string
  locked: boolean
  canGoOn: boolean
  phases: { id: string; status: string }[]
  gates: { number?: number; id: string; choices: string[]; savedAnswers?: object[] }[]
}

const statusOf = async (repository: string, ...args: string[]): Promise<Status> => {
  const { code, stdout, stderr } = await cli(['status', ...args, '--repo', repository, '--json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Status
}

const until = async (condition: () => boolean): Promise<void> => {
  const end = Date.now() + 50_000
  while (!condition()) {
    if (Date.now() > end) throw new Error('The condition did not become true within 50 s.')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Starts a run that asks after each phase, and waits for its first question. */
const startRun = async (rows: PlanRow[]) => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), rows)
  const run = startCli(['run', plan, '--repo', repository, '--trust', 'paranoid', '--yes', '--json'])
  const gates = (): string[] => events(run.output()).flatMap(({ gate }) => (gate ? [gate.id] : []))
  await until(() => gates().length > 0 || run.child.exitCode !== null)
  const [first] = events(run.output())
  const answer = (gate: string, ...more: string[]) =>
    cli(['answer', first!.runId, gate, ...more, '--repo', repository])
  return { ...run, repository, runId: first!.runId, gates, answer }
}

/** Starts a phase that asks immediately, and one that lasts until the file exists. */
const oneAsksOneLasts = async (asks = { run: 'echo 1 > one', gate: 'checkpoint:1:1' }) => {
  const stop = join(makeFolder(), 'stop')
  const run = await startRun([
    { id: '1', run: asks.run },
    { id: '2', run: `until [ -e ${stop} ]; do sleep 0.1; done; echo 2 > two` },
  ])
  expect(run.gates()).toEqual([asks.gate])
  return { ...run, finish: () => writeFileSync(stop, '') }
}

/** A phase that asks because its program is missing, and can be retried. */
const missing = { run: 'exit 127', gate: 'blocker:1:1:1.1.1' }

const runFolder = (repository: string, runId: string): string =>
  join(repository, '.git', 'amelia', 'runs', runId)

describe.concurrent('amelia answer', { timeout: 120_000 }, () => {
  // seed: intelligent-execution 111
  it('works for a running and for a resumed run, with the printed commands', async () => {
    const { repository, runId, answer, finish, outcome } = await oneAsksOneLasts()
    expect(await statusOf(repository)).toMatchObject({
      runId,
      status: 'running',
      locked: true,
      gates: [{ id: 'checkpoint:1:1' }],
    })
    const asked = await cli(['show', runId, '1', '--repo', repository])
    expect(asked.stdout).toMatch(/\nQuestion\n {2}#1 .*\n(?: {2}.*\n)* {2}Answers: approve, /)
    expect(asked.stdout).toContain(`  amelia answer ${runId} 1 approve --repo ${repository}\n`)
    const taken = await answer('checkpoint:1:1', 'approve')
    expect(taken).toMatchObject({
      code: 0,
      stderr: '',
      stdout: 'Answered checkpoint:1:1 with "approve". The run has applied it.\n',
    })
    expect((await statusOf(repository)).gates).toEqual([])
    finish()
    expect((await outcome).code).toBe(3)

    const waiting = await cli(['resume', '--repo', repository])
    expect(waiting.code).toBe(3)
    expect(waiting.stderr).toContain(`Resuming run ${runId}: Small things\n`)
    const commands = waiting.stdout.split('\n').flatMap((line) => /^ {2}amelia (.*)$/.exec(line)?.[1] ?? [])
    expect(commands).toEqual([
      `answer ${runId} 2 approve --repo ${repository}`,
      `resume ${runId} --repo ${repository}`,
    ])
    const kept = await cli(commands[0]!.split(' '))
    expect(kept).toMatchObject({ code: 0, stderr: '' })
    expect(kept.stdout).toMatch(/^Saved "approve" for question \d+\./)
    expect(kept.stdout.endsWith(`\nTo apply it:\n  amelia ${commands[1]}\n`)).toBe(true)
    expect(await cli(commands[0]!.split(' ')), 'the same again').toEqual(kept)
    expect((await statusOf(repository)).gates).toMatchObject([
      { number: 2, id: 'checkpoint:2:1', savedAnswers: [{ choice: 'approve' }] },
    ])
    const shown = await cli(['status', '--repo', repository])
    expect(shown.stdout).not.toContain('amelia answer')
    expect(shown.stdout.slice(shown.stdout.indexOf('Answered'))).toMatch(
      /^Answered, applied by the next resume:\n {2}#2 .* approve\nTo resume the run:\n {2}amelia resume .*\n$/,
    )
    const other = await cli(commands[0]!.replace('approve', 'abort').split(' '))
    expect(other).toMatchObject({ code: 2, stdout: '' })
    expect(other.stderr).toMatch(
      /^error: Question 2 \(checkpoint:2:1\) already has the saved answer "approve"; /,
    )
    expect(other.stderr).toContain(`To apply the saved answer: amelia ${commands[1]}\n`)
    const ended = await cli(commands[1]!.split(' '))
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(
      /^00:0\d {2}run {5}resumed, last written at \S+Z\n00:0\d {2}2 {7}answered: approve\n/,
    )
    expect(ended.stdout).toContain('Completed: 2 of 2 phases')
    const branch = git(repository, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/amelia')
    expect(git(repository, 'log', '--format=%s', `main..${branch}`)).toContain('Phase 2: Do 2\nPhase 1: Do 1')
    expect(await statusOf(repository)).toMatchObject({ status: 'completed', locked: false, canGoOn: false })
  })

  it('fault 69: one of two concurrent answers wins; repeating it is reported', async () => {
    const { answer, finish, outcome, output, repository } = await oneAsksOneLasts(missing)
    const both = await Promise.all([
      answer(missing.gate, 'done-by-hand'),
      answer(missing.gate, 'skip', '--feedback', 'not needed'),
    ])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 2])
    expect(both.find(({ code }) => code === 2)?.stderr).toContain(
      `error: The gate "${missing.gate}" was answered already`,
    )
    const same = both[0].code === 0 ? ['done-by-hand'] : ['skip', '--feedback', 'not needed']
    const again = await Promise.all([answer(missing.gate, ...same), answer(missing.gate, ...same)])
    for (const one of again) {
      expect(one).toMatchObject({ code: 0, stderr: '' })
      expect(one.stdout).toContain('was already answered with ')
    }
    expect(events(output()).filter(({ type }) => type === 'gate_resolved')).toHaveLength(1)
    await cli(['cancel', '--repo', repository, (await statusOf(repository)).runId])
    finish()
    await outcome
  })

  // seed: intelligent-execution 62
  it('faults 68, 70: rejects late, unknown, unoffered and malformed answers with 2, and changes nothing', async () => {
    const { repository, runId, answer, finish, outcome, gates } = await oneAsksOneLasts(missing)
    const { gate } = missing
    const refused = async (args: string[], message: string) => {
      const { code, stdout, stderr } = await answer(args[0]!, ...args.slice(1))
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(message)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
    const show = `To see the open questions: amelia status ${runId} --repo ${repository}\n`
    await refused(['checkpoint:x:1', 'approve'], `Open gates: ${gate}.\n${show}`)
    // Without an agent, an instruction would have no effect.
    await refused(
      [gate, 'fix', '--feedback', 'x'],
      'It offers: retry, done-by-hand, skip, abort, abort-revert.',
    )
    await refused([gate, 'yes'], '"yes" is not an answer. Answers: approve, ')
    await refused([gate, 'aprove'], '"aprove" is not an answer. Did you mean approve?')
    await refused([gate, 'send-back'], 'Add --feedback TEXT.')
    expect(existsSync(join(runFolder(repository, runId), 'commands'))).toBe(false)

    // Any file may have been put there without the command line.
    const commands = join(runFolder(repository, runId), 'commands')
    mkdirSync(commands)
    writeFileSync(join(commands, '0.json'), '{"type":"answer"')
    writeFileSync(join(commands, '1.json'), `{"type":"answer","gateId":"${gate}","choice":"yes"}`)
    await until(() => readdirSync(commands).filter((name) => name.endsWith('.outcome.json')).length === 2)
    for (const id of ['0', '1'])
      expect(JSON.parse(readFileSync(join(commands, `${id}.outcome.json`), 'utf8'))).toMatchObject({
        ok: false,
        code: 'COMMAND_INVALID',
        details: { open: [gate] },
      })

    expect((await answer(gate, 'retry')).code).toBe(0)
    await until(() => gates().includes('blocker:1:2:1.1.1'))
    await refused([gate, 'skip'], `was answered already with "retry": this answer changes nothing.\n${show}`)
    finish()
    expect((await outcome).code).toBe(3)
    await refused([gate, 'skip'], 'was answered already')
    expect((await statusOf(repository)).gates.map(({ id }) => id)).toEqual([
      'blocker:1:2:1.1.1',
      'checkpoint:2:1',
    ])
  })
})

describe.concurrent('amelia cancel', { timeout: 120_000 }, () => {
  it('stops a running run, which can be resumed', async () => {
    const { repository, runId, outcome, finish } = await oneAsksOneLasts()
    const { code, stdout, stderr } = await cli(['cancel', runId, '--repo', repository])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toBe(
      `Stopping run ${runId}.\nTo resume it later:\n  amelia resume ${runId} --repo ${repository}\n`,
    )
    expect((await outcome).code).toBe(130)
    const late = await cli(['cancel', runId, '--repo', repository])
    expect(late).toMatchObject({ code: 2, stdout: '' })
    expect(late.stderr).toContain('nothing to stop')
    finish()
    for (const gate of ['checkpoint:1:1'])
      expect((await cli(['answer', runId, gate, 'approve', '--repo', repository])).code).toBe(0)
    expect((await cli(['resume', '--repo', repository, '--json'])).code).toBe(3)
    expect((await statusOf(repository)).phases.map(({ status }) => status)).toEqual([
      'completed',
      'checkpoint',
    ])
  })

  // seed: intelligent-execution 110
  it('stops one phase, and the run asks what to do with it', async () => {
    const { repository, runId, outcome } = await oneAsksOneLasts()
    const wrong = await cli(['cancel', runId, '1', '--repo', repository])
    expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('is not running') })
    const { code, stdout } = await cli(['cancel', runId, '2', '--repo', repository])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Stopping phase 2\./)
    expect((await outcome).code).toBe(3)
    expect((await statusOf(repository)).gates).toHaveLength(2)
  })

  it('lets running phases finish with --drain', async () => {
    const { repository, runId, outcome, finish } = await oneAsksOneLasts()
    expect((await cli(['cancel', runId, '--drain', '--repo', repository])).code).toBe(0)
    finish()
    await outcome
    expect((await statusOf(repository)).phases[1]?.status).toBe('checkpoint')
  })
})

describe.concurrent('amelia status and resume', { timeout: 120_000 }, () => {
  // seed: intelligent-execution 61
  it('show and resume a run whose process was killed (fault 61)', async () => {
    const { repository, runId, child, outcome, finish } = await oneAsksOneLasts()
    child.kill('SIGKILL')
    await outcome
    finish()
    expect(await statusOf(repository, runId.slice(0, -2))).toMatchObject({
      runId,
      status: 'running',
      locked: false,
      canGoOn: true,
    })
    const shown = await cli(['status', '--repo', repository], { env: { LC_ALL: 'C' } })
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toContain('Not running.\nInterrupted: ')

    expect(shown.stdout).toMatch(/^[\n -~]*$/)
    for (const line of shown.stdout.split('\n').filter((text) => !text.startsWith('  amelia ')))
      expect(line.length).toBeLessThanOrEqual(80)
    expect((await cli(['answer', runId, 'checkpoint:1:1', 'approve', '--repo', repository])).code).toBe(0)
    const resumed = await cli(['resume', runId, '--repo', repository, '--json'])
    expect(resumed.code).toBe(3)
    const lines = events(resumed.stdout)
    expect(lines[0]?.type).toBe('run_resumed')
    expect(lines.find(({ type }) => type === 'gate_resolved')).toMatchObject({ gateId: 'checkpoint:1:1' })
  })

  it('name the owner of a run that is resumed twice (fault 62)', async () => {
    const { repository, runId, outcome, child } = await oneAsksOneLasts()
    const second = await cli(['resume', runId, '--repo', repository])
    expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining(`process ${child.pid}`) })
    await cli(['cancel', runId, '--repo', repository])
    await outcome
  })

  // seed: phase-execution-reference 33
  it('find a run by id, by prefix or by age', async () => {
    const repository = makeRepository()
    const at = ['--repo', repository]
    for (const [args, message] of [
      [['status', ...at], 'No runs in this repository.'],
      [['resume', ...at], 'No unfinished run in this repository.'],
      [['status', 'x', ...at], 'Run "x" not found.\nThis repository has no runs.'],
      [['answer', 'x', 'plan', 'approve', ...at], 'Run "x" not found.'],
      [['cancel', 'x', ...at], 'Run "x" not found.'],
      [['status', '--repo', makeFolder()], 'git init'],
      [['status', '--repo', join(repository, 'nowhere')], 'Folder not found'],
    ] as const) {
      const { code, stdout, stderr } = await cli([...args])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(message)
    }
    const plan = writePlan(makeFolder(), [{ id: '1', run: 'echo 1 > one' }])
    const run = async (...more: string[]) =>
      events((await cli(['run', plan, ...at, '--json', '--trust', 'autonomous', ...more])).stdout)[0]!.runId
    const waiting = await run()
    const done = await run('--yes')
    expect((await statusOf(repository)).runId).toBe(done)
    expect((await statusOf(repository, waiting)).status).toBe('waiting')
    const several = await cli(['status', waiting.slice(0, 4), ...at])
    expect(several).toMatchObject({ code: 2, stdout: '' })
    expect(several.stderr).toBe(
      `error: Several runs start with "${waiting.slice(0, 4)}".\nThey are: ${done}, ${waiting}.\nUsage: amelia status --help\n`,
    )
    // The newest run is completed, so the one before it is resumed.
    expect((await cli(['answer', waiting, 'plan', 'approve', ...at])).code).toBe(0)
    const resumed = await cli(['resume', ...at, '--json'])
    expect([resumed.code, events(resumed.stdout)[0]?.runId]).toEqual([0, waiting])
    // A finished run is shown with its result.
    const before = git(repository, 'for-each-ref')
    for (const wanted of [[], [done]]) {
      const { code, stdout, stderr } = await cli(['resume', ...wanted, ...at])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^Run \S+ has ended: nothing is left to resume\.\nCompleted: 1 of 1 phase done/)
    }
    expect(await cli(['resume', '--json', ...at])).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(git(repository, 'for-each-ref')).toBe(before)
    // An unreadable run is reported and hides no other run.
    const folder = runFolder(repository, waiting)
    for (const name of readdirSync(folder).filter((entry) => entry.startsWith('journal.')))
      writeFileSync(join(folder, name), 'no journal\n')
    const { code, stdout, stderr } = await cli(['status', ...at])
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: expect.stringMatching(/^warning: Line 1 of .* is damaged/),
    })
    expect(stdout).toContain(`Run ${done}.`)
  })
})
