import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** The address names run, view, phase and search; Back returns; runs are links. */
export const visitAddress = async (stage) => {
  const { check, pictures } = stage
  const { folder, plan, remove } = makeRepository(() => [
    { id: '1', title: 'Mix', steps: ['echo dough > dough.txt'] },
    { id: '2', title: 'Bake', after: '1', steps: ['no-such-program --bake'] },
  ])
  const ui = await startUi(folder)
  const { runId } = await startRun(folder, plan, '--trust', 'autonomous')
  const visit = await openPage(stage, ui.url)
  const { page } = visit
  const hash = () => new URL(page.url()).hash
  try {
    await page.locator('.amelia-gate').waitFor()
    check('the address names the run', hash() === `#run=${runId}`, hash())
    await page.getByRole('tab', { name: 'Events' }).click()
    check('the address names the view', hash() === `#run=${runId}&view=events`, hash())
    await page.getByRole('tab', { name: 'Graph' }).click()
    await page.locator('[data-focus="1"]').click()
    const panel = page.locator('.amelia-panel')
    await panel.waitFor()
    check('the address names the phase', hash() === `#run=${runId}&phase=1`, hash())
    await panel.getByRole('button', { name: 'Over the whole width' }).click()
    await page.locator('.amelia-panel[data-wide]').waitFor()
    await page.screenshot({ path: `${pictures}/phase-wide.png` })
    await visit.inspect('a phase over the whole width')
    const address = page.url()

    await page.goBack()
    await page.locator('.amelia-panel:not([data-wide])').waitFor()
    check('Back returns to the phase beside the graph', true)
    await page.goBack()
    await panel.waitFor({ state: 'detached' })
    check('Back closes the phase', hash() === `#run=${runId}`, hash())

    await page.goto('about:blank')
    await page.goto(address)
    await page.locator('.amelia-panel[data-wide]').waitFor()
    check('a reload shows the phase again', true)

    const find = page.getByRole('searchbox', { name: 'Search runs' })
    await find.fill('question')
    const row = page.locator('.amelia-run')
    check('"question" finds the runs with questions', (await row.count()) === 1)
    check('the address names the search', hash().includes('find=question'), hash())
    check('a run is a link', (await row.getAttribute('href')) === `#run=${runId}`)
    const { y, height } = await row.boundingBox()
    const rows = Math.floor((900 - y) / (height + 1))
    check('at least 15 runs are visible at 900 px', rows >= 15, `${rows}`)
    await visit.close('addresses')
  } finally {
    await ui.stop()
    remove()
  }
}
