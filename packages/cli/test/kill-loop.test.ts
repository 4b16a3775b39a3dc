import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

afterAll(removeFolders)

/** How often a process is killed, in all. `npm run test:durability` kills a thousand times. */
const wanted = Number(process.env['KILLS'] ?? 1)
const seed = Number(process.env['KILL_SEED'] ?? 1)

/** Two chains and what joins them; some steps take their time. */
const rows: PlanRow[] = [
  { id: '1', run: 'echo one > one.txt' },
  { id: '2', run: 'sleep 0.1; echo two > two.txt' },
  { id: '3', after: '1', run: 'echo three >> one.txt; echo three > three.txt' },
  { id: '4', after: '2', run: 'sleep 0.05; echo four > four.txt' },
  { id: '5', after: '3, 4', run: 'cat one.txt two.txt three.txt four.txt > five.txt' },
]
const flags = ['--trust', 'autonomous', '--yes', '--no-artefacts', '--json']

/** Numbers from 0 to 1, the same for the same seed. */
const chance = (start: number) => {
  let state = start
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const run = async (repository: string, plan: string) => {
  const { code, stdout } = await cli(['run', plan, '--repo', repository, ...flags])
  expect({ code, stdout }).toMatchObject({ code: 0 })
}

const branchOf = (repository: string): string =>
  git(repository, 'for-each-ref', '--format=%(refname)', 'refs/heads/amelia')

const runsOf = (repository: string): string[] => {
  const folder = join(repository, '.git/amelia/runs')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** The folders in which attempts were made. */
const workspacesIn = (slots: string): string[] =>
  execFileSync('find', [slots, '-name', 'slot-*', '-o', '-name', '*.old'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '')

/** What is still alive of everything that was started for a repository: its path is in each environment. */
const processesOf = (mark: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })

/** Runs the plan in a repository of its own, killing each process that is at it, until one comes to the end. Gives the number of kills. */
const survive = async (plan: string, random: () => number, tree: string): Promise<number> => {
  const repository = makeRepository()
  const slots = makeFolder()
  const env = { TMPDIR: slots, KILL_MARK: repository }
  let kills = 0
  for (let process = 0; ; process++) {
    expect(process, 'processes for five phases: it does not come to its end').toBeLessThan(60)
    const [runId] = runsOf(repository)
    const args =
      runId === undefined
        ? ['run', plan, '--repo', repository, ...flags]
        : ['resume', runId, '--repo', repository, '--json']
    const { child, outcome, output } = startCli(args, { env })
    // After so many events, and a moment more: however loaded the machine is, kills fall all over the run.
    const events = Math.floor(random() * 30)
    const moment = random() * 40
    child.stdout!.on('data', () => {
      if (output().split('\n').length > events) setTimeout(() => child.kill('SIGKILL'), moment)
    })
    const { code, signal, stderr } = await outcome
    if (signal === 'SIGKILL') {
      kills++
      continue
    }
    // Killed before its first input was safe: such a run was never begun, and a new one is.
    if (code === 2 && /never started|begin as a journal/.test(stderr)) {
      execFileSync('rm', ['-rf', join(repository, '.git/amelia/runs', runId!)])
      continue
    }
    expect({ code, stderr, last: output().trim().split('\n').at(-1) }).toMatchObject({ code: 0 })
    break
  }
  const branch = branchOf(repository)
  git(repository, 'fsck', '--strict', '--no-dangling')
  expect(git(repository, 'rev-parse', `${branch}^{tree}`)).toBe(tree)
  const phases = git(
    repository,
    'log',
    '--format=%(trailers:key=Amelia-Phase,valueonly,separator=)',
    `main..${branch}`,
  )
  expect(phases.split('\n').sort()).toEqual(rows.map(({ id }) => id))
  expect(git(repository, 'status', '--porcelain')).toBe('')
  const locks = execFileSync('find', [join(repository, '.git'), '-name', '*.lock'], { encoding: 'utf8' })
  expect(locks).toBe('')
  expect(processesOf(`KILL_MARK=${repository}`).join()).toBe('')
  expect(workspacesIn(slots).join('\n')).toBe('')
  return kills
}

it(
  `a process that is killed at any moment loses nothing and does nothing twice (${wanted} kills)`,
  async () => {
    const plan = writePlan(makeFolder(), rows)
    const whole = makeRepository()
    await run(whole, plan)
    const tree = git(whole, 'rev-parse', `${branchOf(whole)}^{tree}`)
    const random = chance(seed)
    let kills = 0
    let rounds = 0
    while (kills < wanted) {
      kills += await survive(plan, random, tree)
      rounds++
    }
    console.log(`SIGKILLs ${kills} in ${rounds} runs | lost work 0 | double commits 0`)
  },
  // A run is killed until it comes to its end, whatever was wanted: on a busy machine that takes its time.
  180_000 + wanted * 20_000,
)
