import { createRun, type RunView } from '@amelia/core'
import { createScriptedDriver, memoryHost } from '@amelia/core/testing'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PhaseOverview } from '../src/lib/detail/phase-overview.tsx'
import { localSource } from '../src/lib/source/local-source.ts'
import { createRunStore } from '../src/lib/state/create-run-store.ts'

const overview = (view: RunView): string =>
  renderToStaticMarkup(createElement(PhaseOverview, { view, phaseId: 'a' }))

const feedback =
  '## Names\n\n- Use **`pay`**, see [docs](https://example.org).\n\n<img src=x> [x](javascript:1)'

it("shows a person's feedback apart from failures, and renders its Markdown", async () => {
  let sessions = 0
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  const host = memoryHost()
  const driver = createScriptedDriver(async ({ workspace }) => {
    if (++sessions === 2) await ended
    await workspace.fs.writeFile(`/a${sessions}.txt`, 'x\n')
  })
  const run = await createRun({
    ...{ host, driver, planApproved: true, trust: 'standard', reviewers: [] },
    plan: { title: 'Work', phases: [{ id: 'a', title: 'A', body: 'Do it.' }] },
    onGate: ({ id: gateId }) =>
      sessions === 1 ? { gateId, choice: 'send-back', feedback } : { gateId, choice: 'approve' },
  })
  const store = createRunStore({ source: localSource({ host }), runId: run.id })
  const close = store.open()
  const report = run.start()
  const sentBack = { status: 'running', failure: { class: 'review_rejected' } }
  await expect.poll(() => store.view()?.phases.get('a')).toMatchObject(sentBack)
  const page = overview(store.view()!)
  expect(page).not.toContain('data-tone="bad"')
  expect(page).toContain('A person asked for another attempt')
  expect(page).toContain('data-level="2">Names</p>')
  expect(page).toContain('• Use <strong><code>pay</code></strong>, see <a href="https://example.org"')
  expect(page).toContain('&lt;img src=x&gt; [x](javascript:1)')
  end()
  expect((await report).status).toBe('completed')
  close()
})
