import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
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
import { type Kills, killSometime } from './fixtures/kill-sometime.ts'
import { markedProcesses } from './fixtures/process-tree.ts'

afterAll(removeFolders)

/**
 * The number of processes killed alone, and with all their descendants. `npm run test:durability` kills far
 * more.
 */
const wanted: Kills = {
  alone: Number(process.env['KILLS'] ?? 1),
  trees: Number(process.env['TREE_KILLS'] ?? 2),
}
const all = wanted.alone + wanted.trees
const seed = Number(process.env['KILL_SEED'] ?? 1)
/** Number of concurrent runs. */
const lanes = all > 10 ? 2 : 1

/** Two chains and a phase that joins them; some steps are slow. */
const rows: PlanRow[] = [
  { id: '1', run: 'echo one > one.txt' },
  { id: '2', run: 'sleep 0.1; echo two > two.txt' },
  { id: '3', after: '1', run: 'echo three >> one.txt; echo three > three.txt' },
  { id: '4', after: '2', run: 'sleep 0.05; echo four > four.txt' },
  { id: '5', after: '3, 4', run: 'cat one.txt two.txt three.txt four.txt > five.txt' },
]
const flags = ['--trust', 'autonomous', '--yes', '--json']

/** The ways to run the plan. Each round uses the next one. */
const forms = [
  { name: 'by default', flags: [] },
  { name: 'in place', flags: ['--in-place', '--allow-dirty'] },
  { name: 'without artifacts', flags: ['--no-artifacts'] },
]
type Form = (typeof forms)[number]
const isInPlace = ({ name }: Form): boolean => name === 'in place'

/** Creates a generator of numbers in [0, 1), determined by the seed. */
const chance = (start: number) => {
  let state = start
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Creates a repository with staged, unstaged, untracked and ignored changes of its user. */
const makeDirty = (): string => {
  const repository = makeRepository()
  const own = join(repository, 'own.txt')
  writeFileSync(join(repository, '.gitignore'), 'ignored/\n')
  writeFileSync(own, 'committed\n')
  git(repository, 'add', '.')
  git(repository, 'commit', '-q', '-m', 'More')
  writeFileSync(own, 'staged\n')
  git(repository, 'add', 'own.txt')
  appendFileSync(own, 'and more\n')
  writeFileSync(join(repository, 'notes ü.txt'), 'untracked\n')
  mkdirSync(join(repository, 'ignored'))
  writeFileSync(join(repository, 'ignored/key'), 'private\n')
  return repository
}

/** Reads the user's own files, and git's status of the checkout. */
const stateOf = (repository: string): string[] => [
  git(repository, '--no-optional-locks', 'status', '--porcelain=v2', '-uall', '--ignored'),
  ...['own.txt', 'notes ü.txt', 'ignored/key'].map((path) => readFileSync(join(repository, path), 'utf8')),
]

const branchOf = (repository: string, form: Form): string =>
  isInPlace(form)
    ? 'refs/heads/main'
    : git(repository, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')

/**
 * Lists the phases with statements, in the order of the chain, which is that of their commits: each statement
 * is about the commit of its phase, and continues the one before it.
 */
const statedPhases = (repository: string, branch: string): string[] => {
  const runId = git(
    repository,
    'log',
    '-1',
    '--format=%(trailers:key=Amelia-Run,valueonly,separator=)',
    branch,
  )
  const phases: string[] = []
  let previous: string | null = null
  for (const commit of git(repository, 'rev-list', '--reverse', `refs/amelia/${runId}/proof`).split('\n')) {
    const file = git(repository, 'diff-tree', '--root', '--no-commit-id', '--name-only', '-r', commit)
    const { payload } = JSON.parse(git(repository, 'show', `${commit}:${file}`)) as { payload: string }
    const json = Buffer.from(payload, 'base64')
    const { subject, predicate } = JSON.parse(json.toString()) as {
      subject: { digest: { gitCommit: string } }[]
      predicate: { previous: string | null; phase?: { id: string } }
    }
    expect(predicate.previous).toBe(previous)
    previous = createHash('sha256').update(json).digest('hex')
    if (predicate.phase === undefined) continue
    const of = subject[0]!.digest.gitCommit
    expect(git(repository, 'rev-parse', `refs/amelia/${runId}/phase/${predicate.phase.id}`)).toBe(of)
    phases.push(predicate.phase.id)
  }
  const order = git(
    repository,
    'log',
    '--reverse',
    '--format=%(trailers:key=Amelia-Phase,valueonly,separator=)',
    branch,
  )
  expect(phases).toEqual(order.split('\n').filter((id) => id !== ''))
  return phases.sort()
}

/** Reads the files and the commits of a run: of its report only the names, because its content has times. */
const resultOf = (repository: string, form: Form, base: string) => {
  const branch = branchOf(repository, form)
  const files = git(repository, 'ls-tree', '-r', branch).replaceAll(
    /^.*\tdocs\/amelia\/[^/]*(.*)$/gm,
    'report $1',
  )
  const trailer = (key: string): string => `%(trailers:key=${key},valueonly,separator=)`
  const commits = git(
    repository,
    'log',
    `--format=phase ${trailer('Amelia-Phase')}, ${trailer('Amelia-Commit')}`,
    `${base}..${branch}`,
  )
  return {
    stated: statedPhases(repository, branch),
    files: files.split('\n').sort(),
    commits: commits
      .split('\n')
      .map((line) => line.trimEnd())
      .sort(),
  }
}
type Result = ReturnType<typeof resultOf>

/** Runs the plan without interruption. */
const run = async (plan: string, form: Form): Promise<Result> => {
  const repository = makeDirty()
  const base = git(repository, 'rev-parse', 'HEAD')
  const { code, stdout } = await cli(['run', plan, '--repo', repository, ...flags, ...form.flags])
  expect({ code, stdout }).toMatchObject({ code: 0 })
  const result = resultOf(repository, form, base)
  const phases = result.commits.flatMap((line) => /^phase (.+),/.exec(line)?.[1] ?? [])
  expect(phases).toEqual(rows.map(({ id }) => id))
  return result
}

const runsOf = (repository: string): string[] => {
  const folder = join(repository, '.git/amelia/runs')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Lists the folders of attempts. */
const workspacesIn = (slots: string): string[] =>
  execFileSync('find', [slots, '-name', 'slot-*', '-o', '-name', '*.old'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '')

const locksIn = (repository: string): string[] =>
  execFileSync('find', [join(repository, '.git'), '-name', '*.lock'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '')

const movedIn = (repository: string): number => {
  const folder = join(repository, '.git/amelia/locks')
  return existsSync(folder) ? readdirSync(folder).length : 0
}

/** Makes what a killed git left a minute older, so that it need not be waited for. */
const age = (repository: string): void => {
  const calls = join(repository, '.git/amelia/calls')
  const notes = existsSync(calls) ? readdirSync(calls).map((name) => join(calls, name)) : []
  for (const path of [...locksIn(repository), ...notes]) {
    const seconds = statSync(path).mtimeMs / 1000 - 60
    utimesSync(path, seconds, seconds)
  }
}

interface Totals extends Kills {
  rounds: number
  /** Number of locks that a process moved aside without a question. */
  locks: number
  /** The first failure, after which the other lane ends. */
  failed?: { error: unknown }
}

/** Runs the plan in a new repository, killing one process after the other until one finishes. */
const survive = async (
  plan: string,
  form: Form,
  random: () => number,
  expected: Result,
  totals: Totals,
): Promise<void> => {
  const repository = makeDirty()
  const base = git(repository, 'rev-parse', 'HEAD')
  const before = stateOf(repository)
  const slots = makeFolder()
  const marks = { environment: `KILL_MARK=${repository}`, folder: isInPlace(form) ? repository : slots }
  const env = { TMPDIR: slots, KILL_MARK: repository }
  for (let count = 0; ; count++) {
    expect(count, 'processes for five phases: the run never finishes').toBeLessThan(60)
    const [runId] = runsOf(repository)
    const args =
      runId === undefined
        ? ['run', plan, '--repo', repository, ...flags, ...form.flags]
        : ['resume', runId, '--repo', repository, '--json']
    const started = startCli(args, { env })
    await killSometime(started, { repository, marks, done: totals, wanted, random })
    const { code, signal, stderr } = await started.outcome
    if (signal === 'SIGKILL') continue
    // It was killed before its first record was durable: the run never started, so start a new one.
    if (code === 2 && stderr.includes('never started')) {
      execFileSync('rm', ['-rf', join(repository, '.git/amelia/runs', runId!)])
      continue
    }
    if (code !== 0) {
      const last = started.output().trim().split('\n').at(-1)
      throw new Error(JSON.stringify({ form: form.name, code, stderr, last, locks: locksIn(repository) }))
    }
    // The clean-up of an ended run reports its failure, and the run stays completed.
    expect(stderr).not.toContain('Git is blocked')
    break
  }
  totals.rounds++
  git(repository, 'fsck', '--strict', '--no-dangling')
  expect(resultOf(repository, form, base), form.name).toEqual(expected)
  expect(stateOf(repository), form.name).toEqual(before)
  expect(git(repository, 'for-each-ref', 'refs/amelia/*/checkout')).toBe('')
  expect(markedProcesses(marks).join()).toBe('')
  // A lock that no later call of the run met stays until the next call, and so does a slot that a killed
  // process's command was still using.
  if (workspacesIn(slots).length > 0 || locksIn(repository).length > 0) {
    age(repository)
    const cleaned = await startCli(['clean', runsOf(repository)[0]!, '--repo', repository], { env }).outcome
    expect(cleaned).toMatchObject({ code: 0 })
  }
  expect(locksIn(repository).join('\n')).toBe('')
  totals.locks += movedIn(repository)
  expect(workspacesIn(slots).join('\n')).toBe('')
}

it(
  `a process killed at any moment loses nothing and repeats nothing (${wanted.alone} alone, ${wanted.trees} with their descendants)`,
  async () => {
    const plan = writePlan(makeFolder(), rows)
    const expected = new Map<Form, Promise<Result>>()
    const next = async (round: number, random: () => number): Promise<void> => {
      const form = forms[round % forms.length]!
      if (!expected.has(form)) expected.set(form, run(plan, form))
      await survive(plan, form, random, await expected.get(form)!, totals)
    }
    const totals: Totals = { alone: 0, trees: 0, rounds: 0, locks: 0 }
    const lane = async (_: unknown, index: number): Promise<void> => {
      const random = chance(seed + index * 7_919)
      let round = seed + index
      while (!totals.failed && (totals.alone < wanted.alone || totals.trees < wanted.trees))
        await next(round++, random).catch((error: unknown) => (totals.failed ??= { error }))
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    if (totals.failed) throw totals.failed.error
    const { alone, trees, rounds, locks } = totals
    console.log(
      `SIGKILLs ${alone} | process trees ${trees} | locks moved aside ${locks} | in ${rounds} runs | lost work 0 | double commits 0`,
    )
  },
  // A run is killed until it finishes, which takes long on a busy machine.
  180_000 + all * 20_000,
)
