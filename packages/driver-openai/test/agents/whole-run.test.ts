import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { availableParallelism, loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import {
  createRun,
  type DriverV1,
  driverReviewer,
  openRun,
  readPlan,
  type Report,
  type RunEvent,
  type RunOptions,
} from '@amelia/core'
import { recordEvents } from '@amelia/core/testing'
import { nodeHost } from '@amelia/node'
import { subtaskList } from '@amelia/parser-subtask-list'
import { expect, it } from 'vitest'
import { createCodex } from '../../src/index.ts'
import { folder, setCodexStage } from './codex-stage.ts'
import { createRepository, git } from './create-repository.ts'
import { processesOf } from './processes-of.ts'
import { loadRealSdk } from './real-codex.ts'
import { createScene, planText, startFiles } from './users-and-posts.ts'

const runPlan = async (repo: string, driver: DriverV1, more: Partial<RunOptions> = {}) => {
  const run = await createRun({
    plan: readPlan(planText, { parsers: [subtaskList({ grouping: 'chains' })] }),
    driver,
    host: nodeHost({ repo, slots: folder('slots') }),
    trust: 'autonomous',
    tdd: 'full',
    verify: { test: ['node', '--test'] },
    reviewers: [],
    ...more,
  })
  const events = recordEvents(run)
  return { report: await run.start(), events }
}

const told = (events: readonly RunEvent[], type: RunEvent['type']): string[] =>
  events.filter((event) => event.type === type).map(({ phaseId = '' }) => phaseId)

/** Checks that the repository contains all planned work with tests, in one commit per phase. */
const checkEnd = (repo: string, report: Report): void => {
  expect(report.status).toBe('completed')
  const commits = git(repo, 'log', '--format=%s', `main..${report.target}`).split('\n')
  expect(commits.filter((title) => title.startsWith('Phase '))).toHaveLength(3)
  const look = join(folder('look'), 'x')
  git(repo, 'worktree', 'add', '-q', '--detach', look, report.target)
  const output = execFileSync('node', ['--test'], {
    cwd: look,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  })
  expect(output).toMatch(/pass 3/)
  expect(git(repo, 'status', '--porcelain')).toBe('')
}

it('runs a plan test-first, two phases in parallel, with a rejection and a failed verification', async () => {
  const scene = createScene()
  const stage = await setCodexStage((request) => scene.answer(request))
  const repo = createRepository(startFiles)
  const { report, events } = await runPlan(repo, stage.driver, { reviewers: [driverReviewer()] })
  checkEnd(repo, report)
  expect(git(repo, 'show', `${report.target}:src/user.js`)).toContain('comes from the sea')

  const started = told(events, 'phase_started')
  expect(new Set(started.slice(0, 2)).size).toBe(2)
  expect(told(events, 'phase_retry')).toHaveLength(1)
  expect(told(events, 'phase_returned')).toHaveLength(1)
  expect(scene.rejected).toBe(true)
  // Each session writes its files and reports: two files for the users, twice; two for the posts, once; one
  // for both, twice.
  expect(scene.asked).toEqual({ developer: 3 + 3 + 3 + 2 + 2, reviewer: 4 })
  expect(stage.model.requests).toHaveLength(17)
  // A tenth of the input is cached, and counts as a tenth.
  expect(report.spent.tokens).toBe(17 * (100 - 10 + 1 + 20))
  expect(processesOf(`CODEX_HOME=${stage.home}\0`).size).toBe(0)
})

it('resumes a run whose process was killed to the same end, and ends its remaining processes', async () => {
  const scene = createScene({ review: false, mistakes: false })
  let held = true
  const stage = await setCodexStage((request) =>
    held && request.outputs.length === 1 ? 'hang' : scene.answer(request),
  )
  const repo = createRepository(startFiles)
  const slots = folder('slots')
  const child = spawn(
    process.execPath,
    [
      '--conditions=amelia-source',
      '--import=tsx',
      join(import.meta.dirname, 'run-with-codex.ts'),
      repo,
      slots,
      stage.home,
      stage.model.url,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const [runId] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  // Both phases have written their first file, and wait for the model.
  await stage.model.requested(4)
  child.kill('SIGKILL')
  await ended
  while (processesOf(`CODEX_HOME=${stage.home}\0`).size > 0) await delay(20)
  held = false
  expect(git(repo, 'log', '--format=%s', 'main')).toBe('Begin')

  const driver = createCodex(
    { baseUrl: stage.model.url, apiKey: 'sk-test', model: 'gpt-5.1-codex', home: stage.home },
    { load: loadRealSdk },
  )
  const run = await openRun({ host: nodeHost({ repo, slots }), runId, driver })
  const report = await run.start()
  checkEnd(repo, report)
})

it('needs no request but those of the sessions, and prints how long a phase takes beside them', async () => {
  const phases: number[] = []
  const wholes: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const scene = createScene({ review: false, mistakes: false })
    const stage = await setCodexStage((request) => scene.answer(request))
    const inSessions: number[] = []
    const driver: DriverV1 = {
      ...stage.driver,
      async runSession(request, context) {
        const since = performance.now()
        try {
          return await stage.driver.runSession(request, context)
        } finally {
          inSessions.push(performance.now() - since)
        }
      },
    }
    const since = performance.now()
    // One after the other, so that the times add up.
    const { report, events } = await runPlan(createRepository(startFiles), driver, {
      concurrency: 1,
      tdd: 'off',
      verify: {},
    })
    expect(report.status).toBe('completed')
    // The report needs no additional request.
    expect(stage.model.requests).toHaveLength(8)
    const at = (type: RunEvent['type']): number[] =>
      events.filter((event) => event.type === type).map((event) => Date.parse(event.at))
    const ends = at('phase_completed')
    phases.push(...at('phase_started').map((start, index) => ends[index]! - start - inSessions[index]!))
    wholes.push(performance.now() - since - inSessions.reduce((sum, ms) => sum + ms, 0))
  }
  // A busy machine takes longer for everything.
  const busy = Math.max(1, loadavg()[0]! / availableParallelism())
  const median = phases.sort((one, other) => one - other)[Math.floor(phases.length / 2)]!
  const figures = `beside its session a phase takes ${median.toFixed(0)} ms, the whole run of three ${Math.min(...wholes).toFixed(0)} ms; ${busy.toFixed(1)} programs to a processor`
  // Not a limit: a busy machine would fail it.
  console.log(figures)
})
