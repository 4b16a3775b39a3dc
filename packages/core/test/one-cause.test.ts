import { expect, it } from 'vitest'
import { AmeliaError, createRun, openRun } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import { memoryHost, createScriptedDriver, type MemoryHost } from '../src/testing.ts'
import { runPlan } from './run-plan.ts'
import { phase } from './sample-plan.ts'

it('a deleted target opens one gate, however many phases meet it', async () => {
  const host = memoryHost()
  const run = await createRun({
    plan: { phases: [phase('a'), phase('b', ['a']), phase('c', ['a']), phase('d', ['a'])] },
    host,
    target: 'work',
    trust: 'autonomous',
    planApproved: true,
    artifacts: 'none',
  })
  run.on('phase_completed', ({ phaseId }) => {
    if (phaseId === 'a') host.git.setRef('refs/heads/work', null)
  })
  const { status, gates } = await run.start()
  expect(status).toBe('waiting')
  expect(gates).toHaveLength(1)
  expect(gates[0]).toMatchObject({ blocker: 'target_moved' })
  expect([...gates[0]!.phaseIds].sort()).toEqual(['b', 'c', 'd'])
})

/** Phases done in a separate session each. */
const plain = ['a', 'b', 'c'].map((id) => ({ id, title: id }))

it('an expired login opens one gate, and its answer restarts every phase that needs it', async () => {
  let isLoggedIn = false
  let sessions = 0
  const driver = createScriptedDriver(async ({ workspace }, _context, number) => {
    sessions++
    if (!isLoggedIn)
      throw driverError('auth', { message: `401 for request ${String.fromCharCode(97 + number)}` })
    await workspace.fs.writeFile(`/${number}.txt`, 'done\n')
  })
  const host = memoryHost()
  const run = await createRun({
    plan: { phases: plain },
    host,
    driver,
    trust: 'autonomous',
    planApproved: true,
  })
  const { status, gates } = await run.start()
  expect(status).toBe('waiting')
  expect(gates).toMatchObject([{ blocker: 'auth', cause: 'auth of scripted, work' }])
  expect([...gates[0]!.phaseIds].sort()).toEqual(['a', 'b', 'c'])
  expect(sessions).toBe(3)

  isLoggedIn = true
  const again = await openRun({ host, driver, runId: run.id })
  await again.answer(gates[0]!.id, 'retry')
  expect(await again.start()).toMatchObject({ status: 'completed', gates: [] })
})

it("an expired login of a reviewer opens a separate gate from the agent's", async () => {
  const noLogin = async (): Promise<never> => {
    throw driverError('auth', { message: '401' })
  }
  const { report } = await runPlan({
    plan: { phases: [...plain, phase('step')] },
    driver: createScriptedDriver(noLogin),
    reviewers: [{ contract: 'reviewer-v1', id: 'strict', scope: 'phase', review: noLogin }],
    concurrency: 8,
  })
  expect(report.gates.map(({ phaseIds }) => [...phaseIds].sort())).toEqual(
    expect.arrayContaining([['a', 'b', 'c'], ['step']]),
  )
  expect(report.gates).toHaveLength(2)
})

it('an error of git opens one gate, however different the warnings before it are', async () => {
  const memory = memoryHost()
  const host: MemoryHost = {
    ...memory,
    git: {
      ...memory.git,
      async commitAttempt() {
        const warning = ++calls === 1 ? '' : `warning: unreadable ${calls === 0 ? 'file' : 'folder'}\n`
        const output = `${warning}fatal: cannot write ${calls < 2 ? 'an object' : 'the index'}\nhint: look at the disk`
        throw new AmeliaError('GIT_FAILED', `git add failed:\n${output}`, {
          command: 'git add',
          exitCode: 128,
          output,
        })
      },
    },
  }
  let calls = -1
  const steps = ['a', 'b', 'c'].map((id) => phase(id))
  const { report } = await runPlan({ plan: { phases: steps }, host })
  expect(report.gates.map(({ phaseIds }) => phaseIds.length).sort()).toEqual([1, 2])
})

it('a merged tree that git prunes before the commit is merged again', async () => {
  const memory = memoryHost()
  const merged: string[] = []
  let failures = 0
  const host: MemoryHost = {
    ...memory,
    git: {
      ...memory.git,
      async merge(request) {
        const answer = await memory.git.merge(request)
        if ('tree' in answer) merged.push(answer.tree)
        return answer
      },
      async compose(request) {
        if (merged.includes(request.tree!) && failures++ === 0)
          throw new AmeliaError('GIT_FAILED', 'Tree not found.', {
            command: 'git fast-import',
            exitCode: 128,
            output: '',
          })
        return memory.git.compose(request)
      },
    },
  }
  const { report } = await runPlan({ plan: { phases: [phase('a'), phase('b')] }, host })
  expect(report.status).toBe('completed')
  expect(failures).toBeGreaterThan(0)
  expect(merged).toHaveLength(2)
})
