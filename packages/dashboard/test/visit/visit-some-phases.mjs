/* global document */
import { createLatch } from '../stage/create-latch.mjs'
import { makeRepository } from '../stage/make-repository.mjs'
import { openPage } from '../stage/open-page.mjs'
import { startRun } from '../stage/run-amelia.mjs'
import { startUi } from '../stage/start-ui.mjs'

/** Two phases of a batch of three are approved: the third one stays asked, with the same question. */
export const visitSomePhases = async (stage) => {
  const { check, pictures } = stage
  const { folder, plan, remove } = makeRepository((made) => [
    ...['1', '2', '3'].map((id) => ({ id, title: `Part ${id}`, steps: [`echo ${id} > ${id}.txt`] })),
    { id: '4', title: 'Bake', after: '1, 2', steps: [createLatch(made, 'bake').step] },
  ])
  const ui = await startUi(folder)
  const { runId } = await startRun(folder, plan, '--trust', 'standard', '--concurrency', '3')
  const visit = await openPage(stage, `${ui.url}&run=${runId}`, { width: 1280, height: 720 })
  const { page } = visit
  const gate = page.locator('.amelia-gate')
  const box = (id) => gate.getByRole('checkbox', { name: `Answer for phase ${id}` })
  const button = (name) => gate.getByRole('button', { name })
  try {
    await box(3).waitFor()
    check('all phases of a batch are chosen at first', await button(/^Approve(?! \d)/).isVisible())
    await box(3).uncheck()
    await button(/^Approve 2 of 3/).waitFor()
    const effect = await gate.locator('.amelia-answer-effects').innerText()
    check('the consequence names the chosen phases', /adds 1, 2 to the branch/.test(effect), effect)
    await visit.inspect('a question with chosen phases')
    await page.screenshot({ path: `${pictures}/some-phases.png` })
    await page.getByRole('tab', { name: 'Graph' }).click()
    await page.locator('.amelia-question').click()
    check('the choice survives another view', !(await box(3).isChecked()))
    await box(1).uncheck()
    await box(2).uncheck()
    check('no phase: nothing can be approved', await button(/^Approve 0 of 3/).isDisabled())
    await box(1).check()
    await box(2).check()
    await button(/^Approve 2 of 3/).click()
    await visit.says('Approved: 2 phases. The others stay asked.')
    await page.getByRole('main').getByText('2 of 4 phases', { exact: true }).waitFor()
    await gate.getByText('1 phase, 1 file').waitFor()
    check('the rest stays asked', await button(/^Approve(?! \d)/).isEnabled())
    const place = await page.evaluate(() => document.activeElement?.tagName)
    check('the focus stays in the page after an answer for some phases', place !== 'BODY', place)
    await button(/^Approve/).click()
    await page.getByRole('main').getByText('3 of 4 phases', { exact: true }).waitFor()
    await gate.waitFor({ state: 'detached' })
    await visit.close('a decision about some phases')
  } finally {
    createLatch(folder, 'bake').open()
    await ui.stop()
    remove()
  }
}
