import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRepository } from './create-repository.ts'
import { call, done, finish, textOf } from './fake-anthropic.ts'
import { openRealClaude, type RealClaude, testKey } from './real-claude.ts'
import { startAmelia, type StartedAmelia } from './start-amelia.ts'
import { writesHello } from './writes-hello.ts'

let claude: RealClaude
let repo: string
let git: (...args: string[]) => string
beforeEach(async () => {
  claude = await openRealClaude()
  repo = join(dirname(claude.dir), 'repo')
  git = createRepository(repo)
})
afterEach(() => claude.close())

const amelia = (...words: string[]): StartedAmelia =>
  startAmelia(claude, repo, words, { ANTHROPIC_API_KEY: testKey })

/** Starts a run whose agent has written its file, and waits for the answer to its second request. */
const startRun = async () => {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let arrive = (): void => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  claude.api.play(async (request) => {
    if (!textOf(request).includes('tool_result')) return call('Bash', { command: 'echo hello > hello.txt' })
    arrive()
    await released
    return finish(request, done('The file is there.', { files: ['hello.txt'] }))
  })
  const plan = join(dirname(claude.dir), 'plan.md')
  writeFileSync(plan, writesHello.plan)
  const flags = ['--no-review', '--trust', 'autonomous', '--yes', '--target', 'work']
  const run = amelia('run', plan, ...flags, '--driver', 'claude', '--model', 'claude-sonnet-4-5')
  await Promise.race([arrived, run.outcome])
  return { run, release }
}

/** The ids of Claude's programs. */
const programs = (engine: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== engine)
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`CLAUDE_CONFIG_DIR=${claude.home}\0`)
      } catch {
        return false
      }
    })

/** Checks that the resumed run continues the only attempt in its session and its tree. */
const checkResume = async (): Promise<void> => {
  const { code, stdout } = await amelia('resume').outcome
  expect(code, stdout).toBe(0)
  expect(git('show', 'work:hello.txt')).toBe('hello')
  expect(git('log', '--format=%(trailers:key=Amelia-Attempt,valueonly,separator=)', 'main..work')).toBe('1')
  const [first, ...others] = claude.api.requests.map(textOf)
  for (const text of others) {
    expect(text).toContain('echo hello > hello.txt')
    expect(text).not.toContain('different approach')
  }
  expect(first).not.toContain('echo hello > hello.txt')
}

it.each(['SIGINT', 'SIGHUP', 'SIGTERM'] as const)(
  'finishes its phase when the process group of the run gets %s',
  async (signal) => {
    const { run, release } = await startRun()
    process.kill(-run.pid, signal)
    await run.told('Draining')
    expect(programs(run.pid)).not.toEqual([])
    release()
    const { code, stdout, stderr } = await run.outcome
    expect(code, stdout + stderr).toBe(0)
    expect(git('show', 'work:hello.txt')).toBe('hello')
    expect(claude.api.requests).toHaveLength(2)
  },
)

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'continues in its session after %s ended it while the run drained',
  async (signal) => {
    const { run, release } = await startRun()
    process.kill(-run.pid, 'SIGINT')
    await run.told('Draining')
    for (const pid of programs(run.pid)) process.kill(pid, signal)
    const { code, stdout, stderr } = await run.outcome
    expect(code, stdout + stderr).toBe(130)
    release()
    await checkResume()
  },
)

it('continues in its session after a second Ctrl-C', async () => {
  const { run, release } = await startRun()
  process.kill(-run.pid, 'SIGINT')
  await run.told('Draining')
  process.kill(-run.pid, 'SIGINT')
  const { code, stdout, stderr } = await run.outcome
  expect(code, stdout + stderr).toBe(130)
  expect(programs(run.pid)).toEqual([])
  release()
  await checkResume()
})
