import { expect, it } from 'vitest'
import { createRun, listRuns, readRun } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

const plan = { title: 'Sums', phases: [{ id: 'a', title: 'A' }] }
const options = { plan, driver: createScriptedDriver(), trust: 'autonomous', reviewers: [] } as const

it('a run gets the given id, and a second one of this id is refused', async () => {
  const host = memoryHost()
  const run = await createRun({ ...options, host, runId: 'order-17' })
  const late = await createRun({ ...options, host, runId: 'order-17' })
  expect(run.id).toBe('order-17')
  await run.start()
  const { report } = await readRun({ host, runId: 'order-17' })
  const refused = { code: 'RUN_EXISTS', details: { runId: 'order-17' } }
  await expect(createRun({ ...options, host, runId: 'order-17' })).rejects.toMatchObject(refused)
  // Created before the first one was stored.
  await expect(late.start()).rejects.toMatchObject(refused)
  expect((await readRun({ host, runId: 'order-17' })).report).toEqual(report)
  expect(await listRuns({ host })).toMatchObject([{ runId: 'order-17', locked: false }])
})

it('the second of two starts of one id is refused while the first one runs', async () => {
  const host = memoryHost()
  const runs = await Promise.all([1, 2].map(() => createRun({ ...options, host, runId: 'order-17' })))
  const [first, second] = await Promise.allSettled(runs.map((run) => run.start()))
  expect(first).toMatchObject({ value: { status: 'completed' } })
  expect(second).toMatchObject({ reason: { code: 'RUN_EXISTS', details: { runId: 'order-17' } } })
})

it.each(['', 'A', 'a.b', '../x', 'target', 'folder', 'x'.repeat(65)])('refuses the id %j', async (runId) => {
  await expect(createRun({ ...options, host: memoryHost(), runId })).rejects.toMatchObject({
    code: 'OPTION_INVALID',
    details: { option: 'runId' },
  })
})
