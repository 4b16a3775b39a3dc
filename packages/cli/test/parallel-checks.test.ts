import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runAtTerminal } from './default-path/run-at-terminal.ts'
import { cli, git, makeFolder, makeRepository, removeFolders } from './fixtures/cli.ts'

afterAll(removeFolders)

const plan = (steps: readonly string[]): string =>
  [
    '# Parallel work\n\n| Phase | Name | Depends On |\n|---|---|---|',
    ...steps.map((_, index) => `| ${index + 1} | Part ${index + 1} | - |`),
    ...steps.map(
      (step, index) => `\n## Phase ${index + 1}: Part ${index + 1}\n\n\`\`\`sh\n${step}\n\`\`\`\n`,
    ),
  ].join('\n')
const writing = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `echo ${index + 1} > ${index + 1}.txt`)

/** Writes `check.mjs` and the plan, and commits both. */
const makeStage = (check: string, steps = writing(2)): string => {
  const repository = makeRepository()
  writeFileSync(join(repository, 'check.mjs'), check)
  writeFileSync(join(repository, 'plan.md'), plan(steps))
  git(repository, 'add', '-A')
  git(repository, 'commit', '-qm', 'Add a plan')
  return repository
}
const run = (cwd: string, ...more: string[]) =>
  cli(
    [
      ...['run', 'plan.md', '--trust', 'autonomous', '--yes', '--target', 'out', '--concurrency', '4'],
      ...['--no-artifacts', '--test', 'node check.mjs', ...more],
    ],
    { cwd },
  )
/** Reads everything that is stored about the only run. */
const journalOf = (cwd: string): string => {
  const runs = join(cwd, '.git/amelia/runs')
  const [id = ''] = readdirSync(runs)
  const files = readdirSync(join(runs, id)).filter((name) => name.startsWith('journal'))
  return files.map((name) => readFileSync(join(runs, id, name), 'utf8')).join('')
}
const filesOf = (cwd: string, branch = 'out'): string[] =>
  git(cwd, 'ls-tree', '--name-only', branch)
    .split('\n')
    .filter((name) => name.endsWith('.txt'))

const listen = (port: string): string => `
import { createServer } from 'node:net'
const server = createServer().on('error', (error) => { console.error(error.message); process.exit(1) })
server.listen(${port}, '127.0.0.1', () => setTimeout(() => server.close(), 700))
`
/** Takes a lock file exclusively, for a while. */
const lock = (file: string, words: string): string => `
import { closeSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
const file = ${file}
try { closeSync(openSync(file, 'wx')) } catch { console.error(${JSON.stringify(words)}); process.exit(1) }
setTimeout(() => rmSync(file), 700)
`

describe('checks that use the variables of their workspace run at the same time', () => {
  it.each([
    ['a port', listen('process.env.AMELIA_PORT')],
    [
      'a socket in TMPDIR',
      listen('process.env.TMPDIR + "/a-socket-with-a-rather-long-name.sock"').replace(", '127.0.0.1'", ''),
    ],
    ['a lock file in TMPDIR', lock('tmpdir() + "/app.lock"', 'locked')],
    [
      'a database with the name of the run and the slot',
      lock('`/tmp/app_${process.env.AMELIA_RUN}_${process.env.AMELIA_SLOT}.db`', 'database is locked'),
    ],
  ])('%s', async (_what, check) => {
    const repository = makeStage(check)
    const outcome = await run(repository)
    expect(outcome, outcome.stdout).toMatchObject({ code: 0 })
    expect(outcome.stdout).not.toContain('It runs again')
    expect(filesOf(repository)).toEqual(['1.txt', '2.txt'])
  })

  it('in two runs side by side', async () => {
    const repositories = [
      makeStage(listen('process.env.AMELIA_PORT')),
      makeStage(listen('process.env.AMELIA_PORT')),
    ]
    const outcomes = await Promise.all(repositories.map((repository) => run(repository)))
    for (const outcome of outcomes) {
      expect(outcome, outcome.stdout).toMatchObject({ code: 0 })
      expect(outcome.stdout).not.toContain('It runs again')
    }
  })
})

describe('a check that collides with that of another phase', () => {
  it.each([
    ['a fixed port', () => listen('28473'), 'EADDRINUSE'],
    [
      'a database file',
      () => lock(JSON.stringify(join(makeFolder(), 'db')), 'database is locked'),
      'database is locked',
    ],
  ])('runs again alone, and uses no attempt: %s', async (_what, check, words) => {
    const repository = makeStage(check(), writing(3))
    const outcome = await run(repository, '--max-attempts', '1')
    expect(outcome, outcome.stdout).toMatchObject({ code: 0 })
    expect(filesOf(repository)).toEqual(['1.txt', '2.txt', '3.txt'])
    expect(outcome.stdout).toMatch(
      new RegExp(
        `The check "test" of phase \\d failed with "${words}" while phases? [\\d, ]+ ran a check\\. It runs again`,
      ),
    )
  })

  it('does not happen with --verify-concurrency 1, while steps run in parallel', async () => {
    const repository = makeStage(listen('28474'), writing(3))
    const outcome = await run(repository, '--verify-concurrency', '1', '--max-attempts', '1')
    expect(outcome, outcome.stdout).toMatchObject({ code: 0 })
    expect(outcome.stdout).not.toContain('It runs again')
  })
})

it.each([
  ['ports of their workspaces', 'process.env.AMELIA_PORT'],
  ['one fixed port', '28477'],
])('parallel phases of an agent use %s, with nothing but a test command', async (_what, port) => {
  const repository = makeStage(listen(port))
  const { code, questions, text, branch } = await runAtTerminal(repository, {
    commands: writing(2),
    areParallel: true,
    test: 'node check.mjs',
  })
  expect(code, text).toBe(0)
  expect(questions).toEqual(['Batch 1 (1, 2) passed. Approve it?'])
  expect(filesOf(repository, branch)).toEqual(['1.txt', '2.txt'])
  expect(journalOf(repository).includes('EADDRINUSE')).toBe(port === '28477')
})

it('counts a port that a program outside of the run uses', async () => {
  const port = 28_475
  const server = createServer().listen(port, '127.0.0.1')
  const repository = makeStage(listen(String(port)), writing(1))
  const outcome = await run(repository, '--max-attempts', '1').finally(() => server.close())
  expect(outcome, outcome.stdout).toMatchObject({ code: 1 })
  expect(outcome.stdout).not.toContain('It runs again')
})

it('keeps the collision in the journal', async () => {
  const repository = makeStage(listen('28476'))
  expect(await run(repository)).toMatchObject({ code: 0 })
  expect(journalOf(repository)).toMatch(
    /"type":"verified",.*"collision":\{"check":"test","words":"EADDRINUSE","phaseIds":\["\d"\]\}/,
  )
})

it('refuses a --port-base among the ephemeral ports before the run starts', async () => {
  const repository = makeStage('')
  const [low = ''] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split('\t')
  const outcome = await run(repository, '--port-base', low)
  expect(outcome).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--port-base must be a port from 1024 to 65515 outside') as unknown,
  })
})
