/* global document, window, innerHeight, MutationObserver */
import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** Measures in the page when a key press shows its answer. */
const watchAnswer = () => {
  document.addEventListener('keydown', () => (window.pressedAt = performance.now()), true)
  const observer = new MutationObserver(() => {
    if (window.answered || !document.body.innerText.includes('Approved, resuming.')) return
    const disabled = document.querySelector('.amelia-answers .amelia-button')?.disabled ?? true
    window.answered = { ms: Math.round(performance.now() - window.pressedAt), disabled }
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true })
}

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
  const approve = page.locator('.amelia-gate').getByRole('button', { name: /^Approve/ })
  try {
    await page.locator('.amelia-gate').waitFor()
    const groups = page.locator('.amelia-change-group')
    await groups.nth(7).waitFor()
    check('the question has the changes of eight phases', (await groups.count()) === 8)
    const files = await page.locator('.amelia-file').count()
    check('the files of all phases are listed', files === 8, `${files}`)
    const head = await page.locator('.amelia-gate-head').innerText()
    check(
      'the question says how much is approved',
      /Approve batch 1\?[^]*8 phases, 8 files, \+8/.test(head),
      head.replaceAll('\n', ' '),
    )
    const { y = 9e9, height = 0 } = (await approve.boundingBox()) ?? {}
    check('Approve is visible at 1280x720', y + height <= (await page.evaluate(() => innerHeight)), `${y}`)
    await page.locator('.amelia-file').last().click()
    const last = await groups.last().boundingBox()
    check('a file in the list shows its lines', last.y < 720, `${last.y}`)
    await page.keyboard.press('s')
    const written = await page.evaluate(() => document.activeElement?.tagName)
    check('s moves to the words for the agent', written === 'TEXTAREA', written)
    await page.screenshot({ path: `${pictures}/decide.png` })
    await page.setViewportSize({ width: 820, height: 900 })
    await page.getByRole('tab', { name: 'Graph' }).click()
    await page.locator('.amelia-question').click()
    const question = await page.locator('.amelia-gate').boundingBox()
    const tabs = await page.locator('.amelia-body .amelia-tabs').first().boundingBox()
    check(
      'a question at 820 px is below header and tabs',
      question.y >= tabs.y + tabs.height,
      `${question.y}`,
    )
    await page.screenshot({ path: `${pictures}/decide-820.png` })
    await page.keyboard.press('Tab')
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const first = await focused()
    check('the first answer is one Tab from its question', first?.startsWith('Approve'), first)
    await visit.inspect('a question about a batch')
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.evaluate(watchAnswer)
    await approve.focus()
    await page.keyboard.press('Control+Enter')
    await visit.says('Approved, resuming.')
    const { ms, disabled } = await page.evaluate(() => window.answered)
    check('an answer reacts within 100 ms, and disables its button', ms < 100 && disabled, `${ms} ms`)
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
