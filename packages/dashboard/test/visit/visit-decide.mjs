/* global document, innerHeight */
import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** A batch of eight phases is approved: the answer is visible, near the question, and reacts at once. */
export const visitDecide = async (stage) => {
  const { check, pictures } = stage
  const ids = ['1', '2', '3', '4', '5', '6', '7', '8']
  const { folder, plan, remove } = makeRepository((made) => [
    ...ids.map((id) => ({ id, title: `Part ${id} of the bread`, steps: [`echo ${id} > ${id}.txt`] })),
    { id: '9', title: 'Bake', after: ids.join(', '), steps: [createLatch(made, 'bake').step] },
  ])
  const ui = await startUi(folder)
  const { runId } = await startRun(folder, plan, '--trust', 'standard', '--concurrency', '8')
  const visit = await openPage(stage, `${ui.url}&run=${runId}`, { width: 1280, height: 720 })
  const { page } = visit
  const approve = page.locator('.amelia-gate').getByRole('button', { name: 'Approve', exact: true })
  try {
    await page.locator('.amelia-gate').waitFor()
    const phases = await page
      .locator('.amelia-gate')
      .getByRole('button', { name: /^Open phase/ })
      .count()
    check('the question is about eight phases', phases === 8, `${phases}`)
    const { y = 9e9, height = 0 } = (await approve.boundingBox()) ?? {}
    check('Approve is visible at 1280x720', y + height <= (await page.evaluate(() => innerHeight)), `${y}`)
    await page.screenshot({ path: `${pictures}/decide.png` })
    await page.setViewportSize({ width: 820, height: 900 })
    await page.locator('.amelia-question').click()
    const question = await page.locator('.amelia-panel').boundingBox()
    const tabs = await page.locator('.amelia-body .amelia-tabs').first().boundingBox()
    check(
      'a question at 820 px is below header and tabs',
      question.y >= tabs.y + tabs.height,
      `${question.y}`,
    )
    await page.screenshot({ path: `${pictures}/decide-820.png` })
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    check('the first answer is one Tab from its question', (await focused()) === 'Approve', await focused())
    await visit.inspect('a question about a batch')
    await page.setViewportSize({ width: 1280, height: 720 })
    await approve.focus()
    await page.keyboard.press('Enter')
    const since = performance.now()
    await visit.says('Approved, resuming.')
    const ms = Math.round(performance.now() - since)
    check('an answer reacts at once', ms < 1_000, `${ms} ms`)
    await page.getByRole('main').getByText('8 of 9 phases', { exact: true }).waitFor()
    await page.locator('.amelia-gate').waitFor({ state: 'detached' })
    const place = await page.evaluate(() => document.activeElement?.tagName)
    check('the focus stays in the page after an answer', place !== 'BODY', place)
    createLatch(folder, 'bake').open()
    await visit.close('a decision')
  } finally {
    createLatch(folder, 'bake').open()
    await ui.stop()
    remove()
  }
}
