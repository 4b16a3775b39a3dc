import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli, makeFolder, makeRepository, type PlanRow, removeFolders, writePlan } from '../fixtures/cli.ts'
import { expectCaptured } from '../fixtures/expect-captured.ts'
import { startInTerminal } from '../fixtures/start-terminal.ts'

afterAll(removeFolders)

const sizes = [
  { cols: 80, rows: 24 },
  { cols: 200, rows: 60 },
]

const title = 'Detect the encoding of a file without a byte order mark'
const rows = (last: string): PlanRow[] => [
  { id: '1', title: 'Set up the package', run: 'echo one > one.txt' },
  { id: '2', title, run: 'echo two > two.txt', after: '1' },
  { id: '3', title: '行を読む 🚀', run: last, after: '2' },
]
const failing = 'echo "expected 2 rows; got 3"; false'

/** Creates a repository, a plan beside it, and the arguments that run the plan in the repository. */
const prepare = (last = 'echo three > three.txt') => {
  const repository = makeRepository()
  const plan = writePlan(makeFolder(), rows(last))
  return { repository, plan, run: ['run', plan, '--trust', 'autonomous', '--yes', '--max-attempts', '1'] }
}

/** Runs a command at a terminal of each size, in a repository, and compares its last screen. */
const capture = async (name: string, args: readonly string[], repository: () => string): Promise<void> => {
  for (const size of sizes) {
    const { exited, screen } = startInTerminal(args, { cwd: repository(), size, env: { PAGER: 'cat' } })
    await exited
    expectCaptured(`${name}-${size.cols}x${size.rows}.txt`, screen(), { anyWidth: true })
    for (const line of screen()) expect(line.length).toBeLessThanOrEqual(size.cols)
  }
}

describe('what commands show at a terminal', { timeout: 120_000 }, () => {
  const [done, failed, waiting] = [prepare(), prepare(failing), prepare('exit 127')]

  beforeAll(async () => {
    for (const { run, repository } of [done, failed, waiting]) await cli(run, { cwd: repository })
  }, 120_000)

  it.each([
    ['overview-waiting', [], waiting],
    ['overview-done', [], done],
    ['status-waiting', ['status'], waiting],
    ['status-failed', ['status'], failed],
    ['status-done', ['status', '--cost'], done],
    ['show-failed', ['show', '3'], failed],
    ['logs', ['logs', '3'], failed],
    ['runs', ['runs'], done],
    ['stats', ['stats'], failed],
    ['clean', ['clean'], done],
    ['check', ['check', done.plan], done],
    ['dry-run', [...done.run, '--dry-run'], done],
    ['typo', ['run', done.plan, '--concurency', '2'], done],
  ] as const)('%s', async (name, args, { repository }) => {
    await capture(name, args, () => repository)
  })

  it('a plan with an error', async () => {
    const plan = join(makeFolder(), 'plan.md')
    writeFileSync(plan, '# Words\n\n### Task 1: Count\n\n**Depends on:** Task 7\n\nCount.\n')
    await capture('check-error', ['check', plan], () => done.repository)
  })

  it('a repository without runs', () => capture('overview-empty', [], makeRepository))

  it('the end of a run', () => capture('end-done', prepare().run, makeRepository))

  it.each(sizes)('a failed phase, and the end of its run, at %o', async (size) => {
    const { run, repository } = prepare(failing)
    const { until, press, screen, exited } = startInTerminal(run, { cwd: repository, size })
    const at = `${size.cols}x${size.rows}`
    await until((text) => /Question 1 of 1[^]*Changes/.test(text) && text.trimEnd().endsWith('?: help'))
    expectCaptured(`failed-${at}.txt`, screen(), { anyWidth: true })
    await press('x', 'End the run?')
    await press('y', /^amelia|^ {2}amelia/m)
    await exited
    expectCaptured(`end-aborted-${at}.txt`, screen(), { anyWidth: true })
  })
})
