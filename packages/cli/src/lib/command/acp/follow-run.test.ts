import { createRun, openRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { afterAll, expect, it } from 'vitest'
import { makeRepository, removeFolders } from '../../../../test/fixtures/cli.ts'
import type { Editor, EditorSession } from './editor-session.ts'
import { followRun } from './follow-run.ts'

afterAll(removeFolders)

it('asks no question whose answer the run has not applied yet', async () => {
  const host = memoryHost()
  const driver = createScriptedDriver()
  const run = await createRun({
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A' }] },
    ...{ host, driver, trust: 'paranoid', planApproved: true, reviewers: [], artifacts: 'none' },
  })
  await run.start()
  const [gate] = run.gates()
  expect(gate).toBeDefined()
  const requests: unknown[] = []
  const editor: Editor = {
    client: {
      request: async (method: string) => {
        requests.push(method)
        return { outcome: { outcome: 'cancelled' } }
      },
      notify: async () => {},
    },
    ...{ hasForms: false, asks: true },
  }
  const repo = makeRepository()
  const session: EditorSession = { id: 's', place: { repo }, host, runFlags: [], runId: run.id, seq: 0 }
  const { signal } = new AbortController()
  const followed = followRun(editor, session, { signal, answered: gate!.id })
  for (let turn = 0; session.seq === 0 && turn < 1_000; turn++) await host.clock.wait(10)
  const resumed = await openRun({ host, runId: run.id, driver, reviewers: [] })
  await resumed.answer(gate!.id, 'approve')
  expect((await resumed.start()).status).toBe('completed')
  await followed
  expect(requests).toEqual([])
})
