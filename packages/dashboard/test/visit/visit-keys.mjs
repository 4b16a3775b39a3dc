/* global document */
import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** The page is used with the keyboard only: from a run to a phase, its panel and back. */
export const visitKeys = async (stage) => {
  const { check, pictures } = stage
  const { folder, plan, remove } = makeRepository((made) => [
    { id: '1', title: 'Mix', steps: ['echo dough > dough.txt'] },
    { id: '2', title: 'Bake', after: '1', steps: [createLatch(made, 'bake').step] },
  ])
  const ui = await startUi(folder)
  const { runId } = await startRun(folder, plan, '--trust', 'autonomous')
  const visit = await openPage(stage, `${ui.url}&run=${runId}`)
  const { page } = visit
  const press = (key) => page.keyboard.press(key)
  const focused = () =>
    page.evaluate(() => {
      const { tagName, dataset, className } = document.activeElement
      return dataset.focus ? `phase ${dataset.focus}` : `${tagName} ${className}`.trim()
    })
  const reaches = async (title, wanted) => {
    await page
      .waitForFunction((selector) => document.activeElement.matches(selector), wanted, { timeout: 5_000 })
      .catch(() => {})
    const found = await page.evaluate((selector) => document.activeElement.matches(selector), wanted)
    check(title, found, await focused())
  }
  try {
    await visit.phase('2', 'running').waitFor()
    await press('j')
    await reaches('j without a focus moves to the graph', '[data-focus]')
    await press('Home')
    await reaches('Home moves to the first phase', '[data-focus="1"]')
    await press('j')
    await reaches('j moves to the next phase', '[data-focus="2"]')
    await press('k')
    await reaches('k moves to the phase before', '[data-focus="1"]')
    await press('Enter')
    const panel = page.locator('.amelia-panel')
    await panel.waitFor()
    await panel.getByRole('tab').first().focus()
    await press('Escape')
    await panel.waitFor({ state: 'detached' })
    await reaches('Escape returns the focus to the phase', '[data-focus="1"]')

    await press('/')
    await reaches('/ moves to the search of the runs', '.amelia-sidebar input')
    await page.keyboard.type('j?/')
    const typed = await page.getByRole('searchbox', { name: 'Search runs' }).inputValue()
    check('a field receives the keys as text', typed === 'j?/', typed)
    await page.getByRole('searchbox', { name: 'Search runs' }).fill('')
    await page.getByRole('tab', { name: 'Events' }).click()
    await press('/')
    await reaches('/ moves to the search of the events', '.amelia-main input[type="search"]')
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await press('j')
    await reaches('j moves to the rows of the timeline', '.amelia-timeline-name')
    await press('k')
    await press('Enter')
    await panel.waitFor()
    await press('Escape')
    await panel.waitFor({ state: 'detached' })
    await reaches('Escape closes the panel from a row of the timeline', '.amelia-timeline-name')

    await page.locator('.amelia-run').first().focus()
    await press('j')
    await reaches('j at the last run stays there', '.amelia-run')
    await press('?')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Previous run, phase or event').waitFor()
    await page.screenshot({ path: `${pictures}/keys.png` })
    await visit.inspect('the list of keys')
    await press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await reaches('Escape returns the focus from the list of keys', '.amelia-run')
    await visit.close('keys')
  } finally {
    createLatch(folder, 'bake').open()
    await ui.stop()
    remove()
  }
}
