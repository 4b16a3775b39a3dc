import { expect, it } from 'vitest'
import { createRun, openRun, readRun } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

const driver = createScriptedDriver(({ workspace, phase }) =>
  workspace.fs.writeFile(`/${phase?.id}.txt`, 'text'),
)

/** A run that was cancelled after its first phase. */
const createStopped = async () => {
  const host = memoryHost()
  const phases = [
    { id: 'a', title: 'A' },
    { id: 'b', title: 'B', dependsOn: ['a'] },
  ]
  const run = await createRun({
    plan: { goal: 'G', phases },
    driver,
    host,
    trust: 'autonomous',
    reviewers: [],
  })
  run.on('phase_completed', () => void run.cancel())
  expect((await run.start()).status).toBe('cancelled')
  return { host, runId: run.id }
}

it('a resume without the driver is refused where it needs an agent, and costs no attempt', async () => {
  const { host, runId } = await createStopped()
  for (let times = 0; times < 3; times++) {
    const run = await openRun({ host, runId, reviewers: [] })
    await expect(run.start()).rejects.toMatchObject({
      code: 'DRIVER_MISSING',
      message: expect.stringContaining('Phase b of run') as string,
      details: { phaseIds: ['b'] },
    })
  }
  const { report } = await readRun({ host, runId })
  expect(report.phases[1]).toMatchObject({ attempt: 1 })
  expect(report.phases[1]?.failure).toBeUndefined()

  const again = await openRun({ host, runId, driver, reviewers: [] })
  const { status, phases } = await again.start()
  expect([status, phases[1]?.attempt]).toEqual(['completed', 1])
})
