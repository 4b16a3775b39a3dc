/* global document */
import { makeRepository, planOf } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** A plan is checked, corrected and started in the page; its run is crashed, resumed and reverted there. */
export const visitStart = async (stage) => {
  const { check } = stage
  const { folder, git, remove } = makeRepository(() => [])
  const ui = await startUi(folder, ['--allow-start'])
  const visit = await openPage(stage, ui.url)
  const { page, button, phase } = visit
  const before = git('rev-parse', 'main')
  const cycle = [
    { id: '1', title: 'Mix', after: '2', steps: ['true'] },
    { id: '2', title: 'Bake', after: '1', steps: ['true'] },
  ]
  const plan = planOf(
    [
      { id: '1', title: 'Mix', steps: ['echo dough > dough.txt'] },
      { id: '2', title: 'Bake', after: '1', steps: ['echo bread > bread.txt'] },
    ],
    'Bake in the page',
  )
  try {
    await button('New run').click()
    const text = page.getByRole('textbox').first()
    await text.fill(planOf(cycle))
    await button('Check').click()
    await visit.says(/cycle/i)
    await visit.inspect('a plan with an error')
    await text.fill(plan)
    await button('Check').click()
    await page.getByText('echo dough > dough.txt').first().waitFor()
    await visit.inspect('the preview of a plan')
    await page.getByRole('radio', { name: /^Autonomous/ }).check()
    await button(/^Start/).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Start/ }).click()
    await phase('2', 'done').waitFor()
    const place = await page.evaluate(() => document.activeElement.tagName)
    check('the focus stays in the page after a start', place !== 'BODY', place)
    await page.locator('[data-connection="over"]').waitFor()
    check('a plan that was started in the page ran', git('log', '--all', '--format=%s').includes('Bake'))
    await page.getByRole('tab', { name: 'Events' }).click()
    await button('Revert…').click()
    await dialog.getByRole('button', { name: 'Revert the run' }).click()
    await visit.says('The run is reverted.')
    await visit.says('Ended: reverted')
    const status = git('status', '--porcelain')
    check('the checkout is untouched', git('rev-parse', 'main') === before && status === '?? plan.md', status)
    await visit.close('a plan that is started in the page')
  } finally {
    await ui.stop()
    remove()
  }
}
