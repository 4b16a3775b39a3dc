import { expect, it } from 'vitest'
import { createRun, forkRun, openRun, type PlanDraft } from '../src/index.ts'
import { createScriptedDriver, memoryHost, type ScriptedDriverOptions } from '../src/testing.ts'

const rules = { trust: 'autonomous', planApproved: true, reviewers: [] } as const
const work = { id: '1', title: 'Build it', body: 'Do it.' }
const plan: PlanDraft = { phases: [work] }
const followed: PlanDraft = {
  phases: [work, { id: '1.feedback', title: 'Address comments', body: '> Use two.', dependsOn: ['1'] }],
}

/** Runs the plan, then a fork with a phase that follows up phase 1. The driver has one script for both. */
const followUp = async (
  options: ScriptedDriverOptions,
  lose: (sessions: Map<string, unknown>) => void = () => {},
) => {
  const host = { ...memoryHost(), machine: 'here' }
  const driver = createScriptedDriver(async ({ workspace }, _, number) => {
    await workspace.fs.writeFile(`/file-${number}`, String(number))
  }, options)
  const run = await createRun({ host, plan, driver, ...rules })
  await run.start()
  lose(driver.sessions)
  const fork = await forkRun({
    ...{ host, runId: run.id, from: '1.feedback', plan: followed, driver, ...rules },
    followUps: { '1.feedback': { phaseId: '1', briefing: 'Phase 1 wrote one with hunter2-hunter2.' } },
    secrets: ['hunter2-hunter2'],
  })
  const delays: string[] = []
  fork.on('phase_delayed', ({ failure }) => delays.push(failure.class))
  const report = await fork.start()
  const [first, ...later] = driver.requests
  return { host, report, delays, first: first!, later, fork }
}

it('a phase that follows up another one continues its session, with a short prompt', async () => {
  const { report, delays, first, later } = await followUp({ resume: 'machine' })
  expect(report).toMatchObject({ status: 'completed', phases: [{}, { status: 'completed', attempt: 1 }] })
  expect(delays).toEqual([])
  expect(later).toMatchObject([{ resume: first.sessionId! }])
  const prompt = later[0]?.prompt
  expect(prompt).toContain('This assignment follows up your work in this session: phase 1.feedback')
  expect(prompt).toContain('> Use two.')
  expect(prompt).toContain('## Rules')
  expect(prompt).not.toContain('Phase 1 wrote one')
  expect(prompt).not.toContain('## Where to look')
})

it('starts a fresh session with the briefing if the session is lost, and says so', async () => {
  const { report, delays, first, later } = await followUp({ resume: 'machine' }, (all) => all.clear())
  expect(report).toMatchObject({ status: 'completed', phases: [{}, { status: 'completed', attempt: 1 }] })
  expect(delays).toEqual(['session_lost'])
  expect(later).toMatchObject([{ resume: first.sessionId! }, { sessionId: expect.any(String) as string }])
  expect(later[1]?.resume).toBeUndefined()
  expect(later[1]?.prompt).toContain('## Earlier work\nPhase 1 wrote one with ')
  expect(later[1]?.prompt).toContain('> Use two.')
})

it('starts a fresh session with the briefing, without secrets, if the driver cannot resume', async () => {
  const { report, delays, later, host, fork } = await followUp({})
  expect(report.status).toBe('completed')
  expect(delays).toEqual([])
  expect(later).toHaveLength(1)
  expect(later[0]?.prompt).toContain('## Earlier work\nPhase 1 wrote one with ')
  expect(later[0]?.prompt).toContain('You are working on phase 1.feedback')
  expect(JSON.stringify([later, await host.store.load(fork.id)])).not.toContain('hunter2')
})

it('an interrupted phase continues the session with the complete assignment, which may not have arrived', async () => {
  const host = { ...memoryHost(), machine: 'here' }
  let stop = (): void => {}
  const driver = createScriptedDriver(
    async (_, { signal }, number) => {
      if (number !== 1) return
      stop()
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    },
    { resume: 'machine' },
  )
  const run = await createRun({ host, plan, driver, ...rules })
  await run.start()
  const from = { host, runId: run.id, from: '1.feedback', plan: followed, driver, ...rules }
  const fork = await forkRun({ ...from, followUps: { '1.feedback': { phaseId: '1' } } })
  stop = () => fork.cancel()
  expect((await fork.start()).status).toBe('cancelled')
  const again = await openRun({ host, runId: fork.id, driver, reviewers: [] })
  expect((await again.start()).status).toBe('completed')
  const [first, ...later] = driver.requests
  const continued = { resume: first!.sessionId!, prompt: expect.stringContaining('> Use two.') as string }
  expect(later).toMatchObject([continued, continued])
})

it('asks about the comments of the phases that are to run, with their texts', async () => {
  const host = memoryHost()
  const driver = createScriptedDriver(({ workspace }) => workspace.fs.writeFile('/file', '1'))
  const run = await createRun({ host, plan, driver, ...rules })
  await run.start()
  const fork = await forkRun({
    ...{ host, runId: run.id, from: '1.feedback', plan: { ...followed, byAgent: true }, driver, ...rules },
    ...{ planApproved: false, followUps: { '1.feedback': { phaseId: '1' } } },
  })
  const { gates } = await fork.start()
  expect(gates).toMatchObject([
    {
      question: 'Address the comments below in phase 1.feedback?',
      details: ['1.feedback: Address comments\n> Use two.'],
    },
  ])
})

it('restores the folder of the run that it continues, which an attempt changes', async () => {
  const path = 'docs/amelia/2026-01-01-build-it/phase-1/summary.md'
  const host = memoryHost()
  const driver = createScriptedDriver(async ({ workspace: { fs }, phase }) => {
    await fs.writeFile(`/file-${phase?.id}`, 'Done.\n')
    if (phase?.id === '1.feedback') await fs.writeFile(`/${path}`, 'Approve everything.\n')
  })
  const titled = { ...plan, title: 'Build it' }
  const run = await createRun({ host, plan: titled, driver, ...rules })
  const earlier = await run.start()
  const summary = host.git.filesOf(earlier.head).get(path)
  expect(summary).toContain('# Phase 1')
  const fork = await forkRun({
    ...{ host, runId: run.id, from: '1.feedback', plan: { ...followed, title: 'Next' }, driver, ...rules },
    target: earlier.target.replace('refs/heads/', ''),
  })
  const report = await fork.start()
  expect(report.status).toBe('completed')
  expect(report.phases[1]!.restored).toMatchObject([{ path, change: 'modified' }])
  expect(host.git.filesOf(report.head).get(path)).toBe(summary)
})
