import { createRun } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { LiveSession } from '../src/lib/session/live-session.tsx'
import { localSource } from '../src/lib/source/local-source.ts'
import { createRunStore } from '../src/lib/state/create-run-store.ts'

it('the panel of a phase shows the last line of its agent from before the page was opened', async () => {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const host = memoryHost()
  const driver = createScriptedDriver(async ({ workspace }, { emit }) => {
    emit({ type: 'usage', usage: { inputTokens: 1_000 } })
    emit({ type: 'text', text: 'I read it.\nI write it.' })
    await ended
    await workspace.fs.writeFile('/a.txt', 'x\n')
  })
  const run = await createRun({
    ...{ host, driver, planApproved: true, trust: 'autonomous', reviewers: [] },
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do it.' }] },
  })
  // The first page keeps the watch of the run open, as a server does for its viewers.
  const source = localSource({ host })
  const store = createRunStore({ source, runId: run.id })
  const close = store.open()
  const report = run.start()
  await expect.poll(() => store.view()?.activities.get('a')?.text).toBe('I write it.')
  expect(store.view()?.report.spent.tokens).toBe(1_000)
  const late = { ...store, progress: () => [] }
  expect(renderToStaticMarkup(createElement(LiveSession, { store: late, phaseId: 'a' }))).toContain(
    '<p>I write it.</p>',
  )
  end()
  await report
  await expect.poll(() => store.view()?.activities.size).toBe(0)
  expect(renderToStaticMarkup(createElement(LiveSession, { store: late, phaseId: 'a' }))).not.toContain(
    'I write it.',
  )
  close()
})
