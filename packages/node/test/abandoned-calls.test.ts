import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createRun, openRun, type RunOptions } from '@amelia/core'
import { defineDriver, type SessionRequest } from '@amelia/core/plugin'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { nodeHost } from '../src/index.ts'
import { createRepository, type TemporaryRepository } from '../../../test/fixtures/temporary-repository.ts'

let user: TemporaryRepository

beforeEach(() => {
  user = createRepository()
})
afterEach(() => user.close())

const hostOf = () => nodeHost({ repo: user.repo, slots: user.slots, graceMs: 200 })
const plan = { title: 'Work', phases: [{ id: 'a', title: 'A' }] }

/** Writes until it is killed, and ignores TERM. */
const deafProgram = `
  const { appendFileSync } = require('node:fs')
  process.on('SIGTERM', () => {})
  process.on('SIGINT', () => {})
  setInterval(() => appendFileSync('half.txt', 'half '), 5)`

/** Creates a driver that starts such a program in a separate process group, and ignores its abort signal. */
const deafDriver = () => {
  const sessions: { request: SessionRequest; child: ChildProcess; exit: Promise<unknown[]> }[] = []
  const driver = defineDriver({
    id: 'deaf',
    provider: 'deaf',
    meters: [],
    runSession(request) {
      const child = spawn(process.execPath, ['-e', deafProgram], {
        cwd: request.workspace.dir,
        env: { ...process.env, AMELIA_SESSION: request.marker },
        detached: true,
        stdio: 'ignore',
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      sessions.push({ request, child, exit: once(child, 'exit') })
      return new Promise(() => {})
    },
  })
  const working = async () => {
    const session = await vi.waitUntil(
      () => sessions.find(({ request }) => existsSync(join(request.workspace.dir!, 'half.txt'))),
      { timeout: 20_000 },
    )
    return session
  }
  return { driver, working }
}

const start = async (options: Partial<RunOptions>) => {
  const { driver, working } = deafDriver()
  const run = await createRun({
    plan,
    host: hostOf(),
    driver,
    trust: 'autonomous',
    planApproved: true,
    reviewers: [],
    callGraceMs: 300,
    ...options,
  })
  const abandoned: string[] = []
  run.on('call_abandoned', ({ who }) => abandoned.push(who))
  const report = run.start()
  return { run, report, abandoned, session: await working() }
}

/** Creates a driver that completes its work. */
const worker = defineDriver({
  id: 'worker',
  provider: 'worker',
  meters: [],
  async runSession({ workspace }) {
    await workspace.fs.writeFile('/whole.txt', 'whole\n')
    return { text: 'done', usage: {} }
  },
})

const filesOfRefs = (): string =>
  user
    .sh('for-each-ref', '--format=%(refname)')
    .split('\n')
    .map((ref) => user.sh('ls-tree', '-r', '--name-only', ref))
    .join('\n')

it('run.cancel() ends although a driver and its program ignore their signals, and commits nothing of theirs', async () => {
  const { run, report, abandoned, session } = await start({})
  run.cancel()
  expect((await report).status).toBe('cancelled')
  expect(abandoned).toEqual(['driver "deaf"'])
  expect((await session.exit)[1]).toBe('SIGKILL')
  await expect(session.request.workspace.fs.writeFile('/late.txt', 'late')).rejects.toMatchObject({
    code: 'PATH_DENIED',
  })
  expect(filesOfRefs()).not.toMatch(/half|late/)
  expect(user.sh('status', '--porcelain')).toBe('')
  expect(user.sh('rev-parse', 'HEAD')).toBe(user.base)

  const again = await openRun({ host: hostOf(), runId: run.id, driver: worker })
  const { status, head } = await again.start()
  expect(status).toBe('completed')
  const files = user.sh('ls-tree', '-r', '--name-only', head)
  expect(files).toContain('whole.txt')
  expect(files).not.toMatch(/half|late/)
  expect(user.sh('status', '--porcelain')).toBe('')
})

it("in place: the run ends and commits nothing, and the next process removes the program's files from the checkout", async () => {
  const { run, report, abandoned, session } = await start({ inPlace: true })
  run.cancel({ phaseId: 'a' })
  expect(await report).toMatchObject({ status: 'waiting', gates: [{ blocker: 'user_cancelled' }] })
  expect(abandoned).toEqual(['driver "deaf"'])
  expect((await session.exit)[1]).toBe('SIGKILL')
  expect(filesOfRefs()).not.toContain('half.txt')

  const again = await openRun({ host: hostOf(), runId: run.id, driver: worker })
  await again.answer(run.gates()[0]!.id, 'retry')
  expect((await again.start()).status).toBe('completed')
  const files = user.sh('ls-tree', '-r', '--name-only', 'HEAD')
  expect(files).toContain('whole.txt')
  expect(files).not.toContain('half.txt')
  expect(user.sh('status', '--porcelain')).toBe('')
})
