/* global location */
import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** Texts that a person types stay while runs start elsewhere, and while other parts of the page are shown. */
export const visitDrafts = async (stage) => {
  const { check } = stage
  const { folder, plan, remove } = makeRepository((made) => [
    { id: '1', title: 'Bake', steps: ['no-such-program'] },
    { id: '2', title: 'Cool', steps: ['no-such-program'] },
    { id: '3', title: 'Slice', steps: [createLatch(made, 'slice').step] },
  ])
  const ui = await startUi(folder)
  const first = await startRun(folder, plan, '--trust', 'autonomous')
  const visit = await openPage(stage, ui.url)
  const { page, button } = visit
  const field = page.getByRole('textbox', { name: /^Words for the agent/ })
  const rows = page.locator('.amelia-run')
  const shown = () => new URL(page.url()).hash.slice('#run='.length)
  try {
    await field.waitFor()
    await page.getByRole('button', { name: /Blocker.* 2$/ }).waitFor()
    await page.getByRole('button', { name: /Blocker.* 1$/ }).click()
    await field.fill('Use the oven.')
    await startRun(folder, plan, '--trust', 'autonomous')
    await rows.nth(1).waitFor()
    check(
      'a run that starts in a terminal does not replace the shown one',
      shown() === first.runId,
      page.url(),
    )
    check('the text is still there', (await field.inputValue()) === 'Use the oven.')

    await page.getByRole('button', { name: /Blocker.* 2$/ }).click()
    check('another question has its own text', (await field.inputValue()) === '')
    await rows.first().click()
    await page.waitForFunction((id) => !location.hash.includes(id), first.runId)
    await rows.nth(1).click()
    await page.getByRole('button', { name: /Blocker.* 1$/ }).click()
    check('the text survives another question and run', (await field.inputValue()) === 'Use the oven.')

    const steering = page.getByRole('textbox', { name: 'Steer the agent' })
    const open = (id) => page.locator(`[data-focus="${id}"]`).click()
    const find = page.getByRole('searchbox', { name: 'Search runs' })
    await page.getByRole('tab', { name: 'Graph' }).click()
    await open(3)
    await steering.fill('Thin slices.')
    await find.fill('bake')
    await open(1)
    await rows.first().click()
    await page.waitForFunction((id) => !location.hash.includes(id), first.runId)
    check('the search of runs survives another run', (await find.inputValue()) === 'bake')
    await page.getByRole('tab', { name: 'Graph' }).click()
    await open(3)
    check('the phase of another run has its own text', (await steering.inputValue()) === '')
    await rows.nth(1).click()
    await page.getByRole('tab', { name: 'Graph' }).click()
    await open(3)
    const kept = await steering.inputValue()
    check('a text of steering survives another phase and run', kept === 'Thin slices.', kept)

    await page.getByRole('tab', { name: 'Events' }).click()
    const search = page.getByRole('searchbox', { name: 'Search events' })
    await search.fill('phase')
    await page.getByRole('tab', { name: 'Graph' }).click()
    await page.getByRole('tab', { name: 'Events' }).click()
    check('the search of events survives another view', (await search.inputValue()) === 'phase')

    await button('Check a plan').click()
    const text = page.getByRole('textbox', { name: 'Plan' })
    await text.fill('# A plan')
    await rows.first().click()
    await button('Check a plan').click()
    check('the text of a plan survives a look at a run', (await text.inputValue()) === '# A plan')
    await visit.close('drafts')
  } finally {
    createLatch(folder, 'slice').open()
    await ui.stop()
    remove()
  }
}
