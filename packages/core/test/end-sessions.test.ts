import { expect, it } from 'vitest'
import { createRun, openRun } from '../src/index.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

it('a resume ends the sessions of earlier processes before it does anything else', async () => {
  const memory = memoryHost()
  const told: string[] = []
  const commands = {
    ...memory.commands,
    endSessions: async (runId: string) => void told.push(`end ${runId}`),
  }
  const host = { ...memory, commands }
  const driver = createScriptedDriver(async () => void told.push('session'))
  const plan = { title: 'Work', phases: [{ id: 'a', title: 'Work', emptyOk: true }] }
  const common = { host, driver, planApproved: true } as const
  const run = await createRun({ plan, trust: 'autonomous', ...common })
  run.drain()
  await run.start()
  expect(told).toEqual([])
  const resumed = await openRun({ ...common, runId: run.id })
  expect(told).toEqual([])
  await resumed.start()
  expect(told.slice(0, 2)).toEqual([`end ${run.id}`, 'session'])
})
