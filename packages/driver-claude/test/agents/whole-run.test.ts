import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { createRun, driverReviewer, openRun, type RunEvent } from '@amelia/core'
import { nodeHost } from '@amelia/node'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { call, textOf } from './fake-anthropic.ts'
import { createRepository } from './create-repository.ts'
import { openRealClaude, type RealClaude } from './real-claude.ts'
import { threePhasesModel, threePhasesOptions } from './three-phases.ts'

let claude: RealClaude
let repo: string
let slots: string
let git: (...args: string[]) => string

beforeEach(async () => {
  claude = await openRealClaude()
  repo = join(dirname(claude.dir), 'repo')
  slots = join(dirname(claude.dir), 'slots')
  git = createRepository(repo)
})
afterEach(async () => {
  const { seen } = claude.proxy
  await claude.close()
  expect(seen, 'hosts other than loopback').toEqual([])
})

/** Phases in the order of their commits, with the attempt of each. */
const commits = (branch: string): string[] =>
  git(
    'log',
    '--reverse',
    '--grep=^Amelia-Phase: ',
    '--format=%(trailers:key=Amelia-Phase,valueonly,separator=) %(trailers:key=Amelia-Attempt,valueonly,separator=)',
    `main..${branch}`,
  ).split('\n')

const expectWork = (branch: string): void => {
  expect(git('show', `${branch}:src/quadruple.js`)).toContain('double(double(n))')
  expect(git('show', `${branch}:src/half.js`)).not.toContain('guess')
  expect(
    git('ls-tree', '-r', '--name-only', branch)
      .split('\n')
      .filter((path) => path.startsWith('test/')),
  ).toEqual(['test/double.test.js', 'test/half.test.js', 'test/quadruple.test.js'])
  expect(git('fsck', '--strict', '--no-dangling')).toBe('')
  expect(git('status', '--porcelain')).toBe('')
}

/** Number of requests by kind of session, identified by the start of their prompts. */
const asked = (): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const request of claude.api.requests) {
    const [kind = 'other'] = /You review phase \w+|You are working on phase \w+/.exec(textOf(request)) ?? []
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

// seed: phased-execution 93
it('runs a plan test-first, with two parallel phases and a review that rejects once', async () => {
  claude.api.play(threePhasesModel())
  const run = await createRun({
    ...threePhasesOptions,
    host: nodeHost({ repo, slots }),
    driver: claude.driver,
    reviewers: [driverReviewer()],
  })
  const events: RunEvent[] = []
  run.subscribe({}, (event) => events.push(event))
  const report = await run.start()
  expect(report.phases.map(({ id, status, failure }) => [id, failure?.message ?? status])).toEqual([
    ['1', 'completed'],
    ['2a', 'completed'],
    ['2b', 'completed'],
  ])
  expect(report.status).toBe('completed')
  expect(commits(report.target).sort()).toEqual(['1 1', '2a 1', '2b 1'])
  expectWork(report.target)

  const at = (type: string, phaseId: string): number =>
    events.find((event) => event.type === type && event.phaseId === phaseId)?.seq ?? Number.NaN
  expect(at('phase_started', '2b')).toBeLessThan(at('phase_completed', '2a'))
  expect(at('phase_started', '2a')).toBeLessThan(at('phase_completed', '2b'))
  // Only scripted requests: four per developer, two per reviewer, and the rejected attempt.
  expect(asked()).toEqual({
    'You are working on phase 1': 4,
    'You are working on phase 2a': 4,
    'You are working on phase 2b': 8,
    'You review phase 1': 2,
    'You review phase 2a': 2,
    'You review phase 2b': 4,
  })
})

const startProcess = (): ChildProcess =>
  spawn(
    process.execPath,
    [
      '--conditions=amelia-source',
      `--import=${pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href}`,
      join(import.meta.dirname, 'run-three-phases.ts'),
      repo,
      slots,
      claude.home,
      claude.api.url,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )

const lives = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

it('is killed while two agents work, and resumed to the same end', async () => {
  const marks = join(dirname(claude.dir), 'ids')
  const running = call('Bash', { command: `echo $PPID $$ >> ${marks}; sleep 305; touch late.txt` })
  claude.api.play(
    threePhasesModel({ interfere: (id, turn) => (id !== '1' && turn === 1 ? running : undefined) }),
  )
  const child = startProcess()
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const exited = new Promise((resolve) => child.on('exit', resolve))
  const ids = (): number[] =>
    existsSync(marks) ? readFileSync(marks, 'utf8').trim().split(/\s+/).map(Number) : []
  while (ids().length < 4 && child.exitCode === null) await delay(50)
  expect(ids().filter(lives)).toHaveLength(4)
  child.kill('SIGKILL')
  await exited

  // The agents get no message: they notice that their parent is gone.
  while (ids().some(lives)) await delay(50)

  claude.api.play(threePhasesModel())
  const run = await openRun({
    host: nodeHost({ repo, slots }),
    runId: output.split('\n')[0] ?? '',
    driver: claude.driver,
    reviewers: [driverReviewer()],
  })
  const report = await run.start()
  expect(report.status).toBe('completed')
  expect(
    commits(report.target)
      .map((line) => line.split(' ')[0])
      .sort(),
  ).toEqual(['1', '2a', '2b'])
  expectWork(report.target)
  expect(git('ls-tree', '-r', '--name-only', report.target)).not.toContain('late.txt')
})
