import { expect, it } from 'vitest'
import { createRun } from '../src/index.ts'
import { driverError } from '../src/plugin.ts'
import { createScriptedDriver, memoryHost } from '../src/testing.ts'

// Each correction resumes the session, and each new session has to be corrected.
it('an agent that loses each session it has to correct uses up its attempts', async () => {
  let sessions = 0
  const driver = createScriptedDriver(
    (session) => {
      sessions++
      if (sessions > 100) throw new Error('It goes on for ever.')
      if (session.resume !== undefined) throw driverError('session_lost')
      return Promise.resolve({ sessionId: `s${sessions}`, text: 'No report.', usage: {} })
    },
    { reports: 'text', resume: 'machine' },
  )
  const plan = { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do a.' }] }
  const rules = { trust: 'autonomous', artifacts: 'none', reviewers: [] } as const
  const run = await createRun({ plan, host: memoryHost({ clock: 'manual' }), driver, ...rules })
  const report = await run.start()
  expect(report.phases[0]).toMatchObject({ status: 'failed' })
  expect(sessions).toBeLessThan(30)
})
